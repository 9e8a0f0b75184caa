"""The manifest of a model, and the integrity of the files that it lists.

A model is a folder with `manifest.json`, a word list and arrays. Arrays are plain `.npy` files that are mapped into
memory. Nothing in a model is ever executed.

A signal is one source of scores in a model. An ear is the set of a model's signals that a listener uses.
"""

import hashlib
import json
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duo.core.refusal import Refusal
from duo.data import check_language, shipped_data_dir

MANIFEST_FORMAT = "duo-model"
MANIFEST_VERSION = 1
MANIFEST_FILE = "manifest.json"
MAX_MANIFEST_BYTES = 1_000_000
_READ_CHUNK_BYTES = 1 << 22
_MAX_PATH_LENGTH = 200  # characters; few systems allow many more in a file name
_SOURCE_FIELDS = ("name", "version", "licence", "taken")
# Models of version 0.1.0 call ears `minds` and use these old names for some signals and kinds of signals.
_CURRENT_SIGNAL_NAMES = {"says": "llm-association", "meetings": "cooccurrence", "mutual": "bilinear"}


MODEL_ENV_VARIABLE = "DUO_MODEL"  # environment variable with the folder of the user's own model


def model_dir(lang: str) -> Path:
    """Return the folder of the model in use for a language.

    It is the user's own model if there is one for this language, and otherwise the model that ships with duo.
    """
    if chosen := os.environ.get(MODEL_ENV_VARIABLE):
        path = Path(chosen)
        if read_manifest(path).lang == lang:
            return path
    return shipped_model_dir(lang)


def shipped_model_dir(lang: str) -> Path:
    """Return the folder of the model that ships for a language."""
    return shipped_data_dir("models") / check_language(lang)


class DamagedModel(Refusal):
    """The refusal of a model whose files do not match its manifest."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of `manifest.json`: what a model says about itself."""

    folder: Path
    name: str
    lang: str
    made: str
    candidates: int
    signals: tuple[dict[str, str], ...]
    ears: dict[str, tuple[str, ...]]  # names of the signals that each ear uses; the first ear is the default
    sources: tuple[dict[str, str], ...]
    files: dict[str, dict[str, Any]]

    @property
    def default_ear(self) -> str:
        """The ear that is used if none is named."""
        return next(iter(self.ears))

    @property
    def digest(self) -> str:
        """A hash over the hashes of all files, which identifies the content of the model."""
        listing = "".join(f"{path} {entry['sha256']}\n" for path, entry in sorted(self.files.items()))
        return hashlib.sha256(listing.encode()).hexdigest()[:16]


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of the model in this folder, without reading any other file."""
    path = folder / MANIFEST_FILE
    if not path.is_file():
        raise Refusal("There is no model in {folder}: it has no manifest.json.", folder=folder)
    try:
        with path.open("rb") as file:
            data = json.loads(file.read(MAX_MANIFEST_BYTES))
        formats = {(MANIFEST_FORMAT, MANIFEST_VERSION): Manifest}
        return formats[data["format"], data["version"]](
            folder=folder,
            name=str(data["name"]),
            lang=str(data["lang"]),
            made=str(data["made"]),
            candidates=int(data["candidates"]),
            signals=tuple(_parse_signal(signal) for signal in data["signals"]),
            ears=_parse_ears(data["ears"] if "ears" in data else data["minds"]),
            sources=tuple({part: str(source[part]) for part in _SOURCE_FIELDS} for source in data["sources"]),
            files={_check_path(str(name)): _parse_file_entry(entry) for name, entry in data["files"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise damaged_model_error(folder, MANIFEST_FILE) from error


def write_manifest(manifest: Manifest) -> None:
    data = {
        "format": MANIFEST_FORMAT,
        "version": MANIFEST_VERSION,
        "name": manifest.name,
        "lang": manifest.lang,
        "made": manifest.made,
        "candidates": manifest.candidates,
        "signals": list(manifest.signals),
        "ears": {ear: list(names) for ear, names in manifest.ears.items()},
        "sources": list(manifest.sources),
        "files": manifest.files,
    }
    (manifest.folder / MANIFEST_FILE).write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")


def current_signal_name(name: str) -> str:
    """Return the current name of a signal or of a kind of signal, given its name in a model of any version."""
    return _CURRENT_SIGNAL_NAMES.get(name, name)


def _parse_signal(description: dict[str, Any]) -> dict[str, str]:
    signal = {str(key): str(value) for key, value in description.items()}
    return signal | {key: current_signal_name(signal[key]) for key in ("name", "kind") if key in signal}


def _parse_ears(description: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    if not description:
        raise ValueError(description)
    return {str(ear): tuple(current_signal_name(str(name)) for name in names) for ear, names in description.items()}


def describe_files(folder: Path, paths: list[str]) -> dict[str, dict[str, Any]]:
    """Return the manifest entries of these files: the size and the checksums of each, by path."""
    entries = {}
    for path in sorted(paths):
        content = (folder / path).read_bytes()
        entries[path] = {
            "bytes": len(content),
            "crc32": zlib.crc32(content),
            "sha256": hashlib.sha256(content).hexdigest(),
        }
    return entries


def check_files(manifest: Manifest, *, thorough: bool = False) -> None:
    """Raise DamagedModel if a file of the model is missing, truncated or altered.

    The check compares sizes and CRC-32 checksums. With `thorough` it also compares SHA-256 hashes.
    """
    for path, entry in manifest.files.items():
        file = manifest.folder / path
        if not file.is_file() or file.stat().st_size != entry["bytes"]:
            raise damaged_model_error(manifest.folder, path)
        if _crc32(file) != entry["crc32"]:
            raise damaged_model_error(manifest.folder, path)
        if thorough and hashlib.sha256(file.read_bytes()).hexdigest() != entry["sha256"]:
            raise damaged_model_error(manifest.folder, path)


def _crc32(path: Path) -> int:
    """Return the CRC-32 checksum of a file. It is computed at every load, so it must be fast."""
    total = 0
    with path.open("rb", buffering=0) as file:
        while chunk := file.read(_READ_CHUNK_BYTES):
            total = zlib.crc32(chunk, total)
    return total


def _check_path(path: str) -> str:
    if path.startswith("/") or ".." in Path(path).parts or len(path) > _MAX_PATH_LENGTH:
        raise ValueError(path)
    return path


def _parse_file_entry(entry: dict[str, Any]) -> dict[str, Any]:
    return {"bytes": int(entry["bytes"]), "crc32": int(entry["crc32"]), "sha256": str(entry["sha256"])}


def damaged_model_error(folder: Path, path: str) -> DamagedModel:
    """Return the refusal of a model with this damaged file."""
    return DamagedModel(
        "The model in {folder} is damaged: {path} is missing or has been changed. "
        "Get it back with `git checkout -- models`, by installing duo again, or by importing it again.",
        folder=folder,
        path=path,
    )
