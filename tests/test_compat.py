"""Files and requests of version 0.1.0 still work. They are in tests/data/compat."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import duo
from duo.core.game import read
from duo.engine.serve import reply_to_request

COMPAT_DATA = Path(__file__).parent / "data" / "compat"
# Sentences for people may change, and so may paths.
SENTENCES = {"why", "title", "question", "notes", "message"}
LANGUAGE_MODEL = {"ranking", "stop_after", "clues"}


def entries(name):
    return [json.loads(line) for line in (COMPAT_DATA / name).read_text(encoding="utf-8").splitlines()]


def assert_contains(new, old, where="answer"):
    """Assert that every field of the old answer is in the new one with the same value."""
    if isinstance(old, dict):
        assert isinstance(new, dict), where
        for name in old.keys() - SENTENCES:
            assert name in new, f"{where}.{name}"
            assert_contains(new[name], old[name], f"{where}.{name}")
    elif isinstance(old, list):
        assert isinstance(new, list), where
        assert len(new) == len(old), where
        for place, (one, other) in enumerate(zip(new, old, strict=True)):
            assert_contains(one, other, f"{where}[{place}]")
    else:
        assert new == old, where


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A copy of the files, whose data directory is in use."""
    copy = tmp_path / "compat"
    shutil.copytree(COMPAT_DATA, copy)
    monkeypatch.chdir(copy)
    monkeypatch.setenv("DUO_HOME", str(copy / "home"))
    monkeypatch.setenv("DUO_PACE", "0")
    return copy


@pytest.mark.parametrize("entry", entries("commands.jsonl"), ids=lambda entry: " ".join(entry["command"]))
def test_a_command_answers_as_it_did(duo, files, entry):
    ran = duo(*entry["command"])
    assert ran.code == 0, ran.stderr
    assert_contains(json.loads(ran.stdout), entry["answer"])


@pytest.mark.parametrize("path", sorted(COMPAT_DATA.glob("**/*.duo")), ids=lambda path: path.name)
def test_a_record_is_written_as_it_was_read(path):
    text = path.read_text(encoding="utf-8")
    assert str(read(text)) == text


WAITING = {
    "2026-11-17-194532-f292": "PALACE 2",
    "2026-11-17-194536-b5bd": "SHOT 3",
    "2026-11-17-194538-e2a0": "DONJON 2",
    "2026-11-17-194603-53de": "COUPLE 1",
}


@pytest.mark.parametrize("name", WAITING)
def test_a_waiting_game_is_gone_on_with(duo, files, name):
    for path in (files / "home" / "games").iterdir():
        if path.stem != name:
            path.unlink()
    before = (files / "home" / "games" / f"{name}.duo").read_text(encoding="utf-8")
    ran = duo("play", stdin="y\n")
    assert ran.code == 0, ran.stderr
    assert WAITING[name] in ran.stdout
    assert (files / "home" / "games" / f"{name}.duo").read_text(encoding="utf-8") == before


def test_an_undone_move_can_still_be_undone(duo, files):
    [practice] = [path for path in (files / "home" / "games").iterdir() if "Undone" in path.read_text(encoding="utf-8")]
    for path in (files / "home" / "games").iterdir():
        if path != practice:
            path.unlink()
    undone = read(practice.read_text(encoding="utf-8")).undo_count
    assert duo("play", stdin="y\nundo\n").code == 0
    game = read(practice.read_text(encoding="utf-8"))
    assert game.undo_count > undone
    assert not game.final.clues


def test_no_saved_game_is_put_aside(duo, files):
    assert duo("play", stdin="").code == 0
    assert not (files / "home" / "games" / "broken").exists()


def test_a_campaign_goes_on_and_exports_what_it_exported(duo, files):
    assert duo("campaign", "export", "--team", "Ann+Bob", "--out", "again.json").code == 0
    again, before = (json.loads(Path(name).read_text()) for name in ("again.json", "campaign-export.json"))
    assert_contains(again | {"duo": ""}, before | {"duo": ""})
    assert duo("campaign", "enter", "--team", "Ann+Bob", "Moscow", "won").code == 0
    assert "Moscow" in json.loads(duo("campaign", "status", "--team", "Ann+Bob", "--json").stdout)["won"]


