"""Importing published word vectors: every format, and every kind of invalid file."""

import pickle
import sys
import zipfile

import numpy as np
import pytest
import spacy
from gensim.models import KeyedVectors

from duo.core.refusal import Refusal
from duo.mind.model.model import Model
from duo.vectors.importing import import_model

WORDS = ["ocean", "whale", "shark", "king", "queen", "crown", "piano", "music", "song", "New_York"]


@pytest.fixture(scope="module")
def vectors():
    """Three themes in eight dimensions, with a little noise."""
    rng = np.random.default_rng(5)
    themes = np.repeat(np.eye(4, 8), [3, 3, 3, 1], axis=0)
    loaded = KeyedVectors(8)
    loaded.add_vectors(WORDS, (themes + rng.normal(0, 0.05, themes.shape)).astype(np.float32))
    return loaded


@pytest.mark.parametrize("kind", ["word2vec", "binary", "glove"])
def test_each_format_of_vectors_becomes_a_model_that_knows_the_same(vectors, tmp_path, kind):
    file = tmp_path / "vectors"
    vectors.save_word2vec_format(str(file), binary=kind == "binary", write_header=kind != "glove")
    made = import_model(str(file), "en", "mine", tmp_path / "model")
    opened = Model.open(tmp_path / "model")
    assert opened.digest == made.digest
    assert opened.name == "mine"
    assert opened.knows("NEW YORK")
    scores = opened.associate(["ocean"], ["king", "whale", "piano"])[0]
    assert scores.argmax() == 1
    np.testing.assert_allclose(
        scores / 10, [vectors.similarity("ocean", w) for w in ("king", "whale", "piano")], atol=3e-3
    )


def assert_refused(tmp_path, content, message):
    file = tmp_path / "vectors"
    file.write_bytes(content)
    with pytest.raises(Refusal, match=message):
        import_model(str(file), "en", "mine", tmp_path / "model")
    assert not (tmp_path / "model").exists()


def test_a_cut_text_file_is_refused(tmp_path):
    assert_refused(tmp_path, b"3 2\na 1 2\nb 3 4\n", "cut off: it claims 3 words and has 2")
    assert_refused(tmp_path, b"3 2\na 1 2\nb 3", "line 3: a word and 2 numbers")


def test_a_cut_binary_file_is_refused_before_memory_is_asked_for(tmp_path):
    assert_refused(
        tmp_path, b"999999999 300\n" + b"ocean " + bytes(range(1, 200)), "cut off: it claims 999999999 words"
    )


def test_a_header_that_cannot_be_is_refused(tmp_path):
    assert_refused(tmp_path, b"5 99999999\nocean 1\n", "claims 5 words of 99999999 dimensions")
    assert_refused(tmp_path, b"0 0\n", "cannot be right")


@pytest.mark.parametrize("number", [b"nan", b"inf", b"-inf", b"1e39", b"-" + b"9" * 400])
def test_numbers_that_are_none_are_refused_with_their_word(tmp_path, number):
    assert_refused(tmp_path, b"ocean 1 2 3\nwhale 1 " + number + b" 3\n", "the vector of 'whale'")


def test_a_pickle_is_never_opened_but_told_how_to_convert(tmp_path, vectors):
    assert_refused(tmp_path, pickle.dumps({"ocean": [1.0, 2.0]}), "save_word2vec_format")
    vectors.save(str(tmp_path / "mine.kv"))
    with pytest.raises(Refusal, match="can run any program"):
        import_model(str(tmp_path / "mine.kv"), "en", "mine", tmp_path / "model")


