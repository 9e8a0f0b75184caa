"""`duo check`."""

import json


def test_a_legal_clue_is_answered_with_a_sentence(duo):
    ran = duo("check", "OCEAN", 2, "--words", "WHALE,SHARK,PIANO")
    assert (ran.code, ran.stdout) == (0, "OCEAN is a legal clue.\n")


def test_a_refused_clue_names_the_rule_and_the_word(duo):
    ran = duo("check", "FELL", 1, "--words", "PIANO,FALL", "--json")
    assert ran.code == 3
    assert json.loads(ran.stdout) == {
        "legal": False,
        "rule": "same-family",
        "word": "FALL",
        "why": "FELL is refused: it belongs to the same word family as FALL.",
        "caution": None,
        "known": True,
        "nearest": None,
    }


def test_letters_that_meet_by_chance_count_for_the_words_that_are_meant(duo):
    assert duo("check", "BEAR", 1, "--words", "BEARD,HONEY").stdout == (
        "BEAR is a legal clue.\nBEAR is fine unless you mean BEARD.\n"
    )
    assert duo("check", "BEAR", 1, "--words", "BEARD,HONEY", "--meant", "HONEY").code == 0
    ran = duo("check", "BEAR", 1, "--words", "BEARD,HONEY", "--meant", "HONEY,beard")
    assert (ran.code, ran.stdout) == (3, "BEAR is refused: it shares a part with BEARD.\n")
    assert duo("check", "BEAR", 1, "--words", "BEARD,HONEY", "--strict").code == 3


def test_only_a_visible_word_can_be_meant(duo):
    ran = duo("check", "BEAR", 1, "--words", "BEARD,HONEY", "--meant", "BEER")
    assert (ran.code, "BEER is meant" in ran.stderr) == (2, True)


def test_a_word_that_no_dictionary_has_is_named_as_one_with_the_nearest_known(duo):
    ran = duo("check", "elefant", 1, "--words", "TRUNK,WHALE", "--json")
    answer = json.loads(ran.stdout)
    assert (ran.code, answer["legal"], answer["known"], answer["nearest"]) == (0, True, False, "elephant")
    assert duo("check", "zzzz", 1, "--words", "TRUNK").stdout == "zzzz breaks no rule, but no dictionary here has it.\n"


def test_a_variant_may_allow_what_the_rules_refuse(duo):
    assert duo("check", "HARRY POTTER", 1, "--words", "WITCH").code == 3
    assert duo("check", "HARRY POTTER", 1, "--words", "WITCH", "--variant", "any-clue").code == 0


def test_the_number_is_needed_only_for_positions(duo):
    assert duo("check", "LEFT", "--words", "WHALE").code == 0
    assert duo("check", "LEFT", 4, "--words", "WHALE").code == 3


def test_a_call_without_words_or_with_an_unknown_variant_is_misuse(duo):
    assert duo("check", "OCEAN").code == 2
    ran = duo("check", "OCEAN", "--words", "WHALE", "--variant", "blue")
    assert (ran.code, "blue" in ran.stderr) == (2, True)


def test_a_clue_that_a_terminal_could_obey_is_shown_written_out(duo):
    ran = duo("check", "\x1b[31mOCEAN", 1, "--words", "WHALE")
    assert (ran.code, "\x1b" in ran.stdout) == (3, False)
