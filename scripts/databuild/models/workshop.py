"""Where a build keeps what it fetched and computed, so that it goes on where it was stopped."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from databuild import downloads
from databuild.models.encoders import ENCODERS, Vectors

Tell = Callable[[str, int, int], None]  # what is being done, steps done, steps in all
_SHARD = 2048


class Workshop:
    """The folder of sources and encodings, and who is told how far a build is."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell

    def source(self, name: str) -> Path:
        self.tell(f"source {name}", 0, 1)
        found = downloads.unpacked(name)
        self.tell(f"source {name}", 1, 1)
        return found

    def encoded(self, encoder: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """The encodings of these texts; what an earlier run encoded is not encoded again."""
        shelf = downloads.cache() / "encodings" / encoder
        shelf.mkdir(parents=True, exist_ok=True)
        known = _kept(shelf)
        missing = sorted({text for text in texts if text not in known}, key=lambda text: (len(text), text))
        if missing:
            run = ENCODERS[encoder](self.source)
            for start in range(0, len(missing), _SHARD):
                self.tell(f"encoding with {encoder}", start, len(missing))
                part = missing[start : start + _SHARD]
                vectors = _in_batches(run, part)
                _keep(shelf, part, vectors)
                known |= zip(part, vectors, strict=True)
        self.tell(f"encoding with {encoder}", len(texts), len(texts))
        return np.stack([known[text] for text in texts]).astype(np.float32)


def _in_batches(encode: Callable[[Sequence[str]], Vectors], texts: Sequence[str], size: int = 256) -> Vectors:
    """Texts come sorted by length, so little is spent on padding."""
    return np.concatenate([encode(texts[start : start + size]) for start in range(0, len(texts), size)])


def _kept(shelf: Path) -> dict[str, NDArray[np.float32]]:
    known: dict[str, NDArray[np.float32]] = {}
    for listing in sorted(shelf.glob("*.txt")):
        vectors = np.load(listing.with_suffix(".npy"), allow_pickle=False)
        known |= zip(listing.read_text("utf-8").splitlines(), vectors, strict=True)
    return known


def _keep(shelf: Path, texts: Sequence[str], vectors: Vectors) -> None:
    number = len(list(shelf.glob("*.txt")))
    np.save(shelf / f"{number:04}.npy", vectors, allow_pickle=False)
    partial = shelf / "partial"
    partial.write_text("\n".join(texts) + "\n", "utf-8")
    partial.rename(shelf / f"{number:04}.txt")
