"""The hand-written turns and rulings have the form that their README describes."""

import csv
import json
from pathlib import Path

import pytest

from databuild.models import associations
from duo.core.word import fold
from duo.words.wordlist import shipped_wordlist

DATA = Path(__file__).parent / "data"
RULES = {
    *("part-of-word", "same-family", "sounds-like", "homonym", "visible-word"),
    *("position", "translation", "proper-name", "one-word"),
}


def french_turns():
    files = (DATA / "french-turns.jsonl", DATA / "french-turns-2.jsonl")
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def test_french_turns_are_played_with_words_of_the_french_list():
    listed = set(shipped_wordlist("fr").words)
    for turn in french_turns():
        assert set(turn["words"]) <= listed
        assert len(set(turn["words"])) == len(turn["words"]) <= 25


def test_a_turn_means_open_agents_and_its_clue_is_no_open_word():
    for turn in french_turns():
        agents = set(turn["words"]) - set(turn["black"]) - set(turn["tan"])
        assert set() < set(turn["targets"]) <= agents
        assert set() < set(turn["guesses"]) <= set(turn["words"])
        assert fold(turn["clue"]) not in {fold(word) for word in turn["words"]}


def test_readings_are_on_whole_boards_and_in_words_of_the_french_list():
    listed = set(shipped_wordlist("fr").words)
    for line in (DATA / "french-readings.jsonl").read_text(encoding="utf-8").splitlines():
        reading = json.loads(line)
        assert set(reading["targets"]) <= set(reading["words"]) <= listed
        assert (len(reading["words"]), len(reading["black"]), len(reading["tan"])) == (25, 3, 13)
        assert reading["targets"] == reading["guesses"]


def test_a_side_of_the_key_has_three_assassins_and_thirteen_bystanders():
    for turn in french_turns():
        assert (len(turn["black"]), len(turn["tan"])) == (3, 13)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_rulings_name_a_known_rule_and_are_never_contradictory(lang):
    text = (DATA / f"legality-{lang}.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if line and not line.startswith("# ")]
    rulings = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    cases = {(r["clue"], r["count"], r["words"], r["variants"], r["strict"]) for r in rulings}
    legal = sum(r["expected"] == "legal" for r in rulings)
    assert len(cases) == len(rulings) >= 200
    assert {r["expected"] for r in rulings} == {"legal", *RULES}
    assert 0.4 < legal / len(rulings) < 0.6


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pairs_of_clue_and_word_are_named_once_and_look_alikes_look_alike(lang):
    lines = (DATA / f"associations-{lang}.tsv").read_text(encoding="utf-8").splitlines()[1:]
    cases = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len({(case["clue"], case["word"]) for case in cases}) == len(cases) >= 200
    assert {case["set"] for case in cases} == {"known", "new"}
    for case in cases:
        if (case["kind"], case["set"]) == ("look-alike", "new"):
            assert fold(case["clue"])[:3] == fold(case["word"])[:3]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_dealt_word_brings_many_words_to_mind_none_of_them_twice(lang):
    listing = associations.read_listing(lang)
    assert {fold(word) for word in shipped_wordlist(lang).words} <= listing.keys()
    assert list(listing) == sorted(listing)
    for word, brought in listing.items():
        assert len(brought) >= 35
        assert word not in brought
        assert len(set(brought)) == len(brought)
        assert not any(" " in other for other in brought)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("file", ["legality-everyday", "legality-everyday-2"])
def test_everyday_rulings_mean_visible_words_and_caution_against_others(lang, file):
    text = (DATA / f"{file}-{lang}.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if line and not line.startswith("# ")]
    rulings = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len({(r["clue"], r["words"], r["meant"]) for r in rulings}) == len(rulings) >= 60
    for ruling in rulings:
        words, meant = set(ruling["words"].split(",")), set(filter(None, ruling["meant"].split(",")))
        assert meant <= words
        assert ruling["expected"] in {"legal", *RULES}
        assert not ruling["caution"] or (ruling["expected"] == "legal" and ruling["caution"] in words - meant)
