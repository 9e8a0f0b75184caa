"""Reads published word vectors: word2vec, GloVe and fastText files, and spaCy packages.

The files are untrusted. Nothing in them is executed, the claimed size is checked against the file size before memory is
allocated, and the number of words and values that are read is limited.
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

MAX_WORDS_READ = 200_000  # the rest is ignored; files list the most frequent words first
MAX_VECTOR_DIMENSIONS = 2_000
MAX_VECTOR_VALUES = 100_000_000  # half a gigabyte; fewer words are read if the vectors are long
MAX_VECTOR_FILE_BYTES = 20_000_000_000
_MAX_LINE_BYTES = 100_000
_MAX_WORD_BYTES = 1_000  # in a binary file
_WORDS_PER_PROGRESS_CALL = 1_000
_COMPRESSED_FORMATS = {b"PK\x03\x04": "zip", b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ": "xz"}
_PICKLE_PREFIXES = tuple(b"\x80" + bytes([protocol]) for protocol in range(2, 6))

WordVectors = tuple[list[str], NDArray[np.float32]]
Progress = Callable[[int, int], None]  # called with the bytes done and the total


def no_progress(_done: int, _total: int) -> None:
    """No-op progress callback."""


def read_vector_file(path: Path, progress: Progress = no_progress) -> WordVectors:
    """Read a word2vec file (text or binary), or a GloVe or fastText text file."""
    size = path.stat().st_size if path.is_file() else 0
    if not 0 < size <= MAX_VECTOR_FILE_BYTES:
        raise Refusal("{file} is not a file of word vectors: it has {size} bytes.", file=path, size=size)
    with path.open("rb") as file:
        start = file.read(_MAX_LINE_BYTES)
    for magic, kind in _COMPRESSED_FORMATS.items():
        if start.startswith(magic):
            raise Refusal(
                "{file} is compressed with {kind}. Decompress it first; a compressed file can expand to any size.",
                file=path,
                kind=kind,
            )
    if start.startswith(_PICKLE_PREFIXES):
        raise Refusal(
            "{file} is a pickle, which can run any program when it is opened. If you trust it, convert it: "
            'gensim.models.KeyedVectors.load("{file}").save_word2vec_format("vectors.txt")',
            file=path,
        )
    line, newline, rest = start.partition(b"\n")
    if not newline:
        raise Refusal("{file} is not a file of word vectors: its first line does not end.", file=path)
    header = _parse_header(line)
    if header is None:
        return _read_text(path, None, len(line.split()) - 1, progress)
    words, dimensions = header
    if not 0 < dimensions <= MAX_VECTOR_DIMENSIONS or words < 1:
        raise Refusal(
            "{file} claims {words} words of {dimensions} dimensions; that cannot be right.",
            file=path,
            words=words,
            dimensions=dimensions,
        )
    if _is_text_format(rest, dimensions):
        return _read_text(path, words, dimensions, progress)
    return _read_binary(path, words, dimensions, len(line) + 1, progress)


def _parse_header(line: bytes) -> tuple[int, int] | None:
    """Return the numbers of words and dimensions if this is the first line of a word2vec file, or None."""
    parts = line.split()
    if len(parts) == 2 and all(part.isdigit() and len(part) < 15 for part in parts):
        return int(parts[0]), int(parts[1])
    return None


def _is_text_format(rest: bytes, dimensions: int) -> bool:
    """Return whether the bytes after the header are text: a line with a word and its numbers."""
    first = rest.partition(b"\n")[0].split()
    try:
        return len(first) > dimensions and all(isinstance(float(part), float) for part in first[-dimensions:])
    except ValueError:
        return False


def _max_words(dimensions: int) -> int:
    """Return how many words with vectors of this length are read at most."""
    return min(MAX_WORDS_READ, MAX_VECTOR_VALUES // dimensions)


def _read_text(path: Path, words: int | None, dimensions: int, progress: Progress) -> WordVectors:
    """Read a text file with a word and its vector in each line. `words` is the number in its header, if it has one."""
    if not 1 < dimensions <= MAX_VECTOR_DIMENSIONS:
        raise Refusal(
            "{file} is not a file of word vectors: its first line has {count} numbers.",
            file=path,
            count=max(dimensions, 0),
        )
    found: list[str] = []
    rows: list[NDArray[np.float32]] = []
    max_words, size = _max_words(dimensions), path.stat().st_size
    # A number that is too large becomes infinite, and the importer refuses it with its word.
    with path.open("rb") as file, np.errstate(over="ignore"):
        if words is not None:
            file.readline(_MAX_LINE_BYTES)
        for number in itertools.count(1 + (words is not None)):
            line = file.readline(_MAX_LINE_BYTES)
            if not line or len(found) >= max_words:
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
            if not len(found) % _WORDS_PER_PROGRESS_CALL:
                progress(file.tell(), size)
    if words is not None and len(found) < min(words, max_words):
        raise _truncation_error(path, words, len(found))
    if not found:
        raise Refusal("{file} has no words.", file=path)
    return found, np.stack(rows)


def _read_binary(path: Path, words: int, dimensions: int, start: int, progress: Progress) -> WordVectors:
    """Read a binary word2vec file from the byte `start` on: each word is followed by a space and its vector.

    The search for the space is bounded, because a damaged file may have none.
    """
    size, width = path.stat().st_size, 4 * dimensions
    if words * (width + 2) > size:
        raise _truncation_error(path, words, size // (width + 2))
    found: list[str] = []
    vectors = np.empty((min(words, _max_words(dimensions)), dimensions), np.float32)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        for row in range(len(vectors)):
            end = content.find(b" ", start, start + _MAX_WORD_BYTES)
            if end < 0:
                raise Refusal("{file} is not a word2vec file: word {number} does not end.", file=path, number=row + 1)
            if end + 1 + width > size:
                raise _truncation_error(path, words, row)
            found.append(content[start:end].decode("utf-8", "replace").strip())
            vectors[row] = np.frombuffer(content, "<f4", dimensions, end + 1)
            start = end + 1 + width
            if not row % _WORDS_PER_PROGRESS_CALL:
                progress(start, size)
    return found, vectors


def _truncation_error(path: Path, words: int, found: int) -> Refusal:
    return Refusal("{file} is cut off: it claims {words} words and has {found}.", file=path, words=words, found=found)


def read_spacy_package(name: str) -> WordVectors:
    """Read the vectors of an installed spaCy package without importing it.

    In the smaller packages many words share the vector of a similar word. Only the first word of each vector is read.
    """
    from spacy.vocab import Vocab

    package_dir = _package_dir(name)
    try:
        meta = json.loads((package_dir / "meta.json").read_text("utf-8"))
        pipeline_dir = package_dir / f"{meta['lang']}_{meta['name']}-{meta['version']}"
        vocabulary = Vocab().from_disk(pipeline_dir / "vocab", exclude=["lookups"])
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        raise Refusal("{source} is not a spaCy package with vectors.", source=name) from error
    words: dict[int, str] = {}
    for key, row in vocabulary.vectors.key2row.items():
        if row >= 0 and key in vocabulary.strings:  # some packages lack the word of a vector
            words.setdefault(row, vocabulary.strings[key])
    if not words:
        raise Refusal("{source} is not a spaCy package with vectors.", source=name)
    rows = list(words)[:MAX_WORDS_READ]
    return [words[row] for row in rows], np.asarray(vocabulary.vectors.data[rows], np.float32)


def _package_dir(name: str) -> Path:
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    if spec is None or spec.origin is None:
        raise Refusal("{source} is neither a file nor an installed spaCy package.", source=name)
    return Path(spec.origin).parent
