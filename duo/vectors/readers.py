"""Reads word vectors that others published: files of word2vec, GloVe and fastText, and spaCy's packages.

They are untrusted: nothing in them is ever executed, what they claim is held against their size before memory is asked
for, and no file makes us work longer than a bounded number of words and numbers takes.
"""

import importlib.util
import itertools
import json
import mmap
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from duo.core.refusal import Refusal

MAX_WORDS = 200_000  # that are looked at; files list the most frequent first
MAX_DIMENSIONS = 2_000
MAX_NUMBERS = 100_000_000  # half a gigabyte; of longer vectors fewer words are looked at
MAX_BYTES = 20_000_000_000
_MAX_LINE_BYTES = 100_000
_MAX_WORD_BYTES = 1_000  # bytes of a word in a binary file
_WORDS_PER_PROGRESS = 1_000  # words between two tellings
_COMPRESSED_FORMATS = {b"PK\x03\x04": "zip", b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ": "xz"}
_PICKLE = tuple(b"\x80" + bytes([protocol]) for protocol in range(2, 6))

WordVectors = tuple[list[str], NDArray[np.float32]]
Progress = Callable[[int, int], None]  # how much is done, of how much


def no_progress(_done: int, _total: int) -> None:
    """For whoever does not want to hear how far it is."""


def read_file(path: Path, progress: Progress = no_progress) -> WordVectors:
    """The words and vectors of a word2vec file (text or binary), a GloVe or a fastText text file."""
    size = path.stat().st_size if path.is_file() else 0
    if not 0 < size <= MAX_BYTES:
        raise Refusal("{file} is not a file of word vectors: it has {size} bytes.", file=path, size=size)
    with path.open("rb") as file:
        start = file.read(_MAX_LINE_BYTES)
    for magic, kind in _COMPRESSED_FORMATS.items():
        if start.startswith(magic):
            raise Refusal(
                "{file} is packed with {kind}. Unpack it first; a packed file can hide any size.", file=path, kind=kind
            )
    if start.startswith(_PICKLE):
        raise Refusal(
            "{file} is a pickle, which could run any program when it is opened. Where you trust it, convert it: "
            'gensim.models.KeyedVectors.load("{file}").save_word2vec_format("vectors.txt")',
            file=path,
        )
    line, newline, rest = start.partition(b"\n")
    if not newline:
        raise Refusal("{file} is not a file of word vectors: its first line does not end.", file=path)
    header = _header(line)
    if header is None:
        return _read_text(path, None, len(line.split()) - 1, progress)
    words, dimensions = header
    if not 0 < dimensions <= MAX_DIMENSIONS or words < 1:
        raise Refusal(
            "{file} claims {words} words of {dimensions} dimensions; that cannot be right.",
            file=path,
            words=words,
            dimensions=dimensions,
        )
    if _is_text(rest, dimensions):
        return _read_text(path, words, dimensions, progress)
    return _read_binary(path, words, dimensions, len(line) + 1, progress)


def _header(line: bytes) -> tuple[int, int] | None:
    parts = line.split()
    if len(parts) == 2 and all(part.isdigit() and len(part) < 15 for part in parts):
        return int(parts[0]), int(parts[1])
    return None


def _is_text(rest: bytes, dimensions: int) -> bool:
    first = rest.partition(b"\n")[0].split()
    try:
        return len(first) > dimensions and all(isinstance(float(part), float) for part in first[-dimensions:])
    except ValueError:
        return False


def _max_words(dimensions: int) -> int:
    return min(MAX_WORDS, MAX_NUMBERS // dimensions)


def _read_text(path: Path, words: int | None, dimensions: int, progress: Progress) -> WordVectors:
    """Line by line, so that a cut or foreign line is named by its number."""
    if not 1 < dimensions <= MAX_DIMENSIONS:
        raise Refusal(
            "{file} is not a file of word vectors: its first line has {count} numbers.",
            file=path,
            count=max(dimensions, 0),
        )
    found: list[str] = []
    rows: list[NDArray[np.float32]] = []
    most, size = _max_words(dimensions), path.stat().st_size
    # A number too large for us becomes infinite, which the importer refuses by the word that it belongs to.
    with path.open("rb") as file, np.errstate(over="ignore"):
        if words is not None:
            file.readline(_MAX_LINE_BYTES)
        for number in itertools.count(1 + (words is not None)):
            line = file.readline(_MAX_LINE_BYTES)
            if not line or len(found) >= most:
                break
            parts = line.decode("utf-8", "replace").rstrip().rsplit(" ", dimensions)
            try:
                rows.append(np.asarray(parts[1:], np.float32))
            except ValueError:
                rows.append(np.empty(0, np.float32))
            if len(rows[-1]) != dimensions:
                raise Refusal(
                    "{file}, line {line}: a word and {count} numbers are expected.",
                    file=path,
                    line=number,
                    count=dimensions,
                )
            found.append(parts[0])
            if not len(found) % _WORDS_PER_PROGRESS:
                progress(file.tell(), size)
    if words is not None and len(found) < min(words, most):
        raise _truncation_error(path, words, len(found))
    if not found:
        raise Refusal("{file} has no words.", file=path)
    return found, np.stack(rows)


def _read_binary(path: Path, words: int, dimensions: int, place: int, progress: Progress) -> WordVectors:
    """A word, a blank, its numbers, and so on; gensim would search a file without blanks for hours."""
    size, width = path.stat().st_size, 4 * dimensions
    if words * (width + 2) > size:
        raise _truncation_error(path, words, size // (width + 2))
    found: list[str] = []
    vectors = np.empty((min(words, _max_words(dimensions)), dimensions), np.float32)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        for row in range(len(vectors)):
            end = content.find(b" ", place, place + _MAX_WORD_BYTES)
            if end < 0:
                raise Refusal("{file} is not a word2vec file: word {number} does not end.", file=path, number=row + 1)
            if end + 1 + width > size:
                raise _truncation_error(path, words, row)
            found.append(content[place:end].decode("utf-8", "replace").strip())
            vectors[row] = np.frombuffer(content, "<f4", dimensions, end + 1)
            place = end + 1 + width
            if not row % _WORDS_PER_PROGRESS:
                progress(place, size)
    return found, vectors


def _truncation_error(path: Path, words: int, found: int) -> Refusal:
    return Refusal("{file} is cut off: it claims {words} words and has {found}.", file=path, words=words, found=found)


def read_package(name: str) -> WordVectors:
    """The vectors of an installed spaCy package; nothing of it is imported.

    In its smaller packages many words share a row, and only the first owner of a row is near it in meaning.
    """
    from spacy.vocab import Vocab

    home = _package_dir(name)
    try:
        meta = json.loads((home / "meta.json").read_text("utf-8"))
        data = home / f"{meta['lang']}_{meta['name']}-{meta['version']}"
        vocabulary = Vocab().from_disk(data / "vocab", exclude=["lookups"])
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        raise Refusal("{source} is not a spaCy package with vectors.", source=name) from error
    owners: dict[int, str] = {}
    for key, row in vocabulary.vectors.key2row.items():
        if row >= 0 and key in vocabulary.strings:  # a package may have lost the word of a vector
            owners.setdefault(row, vocabulary.strings[key])
    if not owners:
        raise Refusal("{source} is not a spaCy package with vectors.", source=name)
    chosen = list(owners)[:MAX_WORDS]
    return [owners[row] for row in chosen], np.asarray(vocabulary.vectors.data[chosen], np.float32)


def _package_dir(name: str) -> Path:
    found = importlib.util.find_spec(name) if name.isidentifier() else None
    if found is None or found.origin is None:
        raise Refusal("{source} is neither a file nor an installed spaCy package.", source=name)
    return Path(found.origin).parent
