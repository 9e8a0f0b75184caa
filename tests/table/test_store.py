"""Files that are never half written."""

import os
from pathlib import Path

import pytest

from duo.table import store


def test_duo_home_chooses_the_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    assert store.home() == tmp_path
    monkeypatch.delenv("DUO_HOME")
    assert store.home().name == "duo"


def test_a_text_is_written_as_it_is_and_leaves_nothing_beside_it(tmp_path):
    path = tmp_path / "new" / "game.duo"
    store.write(path, "été\n")
    store.write(path, "hiver\n")
    assert path.read_bytes() == b"hiver\n"
    assert list(path.parent.iterdir()) == [path]


def test_a_full_disk_leaves_the_file_as_it_was(monkeypatch, tmp_path):
    path = tmp_path / "game.duo"
    store.write(path, "before\n")

    def full(_descriptor):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        store.write(path, "after\n")
    assert path.read_text() == "before\n"
    assert list(Path(tmp_path).iterdir()) == [path]
