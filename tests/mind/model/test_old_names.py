"""Models of version 0.1.0, which have other names for some things, can still be read."""

import json

import numpy as np

from duo.data import shipped_data_dir
from duo.mind.model.manifest import current_signal_name, read_manifest
from duo.mind.model.model import Model, read_fits


def test_a_model_with_the_names_of_0_1_0_hears_as_it_did(tmp_path):
    manifest = read_manifest(shipped_data_dir("models") / "en")
    for file in manifest.folder.rglob("*"):
        target = tmp_path / file.relative_to(manifest.folder)
        target.mkdir() if file.is_dir() else target.symlink_to(file)
    old = {"llm-association": "says", "cooccurrence": "meetings", "bilinear": "mutual"}
    for name in ("manifest.json", "listener.json"):
        (tmp_path / name).unlink()
        data = json.loads((manifest.folder / name).read_text("utf-8"), object_hook=lambda entry: renamed(entry, old))
        (tmp_path / name).write_text(json.dumps(data), "utf-8")
    read, shipped = Model.open(tmp_path), Model.load("en")
    assert "minds" in json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    assert read.signal_names == shipped.signal_names
    assert read_manifest(tmp_path).ears == manifest.ears
    assert read_fits(tmp_path) == read_fits(manifest.folder)
    assert np.array_equal(read.associate(["dog"], ["cat", "bone"]), shipped.associate(["dog"], ["cat", "bone"]))


def test_only_the_old_names_are_read_as_others():
    assert [current_signal_name(name) for name in ("says", "meetings", "mutual", "links")] == [
        "llm-association",
        "cooccurrence",
        "bilinear",
        "links",
    ]


def renamed(entry, old):
    """Return the object with the keys and values that version 0.1.0 wrote. File names stay the same."""
    entry = {old.get(key, key): value for key, value in entry.items()}
    entry |= {key: old.get(entry[key], entry[key]) for key in ("name", "kind") if isinstance(entry.get(key), str)}
    if "ears" in entry:
        entry["minds"] = {
            ear: [old.get(name, name) for name in heard] if isinstance(heard, list) else heard
            for ear, heard in entry.pop("ears").items()
        }
    return entry