def test_packed_files_are_refused_unread(tmp_path):
    with zipfile.ZipFile(tmp_path / "vectors.zip", "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("vectors.txt", "0" * 10_000_000)
    assert_refused(tmp_path, (tmp_path / "vectors.zip").read_bytes(), "compressed with zip")
    assert_refused(tmp_path, b"\x1f\x8b\x08" + bytes(100), "compressed with gzip")


@pytest.mark.parametrize("content", [b"", b"\n", b"hello", b"\x00" * 500, b"one line without end " * 9000])
def test_what_is_no_file_of_vectors_is_refused(tmp_path, content):
    assert_refused(tmp_path, content, "not a file of word vectors")


PACKAGE = """
from pathlib import Path
from spacy.util import get_model_meta, load_model_from_init_py

__version__ = get_model_meta(Path(__file__).parent)["version"]

def load(**overrides):
    return load_model_from_init_py(__file__, **overrides)
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Install a pipeline as a spaCy package of this name, as pip does."""
    site = tmp_path / "site"

    def install(name, pipeline):
        pipeline.meta.update(name=name.partition("_")[2], version="1.0.0")
        (site / name).mkdir(parents=True)
        pipeline.to_disk(site / name / f"{name}-1.0.0")
        (site / name / "__init__.py").write_text(PACKAGE)
        (site / name / "meta.json").write_bytes((site / name / f"{name}-1.0.0" / "meta.json").read_bytes())
        (site / f"{name}-1.0.0.dist-info").mkdir()
        (site / f"{name}-1.0.0.dist-info" / "METADATA").write_text(f"Name: {name}\nVersion: 1.0.0\n")
        monkeypatch.syspath_prepend(site)
        return name

    return install


def test_an_installed_spacy_package_becomes_a_model_that_knows_the_same(vectors, installed, tmp_path):
    pipeline = spacy.blank("en")
    for word in WORDS:
        pipeline.vocab.set_vector(word, vectors[word])
    # A word that shares the row of another, as most do in the smaller packages, is skipped.
    pipeline.vocab.vectors.add(pipeline.vocab.strings.add("tuba"), row=pipeline.vocab.vectors.find(key="king"))
    # A vector whose word is missing from the package is skipped.
    pipeline.vocab.vectors.resize((len(WORDS) + 1, len(vectors["king"])))
    pipeline.vocab.vectors.add(12345, vector=np.ones(len(vectors["king"]), np.float32))
    name = installed("en_tiny_vectors", pipeline)
    made = import_model(name, "en", "mine", tmp_path / "model")
    assert made.knows("NEW YORK")
    assert not made.knows("tuba")
    scores = made.associate(["ocean"], ["king", "whale", "piano"])[0]
    np.testing.assert_allclose(
        scores / 10, [vectors.similarity("ocean", w) for w in ("king", "whale", "piano")], atol=3e-3
    )
    [source] = made.manifest.sources
    assert (source["name"], source["version"]) == (name, "installed")


def test_a_spacy_package_without_vectors_is_refused(installed, tmp_path):
    with pytest.raises(Refusal, match="not a spaCy package with vectors"):
        import_model(installed("en_no_vectors", spacy.blank("en")), "en", "mine", tmp_path / "model")
    assert not (tmp_path / "model").exists()


def test_a_name_that_is_neither_file_nor_package_is_refused(tmp_path):
    with pytest.raises(Refusal, match="neither a file nor an installed spaCy package"):
        import_model("no_such_package_here", "en", "mine", tmp_path / "model")


def test_a_folder_that_holds_something_is_left_alone(vectors, tmp_path):
    vectors.save_word2vec_format(str(tmp_path / "vectors"))
    with pytest.raises(Refusal, match="not empty"):
        import_model(str(tmp_path / "vectors"), "en", "mine", tmp_path)


@pytest.mark.timeout(30)
def test_a_binary_file_of_zeros_is_refused_at_once(tmp_path):
    file = tmp_path / "zeros.bin"
    with file.open("wb") as out:
        out.write(b"1000000 50\n")
        out.truncate(300_000_000)
    with pytest.raises(Refusal, match="word 1 does not end"):
        import_model(str(file), "en", "mine", tmp_path / "model")


def test_a_word_that_stands_twice_in_a_binary_file_counts_once(tmp_path):
    numbers = np.arange(1, 5, dtype="<f4")
    content = b"3 4\n" + b"".join(
        word + b" " + (numbers * sign).tobytes() + b"\n" for word, sign in ((b"ocean", 1), (b"OCEAN", -1), (b"sea", 1))
    )
    (tmp_path / "vectors").write_bytes(content)
    made = import_model(str(tmp_path / "vectors"), "en", "mine", tmp_path / "model")
    assert sorted(made.vocabulary.words) == ["ocean", "sea"]
    assert made.associate(["ocean"], ["sea"])[0, 0] > 0


def test_vectors_as_large_as_numbers_get_are_still_compared(tmp_path):
    (tmp_path / "vectors").write_text("ocean 3e38 3e38 0\nsea 3e38 2e38 0\nking 0 0 1e-38\n")
    made = import_model(str(tmp_path / "vectors"), "en", "mine", tmp_path / "model")
    near, far = made.associate(["ocean"], ["sea", "king"])[0]
    assert near > far


def test_a_package_that_is_not_of_spacy_is_refused_and_not_imported(tmp_path):
    for name in ("click", "antigravity"):
        with pytest.raises(Refusal, match="not a spaCy package with vectors"):
            import_model(name, "en", "mine", tmp_path / "model")
    assert "antigravity" not in sys.modules


def test_an_import_that_fails_leaves_nothing_behind(vectors, tmp_path, monkeypatch):
    vectors.save_word2vec_format(str(tmp_path / "vectors"))
    monkeypatch.setattr(np, "save", lambda *_, **__: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        import_model(str(tmp_path / "vectors"), "en", "mine", tmp_path / "model")
    assert [path.name for path in tmp_path.iterdir()] == ["vectors"]


def test_how_far_the_reading_is_is_told(vectors, tmp_path):
    vectors.save_word2vec_format(str(tmp_path / "vectors"))
    shares = []

    def progress(done, total):
        shares.append(done / total)

    import_model(str(tmp_path / "vectors"), "en", "mine", tmp_path / "model", progress)
    assert shares[-1] == 1
