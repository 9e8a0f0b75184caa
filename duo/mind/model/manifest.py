"""The manifest of a model, and the integrity of the files that it lists.

A model is a folder with `manifest.json`, a word list and arrays. Arrays are plain `.npy` files that are mapped into
memory. Nothing in a model is ever executed.
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

FORMAT = "duo-model"
VERSION = 1
MANIFEST = "manifest.json"
MAX_MANIFEST_BYTES = 1_000_000
_CHUNK_BYTES = 1 << 22
_MAX_PATH_LENGTH = 200  # characters; few systems allow many more in a file name
_SOURCE_FIELDS = ("name", "version", "licence", "taken")
# Models of version 0.1.0 call their ears `minds` and have other names for some signals and kinds.
_CURRENT_NAMES = {"says": "llm-association", "meetings": "cooccurrence", "mutual": "bilinear"}


MODEL_VARIABLE = "DUO_MODEL"  # names the user's own model in the environment, which worker processes inherit


def model_dir(lang: str) -> Path:
    """Return the folder of the model for a language: the user's own if it has that language, else the shipped one."""
    if chosen := os.environ.get(MODEL_VARIABLE):
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
    path = folder / MANIFEST
    if not path.is_file():
        raise Refusal("There is no model in {folder}: it has no manifest.json.", folder=folder)
    try:
        with path.open("rb") as file:
            data = json.loads(file.read(MAX_MANIFEST_BYTES))
        formats = {(FORMAT, VERSION): Manifest}
        return formats[data["format"], data["version"]](
            folder=folder,
            name=str(data["name"]),
            lang=str(data["lang"]),
            made=str(data["made"]),
            candidates=int(data["candidates"]),
            signals=tuple(_parse_signal(signal) for signal in data["signals"]),
            ears=_parse_ears(data["ears"] if "ears" in data else data["minds"]),
            sources=tuple({part: str(source[part]) for part in _SOURCE_FIELDS} for source in data["sources"]),
            files={_parse_path(str(name)): _parse_file_entry(entry) for name, entry in data["files"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise damaged_error(folder, MANIFEST) from error


def write_manifest(manifest: Manifest) -> None:
    data = {
        "format": FORMAT,
        "version": VERSION,
        "name": manifest.name,
        "lang": manifest.lang,
        "made": manifest.made,
        "candidates": manifest.candidates,
        "signals": list(manifest.signals),
        "ears": {ear: list(names) for ear, names in manifest.ears.items()},
        "sources": list(manifest.sources),
        "files": manifest.files,
    }
    (manifest.folder / MANIFEST).write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")


def current_name(name: str) -> str:
    """Return the current name of a signal or a kind of signal in a model of any version."""
    return _CURRENT_NAMES.get(name, name)


def _parse_signal(description: dict[str, Any]) -> dict[str, str]:
    signal = {str(key): str(value) for key, value in description.items()}
    return signal | {key: current_name(signal[key]) for key in ("name", "kind") if key in signal}


def _parse_ears(description: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    if not description:
        raise ValueError(description)
    return {str(ear): tuple(current_name(str(name)) for name in names) for ear, names in description.items()}


def describe_files(folder: Path, paths: list[str]) -> dict[str, dict[str, Any]]:
    """Return the manifest entries of these files in their present state."""
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
    """Refuse a model with a missing, truncated or altered file. `thorough` also compares the cryptographic hashes."""
    for path, entry in manifest.files.items():
        file = manifest.folder / path
        if not file.is_file() or file.stat().st_size != entry["bytes"]:
            raise damaged_error(manifest.folder, path)
        if _crc32(file) != entry["crc32"]:
            raise damaged_error(manifest.folder, path)
        if thorough and hashlib.sha256(file.read_bytes()).hexdigest() != entry["sha256"]:
            raise damaged_error(manifest.folder, path)


def _crc32(path: Path) -> int:
    """Return the checksum of a file. Every load checks every byte, so speed matters more than strength."""
    total = 0
    with path.open("rb", buffering=0) as file:
        while chunk := file.read(_CHUNK_BYTES):
            total = zlib.crc32(chunk, total)
    return total


def _parse_path(path: str) -> str:
    if path.startswith("/") or ".." in Path(path).parts or len(path) > _MAX_PATH_LENGTH:
        raise ValueError(path)
    return path


def _parse_file_entry(entry: dict[str, Any]) -> dict[str, Any]:
    return {"bytes": int(entry["bytes"]), "crc32": int(entry["crc32"]), "sha256": str(entry["sha256"])}


def damaged_error(folder: Path, path: str) -> DamagedModel:
    """Return the refusal of a model with this damaged file."""
    return DamagedModel(
        "The model in {folder} is damaged: {path} is missing or has been changed. "
        "Get it back with `git checkout -- models`, by installing duo again, or by importing it again.",
        folder=folder,
        path=path,
    )
