"""`duo model`."""

import json
import shutil
import subprocess
import sys

import pytest

from duo.data import shipped_data_dir


def duo(*arguments, **environment):
    import os

    return subprocess.run(
        [sys.executable, "-c", "from duo.cli.main import main; main()", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )


def run_json(*arguments):
    run = duo(*arguments, "--json")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_list_and_info_name_the_models_with_their_sources_and_licences():
    assert [entry["lang"] for entry in run_json("model", "list")["models"]] == ["en", "fr"]
    info = run_json("model", "info", "--lang", "fr")
    assert info["candidates"] >= 15_000
    assert all(source["licence"] for source in info["sources"])


def test_similar_and_compare_tell_what_people_connect():
    similar = [entry["word"] for entry in run_json("model", "similar", "whale", "--count", "5")["similar"]]
    assert "dolphin" in similar
    close, far = (run_json("model", "compare", "ocean", word)["score"] for word in ("whale", "piano"))
    assert close > far


def test_an_unknown_word_is_said_to_be_unknown():
    run = duo("model", "similar", "xqzvwk")
    assert (run.returncode, run.stdout) == (1, "")
    assert "I do not know the word xqzvwk" in run.stderr


@pytest.fixture
def vectors(tmp_path):
    file = tmp_path / "vectors.txt"
    rows = {"ocean": "1 0 0", "whale": "0.9 0.1 0", "king": "0 1 0", "queen": "0.1 0.9 0", "piano": "0 0 1"}
    file.write_text("".join(f"{word} {numbers}\n" for word, numbers in rows.items()))
    return file


def test_an_imported_model_is_used_by_every_command(vectors, tmp_path):
    model_dir = tmp_path / "mine"
    imported = run_json("model", "import", str(vectors), "--out", str(model_dir))
    assert imported["words"] == 5
    run = duo("--model", str(model_dir), "guess", "ocean", "1", "--words", "whale,king,piano", "--json")
    assert json.loads(run.stdout)["ranking"][0]["word"].lower() == "whale", run.stderr
    assert duo("--model", str(model_dir), "model", "compare", "ocean", "whale").returncode == 0


def test_a_model_that_is_none_is_refused(tmp_path):
    run = duo("--model", str(tmp_path), "model", "list")
    assert run.returncode == 1
    assert "no model in" in run.stderr


def test_check_finds_the_damage_and_exits_with_3(vectors, tmp_path):
    assert duo("model", "check").returncode == 0
    model_dir = tmp_path / "en"
    shutil.copytree(shipped_data_dir("models") / "en", model_dir)
    (model_dir / "glove.npy").write_bytes(b"\x93NUMPY")
    run = duo("--model", str(model_dir), "model", "check")
    assert run.returncode == 3
    assert "glove.npy" in run.stderr
