"""Word lists: reading, checking and drawing."""

import io
import random
import sys

import pytest

from duo.core.refusal import Refusal, Refusals
from duo.core.word import board_problems, fold
from duo.words import wordlist

GOOD = "\n".join(f"WORD {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def found_problems(text, min_words=1):
    return [(line, str(problem)) for line, problem in wordlist.wordlist_problems(text, min_words)]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_shipped_lists_are_good(lang):
    shipped = wordlist.shipped_wordlist(lang)
    assert len(shipped.words) >= 500
    assert wordlist.wordlist_problems(str(shipped)) == wordlist.related_word_warnings(str(shipped)) == []
    assert all(word == word.upper() and 2 <= len(word) <= 14 for word in shipped.words)


def test_a_list_reads_as_it_is_written(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_bytes(b"\xef\xbb\xbf# my own words\r\n\r\n  new_york \r\n" + GOOD.encode() + b"\nE\xcc\x81TE, LAST\n")
    mine = wordlist.load_wordlist(str(path), "en")
    assert mine.words[:2] == ("new york", "WORD A")
    assert mine.words[-2:] == ("ÉTE", "LAST")
    assert wordlist.parse_words(str(mine)) == mine.words


def test_the_digest_knows_the_words_and_not_the_file(tmp_path):
    (tmp_path / "plain.txt").write_text(GOOD)
    (tmp_path / "commented.txt").write_text("# the same\n" + GOOD.replace("\n", "\r\n"))
    plain, commented = (wordlist.load_wordlist(str(tmp_path / name), "en") for name in ("plain.txt", "commented.txt"))
    assert plain.digest == commented.digest != wordlist.load_wordlist(GOOD.replace("\n", ",") + ",MORE", "en").digest


def test_words_come_from_commas_files_and_standard_input(tmp_path, monkeypatch):
    path = tmp_path / "table.txt"
    path.write_text("DOG\nNEW YORK\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"DOG,NEW_YORK\n")))
    assert (
        wordlist.load_visible_words("DOG, NEW_YORK,")
        == wordlist.load_visible_words(str(path))
        == wordlist.load_visible_words("-")
    )
    assert wordlist.load_visible_words("DOG") == ("DOG",)


@pytest.mark.parametrize("source", ["lost.txt", "no/such/file", "mylist"])
def test_a_file_that_is_not_there_is_not_taken_for_words(source):
    with pytest.raises(Refusal, match=f"{source} is neither a file"):
        wordlist.load_wordlist(source, "en")


def test_a_mistyped_file_name_is_no_word_on_the_table():
    with pytest.raises(Refusal, match="neither a file"):
        wordlist.load_visible_words("lost.txt")


def test_every_problem_is_told_with_its_line():
    text = "DOG\n\n# cats\nC:T\ndog\n[red]CAT\nB\x1b[31mAT\nŒUF\noeuf\n~" + "A" * 41
    assert found_problems(text, min_words=25) == [
        (4, "C:T has :, which no word may have"),
        (5, "dog is already in line 1"),
        (6, "[red]CAT has [ ], which no word in a list may have"),
        (7, r"B\x1b[31mAT has a control character"),
        (7, r"B\x1b[31mAT has [, which no word in a list may have"),
        (9, "oeuf is already in line 8"),
        (10, f"~{'A' * 39} has ~, which no word may have"),
        (10, f"~{'A' * 39} … is longer than 40 characters"),
        (0, "at least 25 words are needed, not 6"),
    ]


@pytest.mark.parametrize("letter", list('":+~=!#{}'))
def test_letters_of_the_records_are_kept_out(letter):
    assert found_problems(f"A{letter}B") == [(1, f"A{letter}B has {letter}, which no word may have")]


@pytest.mark.parametrize("control", ["\x00", "\x07", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u202e", "\u200b"])
def test_control_characters_neither_pass_nor_break_lines(control):
    [(line, problem)] = found_problems(f"DOG\nC{control}AT")
    assert line == 2
    assert "has a control character" in problem
    assert control not in problem


def test_bytes_of_another_encoding_are_named(tmp_path):
    path = tmp_path / "latin.txt"
    path.write_bytes("BÉLIER\nOK\nFORÊT\n".encode("latin-1"))
    assert found_problems(wordlist.read_wordlist_source(str(path))) == [
        (1, "the bytes C9 are not UTF-8; save the list as UTF-8"),
        (3, "the bytes CA are not UTF-8; save the list as UTF-8"),
    ]


def test_words_that_are_not_good_together_are_warned_of():
    text = "HOT DOG\nNEW YORK\nDOGS\nGAS\nyork\nGATEAU\nGATEAUX"
    assert found_problems(text) == []
    assert [(line, str(kinship)) for line, kinship in wordlist.related_word_warnings(text)] == [
        (3, "DOGS is related to HOT DOG"),
        (5, "york is related to NEW YORK"),
        (7, "GATEAUX is related to GATEAU"),
    ]


def test_a_refused_list_says_where_to_see_all_its_problems():
    with pytest.raises(Refusals) as refused:
        wordlist.load_wordlist(",".join(["SAME"] * 30), "en")
    assert len(refused.value.problems) == 21
    assert "and 10 more problems" in str(refused.value.problems[-1])


def test_an_endless_file_is_not_read_to_its_end():
    with pytest.raises(Refusal, match="larger than 1000000 bytes"):
        wordlist.load_wordlist("/dev/zero", "en")


def test_a_board_is_drawn_by_its_seed():
    shipped = wordlist.shipped_wordlist("en")
    board = wordlist.draw_words(shipped, random.Random(3))
    assert board_problems(board) == []
    assert board == wordlist.draw_words(shipped, random.Random(3)) != wordlist.draw_words(shipped, random.Random(4))
    assert {fold(word) for word in board} <= {fold(word) for word in shipped.words}
