"""A table of words in a file: read word by word where it lies, or as a whole once many words are asked for."""

import mmap
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from duo.words.spelling import bare

_MANY = 600  # look-ups that cost as much as reading the file
_SCAN = 20  # look-ups that cost as much as looking for a value from one end to the other


class SortedTsv(Mapping[str, str]):
    """Words with their values, a line each, in the order of `order`; `changes` go before what the file says."""

    def __init__(self, path: Path, changes: Mapping[str, str]) -> None:
        self._path = path
        self._changes = changes
        self._asked = 0

    def __getitem__(self, word: str) -> str:
        if (value := self._look_up(word)) is None:
            raise KeyError(word)
        return value

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._look_up(word) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole)

    def __len__(self) -> int:
        return len(self._whole)

    def _look_up(self, word: str) -> str | None:
        if self._asked > _MANY:
            return self._whole.get(word)
        self._asked += 1
        if (changed := self._changes.get(word)) is not None:
            return changed
        return next((value for found, value in self._spelt(bare(word)) if found == word), None)

    def spelt(self, plain: str) -> Iterator[str]:
        """The words that have these letters, whatever their accents."""
        found = [word for word, _ in self._spelt(plain)]
        yield from found
        yield from (word for word in self._changes if bare(word) == plain and word not in found)

    def tells(self, value: str) -> bool:
        """Whether some word has this among its values."""
        if self._asked > _MANY:
            return value in self._told
        self._asked += _SCAN
        sought, place = value.encode(), -1
        while (place := self._bytes.find(sought, place + 1)) >= 0:
            after = self._bytes[place + len(sought) : place + len(sought) + 1]
            if self._bytes[place - 1 : place] in (b"\t", b" ") and after in (b" ", b"\n"):
                return True
        return any(value in values.split() for values in self._changes.values())

    @cached_property
    def _bytes(self) -> mmap.mmap:
        with self._path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    @cached_property
    def _whole(self) -> dict[str, str]:
        rows = (line.partition("\t") for line in self._bytes[:].decode().splitlines())
        return {word: value for word, _, value in rows} | dict(self._changes)

    @cached_property
    def _told(self) -> frozenset[str]:
        return frozenset(value for values in self._whole.values() for value in values.split())

    def _line(self, place: int) -> tuple[int, str, str]:
        """Where the line around this byte ends, its word and its value."""
        start = self._bytes.rfind(b"\n", 0, place) + 1
        end = self._bytes.find(b"\n", start)
        word, _, value = self._bytes[start:end].decode().partition("\t")
        return end, word, value

    def _spelt(self, plain: str) -> Iterator[tuple[str, str]]:
        """The lines whose word has these letters: the first is found by halving, the others stand behind it."""
        low, high = 0, len(self._bytes)
        while low < high:
            middle = (low + high) // 2
            end, word, _ = self._line(middle)
            if bare(word) < plain:
                low = end + 1
            else:
                high = self._bytes.rfind(b"\n", 0, middle) + 1
        while low < len(self._bytes):
            end, word, value = self._line(low)
            if bare(word) != plain:
                return
            yield word, value
            low = end + 1


def order(word: str) -> tuple[str, str]:
    """The order of the words in a table: by letters, then by accents."""
    return bare(word), word
