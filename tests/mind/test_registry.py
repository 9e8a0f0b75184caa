"""Givers and guessers are found by name, plugins included."""

import random
import shutil
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from duo.core.key import Seat, deal
from duo.core.position import Position
from duo.core.refusal import Refusal
from duo.data import shipped_data_dir
from duo.mind import registry
from duo.mind.giver.query import clue_query_from_view
from duo.mind.model.manifest import read_manifest, write_manifest
from duo.mind.skill import LEVELS, STYLES
from duo.words import legality
from duo.words.wordlist import shipped_wordlist


def test_an_entry_point_is_found_by_its_name(monkeypatch):
    point = EntryPoint("upper", f"{__name__}:bring", "duo.guessers")
    monkeypatch.setattr(
        registry, "_plugin_entry_points", lambda group: {"upper": point} if group == "duo.guessers" else {}
    )
    monkeypatch.setattr(EntryPoint, "load", lambda self: make_plugin_guesser)
    assert registry.guesser("upper", "fr", random.Random(1)) == ("fr", 1)
    assert "upper" in registry.guesser_names()
    assert "upper" not in registry.giver_names()


def make_plugin_guesser(lang, rng):
    return lang, 1


def test_an_unknown_name_is_refused_with_those_there_are():
    with pytest.raises(Refusal, match="no giver nobody; there are expert"):
        registry.giver("nobody", "en", random.Random(1))
    with pytest.raises(Refusal, match="no guesser nobody; there are expert"):
        registry.guesser("nobody", "en", random.Random(1))


def has_ear(lang, ear):
    try:
        return bool(registry.listener(lang, ear))
    except Refusal:
        return False


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_name_of_the_house_makes_a_player(lang):
    assert all(registry.giver(name, lang, random.Random(1)) for name in registry.giver_names())
    assert all(registry.guesser(name, lang, random.Random(1)) for name in registry.guesser_names())


@pytest.mark.parametrize(
    ("name", "lang"), [("human-like@stranger", "en"), ("glove@usage", "en"), ("expert@apart", "fr")]
)
def test_a_player_of_the_house_takes_any_mind_of_the_model(name, lang):
    assert registry.guesser(name, lang, random.Random(1))


def test_a_giver_on_another_mind_says_something_else():
    table = clue_query_from_view(Position.start(shipped_wordlist("en").words[:25], deal(random.Random(1))).view(Seat.A))
    said = {ear: registry.ai_giver("en", ear=ear).answer(table, 5) for ear in ("usage", "knowledge")}
    assert said["usage"] != said["knowledge"]


def test_a_mind_that_the_model_has_not_is_refused_by_name():
    with pytest.raises(Refusal, match="no ear taste; it has duo, glove, usage, knowledge, stranger"):
        registry.giver("expert@taste", "en", random.Random(1))


def test_an_ear_is_that_of_the_model_in_use_or_the_shipped_one_if_it_has_none(monkeypatch, tmp_path):
    whole = shutil.copytree(shipped_data_dir("models") / "fr", tmp_path / "whole")
    monkeypatch.setenv("DUO_MODEL", str(whole))
    assert registry.listener("fr", "news").model.manifest.folder == whole
    plain = shutil.copytree(whole, tmp_path / "plain")
    manifest = read_manifest(plain)
    write_manifest(replace(manifest, ears={"mine": manifest.ears["news"]}))
    monkeypatch.setenv("DUO_MODEL", str(plain))
    assert registry.listener("fr", "mine").model.manifest.folder == plain
    assert registry.listener("fr", "news").model.manifest.folder == shipped_data_dir("models") / "fr"


@pytest.mark.parametrize(("lang", "place"), [("en", "corner"), ("en", "left"), ("fr", "coin"), ("fr", "gauche")])
def test_the_house_tells_no_place_on_the_table(lang, place):
    assert legality.check(place, 9, ["PIANO"], lang, strict=True).legal  # it is the number that makes it a place
    assert not registry.is_legal(lang, place, ["PIANO"])
    assert registry.is_legal(lang, "musique" if lang == "fr" else "music", ["PIANO"])


def test_the_house_keeps_the_strict_rule():
    assert legality.check("pianist", 1, ["PIANO"], "en").rule == "same-family"
    assert not registry.is_legal("en", "pianist", ["PIANO"])


@pytest.mark.parametrize(
    ("name", "level", "style"),
    [
        ("expert", "expert", "balanced"),
        ("regular", "regular", "careful"),
        ("beginner", "beginner", "careful"),
        ("careful", "expert", "careful"),
        ("bold", "expert", "bold"),
    ],
)
def test_a_giver_of_the_house_has_its_level_and_style(name, level, style):
    made = registry.giver(name, "en", random.Random(1))
    assert (made._level, made._style, made._trust) == (LEVELS[level], STYLES[style], 0.75)


def test_twins_trust_each_other_more_than_they_trust_people():
    assert registry.giver("twin", "en", random.Random(1))._trust == 2


@pytest.mark.parametrize("name", ["expert", "regular", "beginner"])
def test_a_guesser_of_the_house_has_its_level(name):
    assert registry.guesser(name, "en", random.Random(1))._level == LEVELS[name]