def test_the_template_of_a_map_begins_a_campaign(duo, files):
    assert duo("campaign", "new", "Others", "--map", "maps/template.toml").code == 0


def test_the_days_solved_are_still_known(files):
    from duo.puzzle.daily import Diary

    assert list(Diary.load(files / "home" / "daily-en.json").days) == ["2026-11-17"]


@pytest.mark.parametrize("deck", ["decks/balanced.json", "decks/six.csv"])
def test_the_cards_of_a_deck_are_kept_out_of_a_new_one(duo, files, deck):
    ran = duo("key", "deck", "--count", "3", "--seed", "1", "--avoid", deck, "--json")
    assert ran.code == 0, ran.stderr
    assert len(json.loads(ran.stdout)["cards"]) == 3


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_pack_is_solved_and_printed(duo, files, lang):
    pack = f"packs/all-kinds-{lang}.json"
    for number, puzzle in enumerate(json.loads(Path(pack).read_text(encoding="utf-8"))["puzzles"], 1):
        answer = f"{puzzle['answer'][0]}" if puzzle["kind"] == "give" else ", ".join(puzzle["answer"])
        ran = duo("puzzle", "solve", pack, "--number", number, "--answer", answer, "--json")
        assert ran.code == 0, ran.stderr
        result = json.loads(ran.stdout)
        assert_contains(result["puzzle"], puzzle)
        assert result["right"] or puzzle["kind"] == "give"  # the current model judges clues
    assert duo("puzzle", "print", pack, "--out", "booklet.md").code == 0
    assert Path("booklet.md").stat().st_size


def test_an_imported_model_ranks_words(files):
    """Runs in its own process, since a loaded model stays in memory."""
    command = "--model model guess ocean 1 --words king,whale,piano --json".split()
    program = [sys.executable, "-c", "from duo.cli.main import main; main()"]
    ran = subprocess.run([*program, *command], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout)["ranking"][0]["word"] == "whale"


@pytest.mark.parametrize("entry", entries("engine.jsonl"), ids=lambda entry: entry["line"][:60])
def test_a_request_is_answered_as_it_was(entry):
    old, new = entry["answer"], json.loads(reply_to_request(entry["line"].encode()).body)
    if "version" in old:  # the models may differ
        assert new.keys() >= old.keys()
        assert new["languages"] == old["languages"]
        return
    assert_contains(new, {name: value for name, value in old.items() if name not in LANGUAGE_MODEL})
    assert ("error" in new) == ("error" in old)
    if "ranking" in old:
        words = json.loads(entry["line"])["words"]
        assert sorted(ranked["word"] for ranked in new["ranking"]) == sorted(words)
        assert 1 <= new["stop_after"] <= len(words)
    if "clues" in old:
        assert 0 < len(new["clues"]) <= len(old["clues"])
        assert all(result.keys() >= old["clues"][0].keys() for result in new["clues"])


def test_names_of_the_first_versions_still_work():
    game = duo.deal("en", seed=7)
    position, view = game.final, game.final.view(duo.Seat.A)
    clue = game.play(duo.Clue(duo.Seat.A, "weapon", 2)).final
    assert clue.legal() == clue.legal_moves()
    assert clue.unfound(clue.clues[0]) == clue.unfound_count(clue.clues[0])
    assert position.shown(duo.Seat.A) == position.revealed_side(duo.Seat.A)
    assert view.touchable == view.touchable_places
    assert duo.Session(game).able == duo.Session(game).acting_order
    assert duo.HouseRules.of(game) == duo.HouseRules.from_game(game)
    assert duo.KeyCard.read(position.key.code) == position.key
    assert game.undone == 0
    assert duo.Refusal("no").each()[0].template == "no"
