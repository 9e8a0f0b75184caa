"""The cache of sources, encodings and translations, with which an interrupted build continues."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from databuild import downloads
from databuild.models.encoders import ENCODERS, Vectors
from databuild.models.translators import Translations, load_opus

ProgressCallback = Callable[[str, int, int], None]  # (task, steps done, steps in total)
_SHARD_SIZE = 2048


class BuildCache:
    """Provides sources, encodings and translations, and reports progress. Each is computed once."""

    def __init__(self, progress: ProgressCallback) -> None:
        self.progress = progress

    def source(self, name: str) -> Path:
        """Return the folder of an unpacked source."""
        self.progress(f"source {name}", 0, 1)
        folder = downloads.unpack_source(name)
        self.progress(f"source {name}", 1, 1)
        return folder

    def encode(self, encoder: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of these texts. Texts encoded by an earlier run come from the cache."""
        folder = downloads.cache_dir() / "encodings" / encoder
        folder.mkdir(parents=True, exist_ok=True)
        known = _load_shards(folder)
        missing = sorted({text for text in texts if text not in known}, key=lambda text: (len(text), text))
        if missing:
            encode = ENCODERS[encoder](self.source)
            for start in range(0, len(missing), _SHARD_SIZE):
                self.progress(f"encoding with {encoder}", start, len(missing))
                part = missing[start : start + _SHARD_SIZE]
                vectors = _in_batches(encode, part)
                _save_shard(folder, part, vectors)
                known |= zip(part, vectors, strict=True)
        self.progress(f"encoding with {encoder}", len(texts), len(texts))
        return np.stack([known[text] for text in texts]).astype(np.float32)

    def translate(self, direction: str, texts: Sequence[str]) -> list[Translations]:
        """Return the best few translations of each text. Texts translated by an earlier run come from the cache."""
        folder = downloads.cache_dir() / "translations"
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{direction}.jsonl"
        known: dict[str, Translations] = {}
        if file.is_file():
            for line in file.read_text("utf-8").splitlines():
                with suppress(ValueError):  # an interrupted run leaves an incomplete last line
                    known |= json.loads(line)
        missing = sorted({text for text in texts if text not in known}, key=lambda text: (len(text), text))
        if missing:
            translate = load_opus(direction, self.source)
            for start in range(0, len(missing), _SHARD_SIZE):
                self.progress(f"translating {direction}", start, len(missing))
                part = missing[start : start + _SHARD_SIZE]
                found = dict(zip(part, translate(part), strict=True))
                with file.open("a", encoding="utf-8") as lines:
                    lines.write("\n" + json.dumps(found, ensure_ascii=False))
                known |= found
        self.progress(f"translating {direction}", len(texts), len(texts))
        return [[(text, chance) for text, chance in known[text]] for text in texts]


def _in_batches(encode: Callable[[Sequence[str]], Vectors], texts: Sequence[str], size: int = 256) -> Vectors:
    """Encode texts in batches. Sort them by length first, so that little is spent on padding."""
    return np.concatenate([encode(texts[start : start + size]) for start in range(0, len(texts), size)])


def _load_shards(folder: Path) -> dict[str, NDArray[np.float32]]:
    known: dict[str, NDArray[np.float32]] = {}
    for listing in sorted(folder.glob("*.txt")):
        vectors = np.load(listing.with_suffix(".npy"), allow_pickle=False)
        known |= zip(listing.read_text("utf-8").splitlines(), vectors, strict=True)
    return known


def _save_shard(folder: Path, texts: Sequence[str], vectors: Vectors) -> None:
    number = len(list(folder.glob("*.txt")))
    np.save(folder / f"{number:04}.npy", vectors, allow_pickle=False)
    partial = folder / "partial"
    partial.write_text("\n".join(texts) + "\n", "utf-8")
    partial.rename(folder / f"{number:04}.txt")
