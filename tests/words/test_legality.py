"""Clues are judged as a strict but sensible partner would judge them."""

import csv
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from duo.words.legality import BROKEN_RULE_SENTENCES, ClueJudge, check, clue_judge, legal_mask
from duo.words.lexicon import Lexicon
from duo.words.wordlist import shipped_wordlist

EVERYDAY = ("legality-everyday", "legality-everyday-2")
PAIRS = Path(__file__).parents[1] / "data"
ESCAPE = re.compile(r"\\x([0-9a-f]{2})|\\u([0-9a-f]{4})")


def pairs(lang, file="legality"):
    """Yield the hand-written rulings of a language, with escapes in the clue decoded."""
    text = (PAIRS / f"{file}-{lang}.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader((line for line in text.splitlines() if not line.startswith("# ")), delimiter="\t")
    for row in rows:
        row["clue"] = ESCAPE.sub(lambda match: chr(int(match[1] or match[2], 16)), row["clue"])
        yield row


def ruling_for(judge, row):
    meant = [word for word in row.get("meant", "").split(",") if word]
    words, variants = row["words"].split(","), row["variants"].split()
    return judge.check(row["clue"], int(row["count"]), words, variants, meant=meant, strict=bool(row["strict"]))


def broken_rule(judge, row):
    return ruling_for(judge, row).rule or "legal"


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("exceptions", [True, False])
def test_the_hand_written_rulings_are_given(lang, exceptions, record_property):
    judge = ClueJudge(Lexicon(lang, exceptions=exceptions))
    asked, wrong = Counter(), Counter()
    for row in pairs(lang):
        asked[row["expected"]] += 1
        wrong[row["expected"]] += broken_rule(judge, row) != row["expected"]
    right = 1 - wrong.total() / asked.total()
    errors = ", ".join(f"{rule} {wrong[rule]}/{asked[rule]}" for rule in sorted(asked))
    variant = f"{'with' if exceptions else 'without'} exceptions for single words"
    record_property("figure", f"legality, {lang}, {variant}: {right:.1%} of {asked.total()} right; errors: {errors}")
    assert right >= (0.99 if exceptions else 0.96)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("file", EVERYDAY)
def test_everyday_clues_are_judged_as_a_table_would(lang, file, record_property):
    asked, right = Counter(), Counter()
    for row in pairs(lang, file):
        asked[row["expected"]] += 1
        right[row["expected"]] += ruling_for(clue_judge(lang), row).legal == (row["expected"] == "legal")
    by_rule = ", ".join(f"{rule} {right[rule]}/{asked[rule]}" for rule in sorted(asked))
    share = right.total() / asked.total()
    record_property("figure", f"{file}, {lang}: {share:.1%} of {asked.total()} right; {by_rule}")
    assert share >= 0.97


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("file", EVERYDAY)
def test_a_legal_clue_comes_with_a_caution_for_the_words_that_it_would_not_be_valid_for(lang, file):
    for row in pairs(lang, file):
        ruling = ruling_for(clue_judge(lang), row)
        if ruling.legal and row["expected"] == "legal":
            assert (ruling.caution is None) == (not row["caution"]), row
            assert row["caution"] in (ruling.caution or ""), row


@pytest.mark.parametrize(
    ("clue", "word", "lang"),
    [("MOUCHE", "MOUCHOIR", "fr"), ("FERMETURE", "FERME", "fr"), ("TOILE", "ÉTOILE", "fr"), ("MAST", "MASTODON", "en")],
)
def test_rule_1_counts_to_the_letter_for_what_is_meant_in_either_direction(clue, word, lang):
    for given, visible in ((clue, word), (word, clue)):
        assert check(given, 1, [visible, "PIANO"], lang, meant=[visible]).rule == "part-of-word"
        ruling = check(given, 1, [visible, "PIANO"], lang, meant=["PIANO"])
        assert ruling.legal
        assert visible in ruling.caution


@pytest.mark.parametrize(("clue", "lang"), [("UFO", "en"), ("DNA", "en"), ("TV", "en"), ("TGV", "fr"), ("ADN", "fr")])
def test_an_acronym_that_is_a_common_noun_is_a_word(clue, lang):
    assert check(clue, 1, ["PIANO"], lang).legal


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_organisation_by_its_letters_is_no_word(lang):
    assert check("NASA", 1, ["PIANO"], lang).rule == check("FBI", 1, ["PIANO"], lang).rule == "one-word"


def test_every_example_of_the_rulebook_is_ruled_as_it_says():
    for row in pairs("fr"):
        if row["note"].startswith("rulebook"):
            assert broken_rule(clue_judge("fr"), row) == row["expected"], row


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_few_random_clues_are_refused(lang):
    rng = random.Random(5)
    words, vocabulary = shipped_wordlist(lang).words, Lexicon(lang).words_by_frequency[200:12000]
    clues = [
        clue for clue in rng.sample(vocabulary, 2400) if clue_judge(lang).lexicon.entry_kinds.get(clue) != "acronym"
    ][:2000]
    refused = sum(not check(clue, None, rng.sample(words, 25), lang).legal for clue in clues)
    assert refused <= 0.04 * len(clues)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_vocabulary_is_judged_as_one_clue_at_a_time(lang):
    rng = random.Random(11)
    vocabulary = tuple(rng.sample(Lexicon(lang).words_by_frequency[:12000], 1500))
    for _ in range(3):
        board = rng.sample(shipped_wordlist(lang).words, 25)
        for strict in (False, True):
            singly = [check(clue, 2, board, lang, strict=strict).legal for clue in vocabulary]
            assert legal_mask(vocabulary, board, lang, strict) == singly


def test_only_visible_words_restrict_a_clue():
    assert check("FELL", 1, ["FALL", "PIANO"], "en").rule == "same-family"
    assert check("FELL", 1, ["PIANO"], "en").legal


@pytest.mark.parametrize(
    "clue", ["D\u200bOG", "D\u00adOG", "\uff24\uff2f\uff27", "d.o.g", "D-O-G", "DÓG", "D\u043eG", "  dog  "]
)
def test_no_spelling_gets_around_a_visible_word(clue):
    assert check(clue, 1, ["DOG", "PIANO"], "en").rule == "visible-word"


def test_a_refusal_is_told_in_the_language_of_the_interface(duo):
    ran = duo("--ui", "fr", "check", "ROUE", 1, "--words", "ROUAGE,PIANO", "--lang", "fr")
    assert (ran.code, ran.stdout) == (3, "ROUE est refusé\xa0: il a un élément commun avec ROUAGE.\n")


@pytest.mark.parametrize("clue", ["", "   ", "\t"])
def test_an_empty_clue_is_named_as_one(clue):
    assert check(clue, 1, ["DOG"], "en").why.startswith("An empty clue is refused: ")


def test_the_number_0_is_said_to_need_its_variant():
    assert check("OCEAN", 0, ["WHALE"], "en").why == "OCEAN is a legal clue; the number 0 needs the variant zero."
    assert check("OCEAN", 0, ["WHALE"], "en", {"zero"}).why == "OCEAN is a legal clue."


def test_every_rule_has_its_sentence_and_its_place():
    assert list(BROKEN_RULE_SENTENCES) == [
        *("part-of-word", "same-family", "sounds-like", "homonym", "visible-word", "position", "translation"),
        *("proper-name", "one-word"),
    ]


@pytest.mark.parametrize(("lang", "word"), [("en", "sea"), ("en", "the"), ("fr", "eau"), ("fr", "mer")])
@pytest.mark.timeout(20)
def test_words_glued_together_many_times_are_refused_at_once(lang, word):
    for clue in (word * 42, word * 41 + "qq"):
        assert not check(clue, 1, ["WHALE"], lang).legal
