"""A word table in a sorted TSV file: binary search at first, an index once many words were looked up.

The index is two arrays of numbers. A dictionary would take ten times the memory, and reference counting would copy
it into every forked process.
"""

import mmap
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from duo.words.spelling import strip_accents

_LOOKUPS_BEFORE_INDEX = 600  # they cost as much as building the index
_HASH_MASK = (1 << 64) - 1  # makes a hash unsigned
_LOOKUPS_PER_SCAN = 20  # they cost as much as scanning the file for a value


class SortedTsv(Mapping[str, str]):
    """One word and its values per line, sorted by `sort_key`. `changes` override the file."""

    def __init__(self, path: Path, changes: Mapping[str, str]) -> None:
        self._path = path
        self._changes = changes
        self._lookups = 0

    def __getitem__(self, word: str) -> str:
        if (value := self._look_up(word)) is None:
            raise KeyError(word)
        return value

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._look_up(word) is not None

    def __iter__(self) -> Iterator[str]:
        yield from (word for word, _ in self._lines() if word not in self._changes)
        yield from self._changes

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _look_up(self, word: str) -> str | None:
        if (changed := self._changes.get(word)) is not None:
            return changed
        if self._lookups > _LOOKUPS_BEFORE_INDEX:
            return self._look_up_in_index(word)
        self._lookups += 1
        return next((value for found, value in self._find_lines(strip_accents(word)) if found == word), None)

    def _look_up_in_index(self, word: str) -> str | None:
        for start in self._line_index.find(word):
            prefix = f"{word}\t".encode()
            value = start + len(prefix)
            if self._bytes[start:value] == prefix:
                return self._bytes[value : self._bytes.find(b"\n", value)].decode()
        return None

    def accent_variants(self, plain: str) -> Iterator[str]:
        """Yield the words with these letters and any accents."""
        found = [word for word, _ in self._find_lines(plain)]
        yield from found
        yield from (word for word in self._changes if strip_accents(word) == plain and word not in found)

    def has_value(self, value: str) -> bool:
        """Whether any word has this value."""
        if any(value in values.split() for values in self._changes.values()):
            return True
        if self._lookups > _LOOKUPS_BEFORE_INDEX and not self._value_index.find(value):
            return False
        self._lookups += _LOOKUPS_PER_SCAN
        sought, start = value.encode(), -1
        while (start := self._bytes.find(sought, start + 1)) >= 0:
            end = start + len(sought)
            if self._bytes[start - 1 : start] in (b"\t", b" ") and self._bytes[end : end + 1] in (b" ", b"\n"):
                return True
        return False

    @cached_property
    def _bytes(self) -> mmap.mmap | bytes:
        with self._path.open("rb") as file:
            if not self._path.stat().st_size:  # an empty file cannot be mapped
                return b""
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    @cached_property
    def _line_index(self) -> "_Index":
        """The byte offset of each word's line."""
        words, start = [], 0
        for line in self._bytes[:].split(b"\n")[:-1]:
            words.append((line.partition(b"\t")[0].decode(), start))
            start += len(line) + 1
        return _Index(words)

    @cached_property
    def _value_index(self) -> "_Index":
        """The values of all words, without offsets."""
        return _Index((value, 0) for value in {value for _, values in self._lines() for value in values.split()})

    def _lines(self) -> Iterator[tuple[str, str]]:
        for line in self._bytes[:].decode().split("\n")[:-1]:
            word, _, value = line.partition("\t")
            yield word, value

    def _line_around(self, place: int) -> tuple[int, str, str]:
        """Return the end of the line around this byte, its word and its value."""
        start = self._bytes.rfind(b"\n", 0, place) + 1
        end = self._bytes.find(b"\n", start)
        word, _, value = self._bytes[start:end].decode().partition("\t")
        return end, word, value

    def _find_lines(self, plain: str) -> Iterator[tuple[str, str]]:
        """Yield the lines whose word has these letters: a binary search finds the first, the others follow it."""
        low, high = 0, len(self._bytes)
        while low < high:
            middle = (low + high) // 2
            end, word, _ = self._line_around(middle)
            if strip_accents(word) < plain:
                low = end + 1
            else:
                high = self._bytes.rfind(b"\n", 0, middle) + 1
        while low < len(self._bytes):
            end, word, value = self._line_around(low)
            if strip_accents(word) != plain:
                return
            yield word, value
            low = end + 1


class _Index:
    """Numbers by word hash. Different words may share a hash, so check what `find` returns."""

    def __init__(self, numbers: Iterable[tuple[str, int]]) -> None:
        # Single integers sort several times faster than pairs.
        joined = sorted([(hash(word) & _HASH_MASK) << 32 | number for word, number in numbers])
        self._hashes = array("Q", [each >> 32 for each in joined])
        self._numbers = array("L", [each & 0xFFFF_FFFF for each in joined])

    def find(self, word: str) -> Sequence[int]:
        hashed = hash(word) & _HASH_MASK
        place = end = bisect_left(self._hashes, hashed)
        while end < len(self._hashes) and self._hashes[end] == hashed:
            end += 1
        return self._numbers[place:end] if end > place else ()


def sort_key(word: str) -> tuple[str, str]:
    """Sort key of the words in a table: letters first, then accents."""
    return strip_accents(word), word
