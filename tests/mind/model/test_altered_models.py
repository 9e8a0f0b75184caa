"""A model that was altered together with its checksums is refused when it is opened and never fails later."""

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
def shipped_dir():
    return shipped_data_dir("models") / "en"


def replace_file(path, content):
    path.unlink(missing_ok=True)
    path.write_bytes(content)


def copy_altered(shipped_dir, place, change):
    """Return a copy with one changed file and matching checksums in the manifest."""
    model_dir = place / "model"
    shutil.copytree(shipped_dir, model_dir, copy_function=os.link)  # a file is replaced, never written into
    change(model_dir)
    manifest = json.loads((model_dir / "manifest.json").read_text("utf-8"))
    manifest["files"] = describe_files(model_dir, [path for path in manifest["files"] if (model_dir / path).is_file()])
    replace_file(model_dir / "manifest.json", json.dumps(manifest).encode())
    return model_dir


def use_model(model_dir):
    """Open the model with every ear and query it. It must be refused or give finite numbers."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for place, ear in enumerate(Model.open(model_dir).manifest.ears):
            listener = Listener(Model.open(model_dir, ear))
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
def test_an_altered_array_is_refused_or_harmless(shipped_dir, tmp_path, change):
    for number, path in enumerate(random.Random(change).sample(arrays(), 2)):

        def alter(model_dir, path=path):
            replace_file(model_dir / path, CHANGES[change](np.load(model_dir / path)))

        place = tmp_path / str(number)
        place.mkdir()
        model_dir = copy_altered(shipped_dir, place, alter)
        try:
            use_model(model_dir)
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
def test_an_altered_text_is_refused(shipped_dir, tmp_path, path, content):
    model_dir = copy_altered(shipped_dir, tmp_path, lambda model_dir: replace_file(model_dir / path, content))
    with pytest.raises(Refusal):
        use_model(model_dir)


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
def test_an_altered_manifest_is_refused(shipped_dir, tmp_path, change):
    model_dir = tmp_path / "model"
    shutil.copytree(shipped_dir, model_dir, copy_function=os.link)
    manifest = json.loads((model_dir / "manifest.json").read_text("utf-8")) | change
    replace_file(model_dir / "manifest.json", json.dumps(manifest).encode())
    with pytest.raises(Refusal):
        use_model(model_dir)
