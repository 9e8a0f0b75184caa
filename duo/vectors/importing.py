"""Makes a model out of word vectors that others published.

Files are untrusted: nothing in them is ever executed, and what they claim is held against their size before memory
is asked for.
"""

import hashlib
import importlib.util
import itertools
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from duo.core.refusal import Refusal
from duo.core.word import LONGEST_WORD, fold, has_control
from duo.mind.model import MOST_ROWS, Model
from duo.mind.signals import unit
from duo.vectors.writer import ModelWriter, Origin, Vocabulary

MOST_WORDS = 200_000  # that are looked at; files list the most frequent first
MOST_DIMENSIONS = 2_000
MOST_BYTES = 20_000_000_000
_MOST_LINE = 100_000
_FEWEST_CANDIDATES = 100
_PIPELINE = ("attribute_ruler", "lemmatizer", "morphologizer", "ner", "parser", "senter", "tagger", "tok2vec")
_PACKED = {b"PK\x03\x04": "zip", b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ": "xz"}
_PICKLE = tuple(b"\x80" + bytes([protocol]) for protocol in range(2, 6))

Table = tuple[list[str], NDArray[np.float32]]


def import_model(source: str, lang: str, name: str, home: Path) -> Model:
    """A model in the folder `home` from a file of vectors or an installed spaCy package with vectors."""
    if (home / "manifest.json").exists() or (home.exists() and any(home.iterdir())):
        raise Refusal("{folder} is there already and not empty; choose another folder.", folder=home)
    path = Path(source)
    words, vectors = read_file(path) if path.exists() else read_package(source)
    words, vectors = _cleaned(source, words, vectors)
    vocabulary, order = _vocabulary(words, lang)
    writer = ModelWriter(home, name, lang, "imported", vocabulary)
    writer.write_array("vectors", _levelled(unit(vectors[order])).astype(np.float16))
    writer.add_signal("vectors", "vectors")
    version = _digest(path) if path.exists() else "installed"
    writer.finish({"imported": ("vectors",)}, [Origin(path.name, version, "as its publisher says", "word vectors")])
    return Model.open(home)


def _levelled(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each vector with a spread of one, where half precision is finest; its length says nothing."""
    return np.asarray(vectors / np.maximum(vectors.std(axis=1, keepdims=True), 1e-12))


def read_file(path: Path) -> Table:
    """The words and vectors of a word2vec file (text or binary), a GloVe or a fastText text file."""
    size = path.stat().st_size if path.is_file() else 0
    if not 0 < size <= MOST_BYTES:
        raise Refusal("{file} is no file of word vectors: it has {size} bytes.", file=path, size=size)
    with path.open("rb") as file:
        start = file.read(_MOST_LINE)
    for magic, kind in _PACKED.items():
        if start.startswith(magic):
            raise Refusal("{file} is packed with {kind}. Unpack it first; a packed file can hide any size.",
                          file=path, kind=kind)  # fmt: skip
    if start.startswith(_PICKLE):
        raise Refusal(
            "{file} is a pickle, which could run any program when it is opened. Where you trust it, convert it: "
            'gensim.models.KeyedVectors.load("{file}").save_word2vec_format("vectors.txt")',
            file=path,
        )
    line, newline, rest = start.partition(b"\n")
    if not newline:
        raise Refusal("{file} is no file of word vectors: its first line does not end.", file=path)
    header = _header(line)
    if header is None:
        return _read_text(path, None, len(line.split()) - 1)
    words, dimensions = header
    if not 0 < dimensions <= MOST_DIMENSIONS or words < 1:
        raise Refusal("{file} claims {words} words of {dimensions} dimensions; that cannot be right.",
                      file=path, words=words, dimensions=dimensions)  # fmt: skip
    if _is_text(rest, dimensions):
        return _read_text(path, words, dimensions)
    return _read_binary(path, words, dimensions, size)


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


def _read_text(path: Path, words: int | None, dimensions: int) -> Table:
    """Line by line, so that a cut or foreign line is named by its number."""
    if not 1 < dimensions <= MOST_DIMENSIONS:
        raise Refusal("{file} is no file of word vectors: its first line has {count} numbers.",
                      file=path, count=max(dimensions, 0))  # fmt: skip
    found: list[str] = []
    rows: list[NDArray[np.float32]] = []
    with path.open("rb") as file:
        if words is not None:
            file.readline(_MOST_LINE)
        for number in itertools.count(1 + (words is not None)):
            line = file.readline(_MOST_LINE)
            if not line or len(found) >= MOST_WORDS:
                break
            parts = line.decode("utf-8", "replace").rstrip().rsplit(" ", dimensions)
            try:
                rows.append(np.asarray(parts[1:], np.float32))
            except ValueError:
                rows.append(np.empty(0, np.float32))
            if len(rows[-1]) != dimensions:
                raise Refusal("{file}, line {line}: a word and {count} numbers are expected.",
                              file=path, line=number, count=dimensions)  # fmt: skip
            found.append(parts[0])
    if words is not None and len(found) < min(words, MOST_WORDS):
        raise Refusal("{file} is cut off: it claims {words} words and has {found}.",
                      file=path, words=words, found=len(found))  # fmt: skip
    if not found:
        raise Refusal("{file} has no words.", file=path)
    return found, np.stack(rows)


def _read_binary(path: Path, words: int, dimensions: int, size: int) -> Table:
    if words * (dimensions * 4 + 2) > size:
        raise Refusal("{file} is cut off: it claims {words} words and has {found}.",
                      file=path, words=words, found=size // (dimensions * 4 + 2))  # fmt: skip
    from gensim.models import KeyedVectors

    try:
        loaded = KeyedVectors.load_word2vec_format(
            str(path), binary=True, limit=min(words, MOST_WORDS), unicode_errors="replace"
        )
    except (ValueError, EOFError, UnicodeError) as error:
        raise Refusal("{file} is no word2vec file: {problem}", file=path, problem=str(error)[:200]) from error
    return list(loaded.index_to_key), np.asarray(loaded.vectors, np.float32)


def read_package(name: str) -> Table:
    """The vectors of an installed spaCy package.

    In its smaller packages many words share a row, and only the first owner of a row is near it in meaning.
    """
    if not name.isidentifier() or importlib.util.find_spec(name) is None:
        raise Refusal("{source} is neither a file nor an installed spaCy package.", source=name)
    import spacy

    try:
        vocabulary: Any = spacy.load(name, exclude=_PIPELINE).vocab
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Refusal("{source} is no spaCy package with vectors.", source=name) from error
    owners: dict[int, str] = {}
    for key, row in vocabulary.vectors.key2row.items():
        if row >= 0 and key in vocabulary.strings:  # a package may have lost the word of a vector
            owners.setdefault(row, vocabulary.strings[key])
    if not owners:
        raise Refusal("{source} is no spaCy package with vectors.", source=name)
    chosen = list(owners)[:MOST_WORDS]
    return [owners[row] for row in chosen], np.asarray(vocabulary.vectors.data[chosen], np.float32)


def _cleaned(source: str, words: list[str], vectors: NDArray[np.float32]) -> Table:
    """Words as the models write them, each once, those that may be said only."""
    broken = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if len(broken):
        raise Refusal("{source}: the vector of {word} has numbers that are none.",
                      source=source, word=ascii(words[int(broken[0])][:LONGEST_WORD]))  # fmt: skip
    places: dict[str, int] = {}
    for place, word in enumerate(words):
        folded = fold(word.replace("_", " "))
        if 0 < len(folded) <= LONGEST_WORD and not has_control(folded) and len(places) < MOST_ROWS:
            places.setdefault(folded, place)
    if not places:
        raise Refusal("{file} has no words.", file=source)
    return list(places), vectors[list(places.values())]


def _vocabulary(words: list[str], lang: str) -> tuple[Vocabulary, list[int]]:
    """Candidates are the words that the shipped model offers too; a file of other words offers all it has."""
    shipped = Model.load(lang)
    known = dict(zip(shipped.candidates, shipped.familiarity.tolist(), strict=True))
    clues = [row for row, word in enumerate(words) if word in known]
    if len(clues) < _FEWEST_CANDIDATES:
        clues = list(range(len(words)))
    chosen = set(clues)
    clues.sort(key=lambda row: (-known.get(words[row], 0.0), row))
    order = [*clues, *(row for row in range(len(words)) if row not in chosen)]
    ordered = tuple(words[row] for row in order)
    familiarity = tuple(known.get(word, 0.0) for word in ordered)
    standing = set(ordered)
    forms = {form: base for form, base in shipped.forms().items() if base in standing and form not in standing}
    return Vocabulary(ordered, len(clues), familiarity, forms), order


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
