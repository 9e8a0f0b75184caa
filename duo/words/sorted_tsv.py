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
_SCAN_COST_IN_LOOKUPS = 20  # they cost as much as scanning the file for a value


class SortedTsv(Mapping[str, str]):
    """A read-only mapping from words to values in a file with one word per line, sorted by `sort_key`.

    Entries of `changes` replace those of the file.
    """

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
        yield from (word for word, _ in self._all_rows() if word not in self._changes)
        yield from self._changes

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _look_up(self, word: str) -> str | None:
        if (changed := self._changes.get(word)) is not None:
            return changed
        if self._lookups > _LOOKUPS_BEFORE_INDEX:
            return self._look_up_in_index(word)
        self._lookups += 1
        return next((value for found, value in self._find_rows(strip_accents(word)) if found == word), None)

    def _look_up_in_index(self, word: str) -> str | None:
        for start in self._line_index.find(word):
            prefix = f"{word}\t".encode()
            value = start + len(prefix)
            if self._file_bytes[start:value] == prefix:
                return self._file_bytes[value : self._file_bytes.find(b"\n", value)].decode()
        return None

    def accent_variants(self, plain: str) -> Iterator[str]:
        """Yield the words of the table that have these letters, with any accents."""
        found = [word for word, _ in self._find_rows(plain)]
        yield from found
        yield from (word for word in self._changes if strip_accents(word) == plain and word not in found)

    def has_value(self, value: str) -> bool:
        """Whether any word has this value."""
        if any(value in values.split() for values in self._changes.values()):
            return True
        if self._lookups > _LOOKUPS_BEFORE_INDEX and not self._value_index.find(value):
            return False
        self._lookups += _SCAN_COST_IN_LOOKUPS
        sought, start = value.encode(), -1
        while (start := self._file_bytes.find(sought, start + 1)) >= 0:
            end = start + len(sought)
            if self._file_bytes[start - 1 : start] in (b"\t", b" ") and self._file_bytes[end : end + 1] in (
                b" ",
                b"\n",
            ):
                return True
        return False

    @cached_property
    def _file_bytes(self) -> mmap.mmap | bytes:
        with self._path.open("rb") as file:
            if not self._path.stat().st_size:  # an empty file cannot be mapped
                return b""
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    @cached_property
    def _line_index(self) -> "_HashIndex":
        """An index of all words, with the byte offset of each word's line."""
        words, start = [], 0
        for line in self._file_bytes[:].split(b"\n")[:-1]:
            words.append((line.partition(b"\t")[0].decode(), start))
            start += len(line) + 1
        return _HashIndex(words)

    @cached_property
    def _value_index(self) -> "_HashIndex":
        """An index of the values of all words. It only tells whether a value exists: the numbers in it mean nothing."""
        return _HashIndex((value, 0) for value in {value for _, values in self._all_rows() for value in values.split()})

    def _all_rows(self) -> Iterator[tuple[str, str]]:
        for line in self._file_bytes[:].decode().split("\n")[:-1]:
            word, _, value = line.partition("\t")
            yield word, value

    def _row_around(self, place: int) -> tuple[int, str, str]:
        """Return the line around this byte: the offset of its end, its word and its value."""
        start = self._file_bytes.rfind(b"\n", 0, place) + 1
        end = self._file_bytes.find(b"\n", start)
        word, _, value = self._file_bytes[start:end].decode().partition("\t")
        return end, word, value

    def _find_rows(self, plain: str) -> Iterator[tuple[str, str]]:
        """Yield the rows whose word has these letters, with any accents. A binary search finds the first row."""
        low, high = 0, len(self._file_bytes)
        while low < high:
            middle = (low + high) // 2
            end, word, _ = self._row_around(middle)
            if strip_accents(word) < plain:
                low = end + 1
            else:
                high = self._file_bytes.rfind(b"\n", 0, middle) + 1
        while low < len(self._file_bytes):
            end, word, value = self._row_around(low)
            if strip_accents(word) != plain:
                return
            yield word, value
            low = end + 1


class _HashIndex:
    """Numbers stored under the hashes of words. Two words may share a hash, so `find` may return numbers of both."""

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
