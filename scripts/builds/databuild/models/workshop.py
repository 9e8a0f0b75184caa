"""Where a build keeps what it fetched and computed, so that it goes on where it was stopped."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from databuild import downloads
from databuild.models.encoders import ENCODERS, Vectors
from databuild.models.translators import Translations, load_opus

ProgressCallback = Callable[[str, int, int], None]  # what is being done, steps done, steps in all
_SHARD_SIZE = 2048


class BuildCache:
    """The folder of sources and encodings, and who is told how far a build is."""

    def __init__(self, progress: ProgressCallback) -> None:
        self.tell = progress

    def source(self, name: str) -> Path:
        self.tell(f"source {name}", 0, 1)
        found = downloads.unpack_source(name)
        self.tell(f"source {name}", 1, 1)
        return found

    def encode(self, encoder: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """The encodings of these texts; what an earlier run encoded is not encoded again."""
        shelf = downloads.cache_dir() / "encodings" / encoder
        shelf.mkdir(parents=True, exist_ok=True)
        known = _load_shards(shelf)
        missing = sorted({text for text in texts if text not in known}, key=lambda text: (len(text), text))
        if missing:
            run = ENCODERS[encoder](self.source)
            for start in range(0, len(missing), _SHARD_SIZE):
                self.tell(f"encoding with {encoder}", start, len(missing))
                part = missing[start : start + _SHARD_SIZE]
                vectors = _in_batches(run, part)
                _save_shard(shelf, part, vectors)
                known |= zip(part, vectors, strict=True)
        self.tell(f"encoding with {encoder}", len(texts), len(texts))
        return np.stack([known[text] for text in texts]).astype(np.float32)

    def translate(self, direction: str, texts: Sequence[str]) -> list[Translations]:
        """The best few translations of these texts; what an earlier run translated is not translated again."""
        shelf = downloads.cache_dir() / "translations"
        shelf.mkdir(parents=True, exist_ok=True)
        file = shelf / f"{direction}.jsonl"
        known: dict[str, Translations] = {}
        if file.is_file():
            for line in file.read_text("utf-8").splitlines():
                with suppress(ValueError):  # the last line of a run that was stopped
                    known |= json.loads(line)
        missing = sorted({text for text in texts if text not in known}, key=lambda text: (len(text), text))
        if missing:
            run = load_opus(direction, self.source)
            for start in range(0, len(missing), _SHARD_SIZE):
                self.tell(f"translating {direction}", start, len(missing))
                part = missing[start : start + _SHARD_SIZE]
                found = dict(zip(part, run(part), strict=True))
                with file.open("a", encoding="utf-8") as lines:
                    lines.write("\n" + json.dumps(found, ensure_ascii=False))
                known |= found
        self.tell(f"translating {direction}", len(texts), len(texts))
        return [[(text, chance) for text, chance in known[text]] for text in texts]


def _in_batches(encode: Callable[[Sequence[str]], Vectors], texts: Sequence[str], size: int = 256) -> Vectors:
    """Texts come sorted by length, so little is spent on padding."""
    return np.concatenate([encode(texts[start : start + size]) for start in range(0, len(texts), size)])


def _load_shards(shelf: Path) -> dict[str, NDArray[np.float32]]:
    known: dict[str, NDArray[np.float32]] = {}
    for listing in sorted(shelf.glob("*.txt")):
        vectors = np.load(listing.with_suffix(".npy"), allow_pickle=False)
        known |= zip(listing.read_text("utf-8").splitlines(), vectors, strict=True)
    return known


def _save_shard(shelf: Path, texts: Sequence[str], vectors: Vectors) -> None:
    number = len(list(shelf.glob("*.txt")))
    np.save(shelf / f"{number:04}.npy", vectors, allow_pickle=False)
    partial = shelf / "partial"
    partial.write_text("\n".join(texts) + "\n", "utf-8")
    partial.rename(shelf / f"{number:04}.txt")
