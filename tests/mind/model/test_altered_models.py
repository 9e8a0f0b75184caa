"""A model that somebody altered, sums and all, is refused when it is opened and never fails later."""

import io
import json
import os
import random
import shutil
import warnings

import numpy as np
import pytest

from duo.core.refusal import Refusal
from duo.data import shipped_data_dir
from duo.mind.listener.listener import Listener
from duo.mind.model.manifest import describe_files
from duo.mind.model.model import Model

WORDS = ["whale", "piano", "secret agent", "queen", "zzzzqqq"]


@pytest.fixture(scope="module")
def small():
    return shipped_data_dir("models") / "en"


def replaced(path, content):
    path.unlink(missing_ok=True)
    path.write_bytes(content)


def altered(small, place, change):
    """A copy whose one file is changed, with the sums that its manifest tells made right again."""
    home = place / "model"
    shutil.copytree(small, home, copy_function=os.link)  # a file is replaced, never written into
    change(home)
    told = json.loads((home / "manifest.json").read_text("utf-8"))
    told["files"] = describe_files(home, [path for path in told["files"] if (home / path).is_file()])
    replaced(home / "manifest.json", json.dumps(told).encode())
    return home


def use(home):
    """Open the model with every ear and ask it; nothing but a refusal may come of it, and no number that is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for place, ear in enumerate(Model.open(home).manifest.ears):
            listener = Listener(Model.open(home, ear))
            if place % 4 == 0:  # the house and the stranger hear with one signal of each kind
                assert np.isfinite(listener.touch("ocean", WORDS)).all()
                assert np.isfinite(listener.touch_all(WORDS)).all()


def arrays():
    manifest = json.loads((shipped_data_dir("models") / "en" / "manifest.json").read_text("utf-8"))
    return sorted(path for path in manifest["files"] if path.endswith(".npy"))


def _npy(array):
    held = io.BytesIO()
    np.save(held, array, allow_pickle=True)
    return held.getvalue()


CHANGES = {
    "cut": lambda array: _npy(array)[:-3],
    "shorter": lambda array: _npy(array[:-1]),
    "longer": lambda array: _npy(np.concatenate([array, array[:1]])),
    "flat": lambda array: _npy(array.reshape(-1)[: max(1, array.size // 2)]),
    "deep": lambda array: _npy(array[..., None]),
    "text": lambda array: _npy(array.reshape(-1)[:50].astype(str)),
    "objects": lambda array: _npy(np.asarray([{"a": 1}] * 3, dtype=object)),
    "floats": lambda array: _npy(np.full(array.shape, np.nan)),
    "largest": lambda array: _npy(
        np.full(array.shape, np.iinfo(array.dtype).max if array.dtype.kind in "iu" else 6e4).astype(array.dtype)
    ),
    "empty": lambda array: b"",
    "header": lambda array: b"\x93NUMPY\x01\x00\xff\xff" + b"(" * 65535,
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_altered_array_is_refused_or_harmless(small, tmp_path, change):
    for number, path in enumerate(random.Random(change).sample(arrays(), 2)):

        def alter(home, path=path):
            replaced(home / path, CHANGES[change](np.load(home / path)))

        place = tmp_path / str(number)
        place.mkdir()
        home = altered(small, place, alter)
        try:
            use(home)
        except Refusal:
            pass
        else:
            assert change in ("largest", "flat", "shorter", "longer", "text"), (change, path)


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("share-alike/words.txt", b"\xff\xfe\n"),
        ("share-alike/words.txt", b""),
        ("share-alike/forms.txt", b"no tab here\n"),
        ("share-alike/forms.txt", b"forms\tof-a-word-that-is-not-there\n"),
        ("share-alike/forms.txt", b"\xff\n"),
        ("listener.json", b"{"),
        ("listener.json", b"[" * 100_000),
        ("listener.json", b'{"ears": {"duo": 7}}'),
        ("listener.json", b'{"ears": {"duo": {"weights": {"universal": "many"}}}}'),
        ("listener.json", b'{"ears": {"duo": {"weights": {"universal": NaN}}}}'),
        ("listener.json", b'{"ears": {"duo": {"weights": {}, "lapse": 9}}}'),
    ],
)
def test_an_altered_text_is_refused(small, tmp_path, path, content):
    home = altered(small, tmp_path, lambda home: replaced(home / path, content))
    with pytest.raises(Refusal):
        use(home)


@pytest.mark.parametrize(
    "change",
    [
        {"candidates": 10**400},
        {"candidates": -1},
        {"candidates": "many"},
        {"ears": {}},
        {"ears": {"duo": ["no"]}},
        {"ears": [1]},
        {"signals": [{"name": "universal", "kind": "vectors"}]},
        {"signals": 7},
        {"sources": [{}]},
        {"files": {"../evil": {"bytes": 1, "crc32": 1, "sha256": ""}}},
        {"files": {}},
        {"format": []},
        {"version": {}},
        {"files": {"a" * 5000: {"bytes": 1, "crc32": 1, "sha256": ""}}},
        {"signals": [{"name": "universal", "kind": "vectors", "file": "a" * 5000}]},
        {"signals": [{"name": "universal", "kind": "vectors", "file": "../../evil"}]},
    ],
)
def test_an_altered_manifest_is_refused(small, tmp_path, change):
    home = tmp_path / "model"
    shutil.copytree(small, home, copy_function=os.link)
    told = json.loads((home / "manifest.json").read_text("utf-8")) | change
    replaced(home / "manifest.json", json.dumps(told).encode())
    with pytest.raises(Refusal):
        use(home)
