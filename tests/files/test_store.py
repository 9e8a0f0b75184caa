"""Atomic writing of files."""

import os
from pathlib import Path

import pytest

from duo.files import store


def test_duo_home_chooses_the_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    assert store.user_data_dir() == tmp_path
    monkeypatch.delenv("DUO_HOME")
    assert store.user_data_dir().name == "duo"


def test_a_text_is_written_as_it_is_and_leaves_nothing_beside_it(tmp_path):
    path = tmp_path / "new" / "game.duo"
    store.write_atomically(path, "été\n")
    store.write_atomically(path, "hiver\n")
    assert path.read_bytes() == b"hiver\n"
    assert list(path.parent.iterdir()) == [path]


def test_a_full_disk_leaves_the_file_as_it_was(monkeypatch, tmp_path):
    path = tmp_path / "game.duo"
    store.write_atomically(path, "before\n")

    def full(_descriptor):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        store.write_atomically(path, "after\n")
    assert path.read_text() == "before\n"
    assert list(Path(tmp_path).iterdir()) == [path]


def test_what_cannot_be_written_is_called_by_its_own_name(monkeypatch, tmp_path):
    def refuse(path, *_args, **_options):
        raise OSError(30, os.strerror(30), str(path))

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(OSError, match="Read-only") as refused:
        store.write_atomically(tmp_path / "cards.pdf", b"%PDF")
    assert refused.value.filename == str(tmp_path / "cards.pdf")


def test_a_file_may_be_read_by_whom_the_umask_lets(tmp_path):
    before = os.umask(0o027)
    try:
        store.write_atomically(tmp_path / "new.json", "{}")
        assert _mode(tmp_path / "new.json") == 0o640
        (tmp_path / "new.json").chmod(0o604)
        store.write_atomically(tmp_path / "new.json", "[]")
        assert _mode(tmp_path / "new.json") == 0o604
    finally:
        os.umask(before)


def test_a_link_goes_on_leading_to_the_file(tmp_path):
    (tmp_path / "there.json").write_text("before")
    (tmp_path / "here.json").symlink_to("there.json")
    store.write_atomically(tmp_path / "here.json", "after")
    assert (tmp_path / "there.json").read_text() == "after"
    assert (tmp_path / "here.json").is_symlink()


def test_a_device_takes_the_text_and_stays_a_device(tmp_path):
    device = tmp_path / "device"
    device.symlink_to(os.devnull)
    store.write_atomically(device, "away with it")
    assert Path(os.devnull).is_char_device()


def _mode(path):
    return path.stat().st_mode & 0o777


def test_a_private_file_is_for_its_owner_alone_whatever_it_was_before(tmp_path):
    path = tmp_path / "game.duo"
    store.write_atomically(path, "open\n")
    store.write_atomically(path, "secret\n", private=True)
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_drafts_of_killed_writers_are_swept_and_those_at_work_are_not(tmp_path):
    path = tmp_path / "game.duo"
    dead, alive, other = (tmp_path / name for name in (".game.duo.0a1b2c3d", ".game.duo.ffffffff", ".game.duo.notes"))
    for draft in (dead, alive, other):
        draft.write_text("half")
    os.utime(dead, (0, 0))
    os.utime(other, (0, 0))
    store.write_atomically(path, b"whole\n")
    assert sorted(found.name for found in tmp_path.iterdir()) == [alive.name, other.name, "game.duo"]
