"""Parsers of what is typed at the prompt: a clue, a word to touch, or a command."""

import difflib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from duo.core.key import CELLS, ROW_LENGTH
from duo.core.public import PublicState
from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.text import N_, _

MAX_TYPED_LINE_LENGTH = 200
# A typed word less similar than this to every word on the table is refused.
_MIN_SPELLING_SIMILARITY = 0.72
_CLUE_PATTERN = re.compile(r"(?P<word>.+?)[\s:,]+(?P<count>\d{1,3})(?:\s*[({](?P<meant>[^(){}]*)[)}]?)?")
_QUOTE_CHARACTERS = "\"'«»“” "
_MEANT_WORD_PATTERN = re.compile(r"\"[^\"]*\"|«[^»]*»|“[^”]*”|[^,;\"«»“”]+")
_GRID_NAME_PATTERN = re.compile(r"([a-e])([1-5])")


class CommandName(StrEnum):
    """The English names of the commands at the prompt. Their translations are accepted too."""

    STOP = N_("stop")
    HINT = N_("hint")
    WHY = N_("why")
    HISTORY = N_("history")
    RULES = N_("rules")
    UNDO = N_("undo")
    SAVE = N_("save")
    QUIT = N_("quit")
    HELP = N_("help")
    GUIDE = N_("guide")


# Names that work in every language.
_COMMAND_ALIASES = {"?": CommandName.HELP, "q": CommandName.QUIT, "exit": CommandName.QUIT}


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command as typed. `argument` is the text after its name, such as the word that `why` asks about."""

    name: CommandName
    argument: str = ""


@dataclass(frozen=True, slots=True)
class TypedClue:
    """A clue as typed. `meant` is the unparsed text of the words that the clue is meant for."""

    word: str
    count: int
    meant: str = ""


@dataclass(frozen=True, slots=True)
class WordPick:
    """The place of the picked word, its index on the board. `is_sure` is false if the typed text may be a typo."""

    place: int
    is_sure: bool


def clean_typed_line(line: str) -> str:
    """Return the line with control characters as spaces and repeated spaces as one, cut to the maximal length."""
    visible = "".join(letter if letter.isprintable() else " " for letter in line[:MAX_TYPED_LINE_LENGTH])
    return " ".join(visible.split())


def parse_command(line: str) -> TypedCommand | None:
    """Parse a command, with or without a leading slash. Return None if the line is not a command."""
    name, *rest = line.removeprefix("/").split(" ", 1)
    about = rest[0] if rest else ""
    folded = _fold_case_and_accents(name)
    if folded in _COMMAND_ALIASES and not about:
        return TypedCommand(_COMMAND_ALIASES[folded])
    for verb in CommandName:
        if folded in (verb, _fold_case_and_accents(_(verb))) and (not about or verb is CommandName.WHY):
            return TypedCommand(verb, about)
    return None


def parse_clue(line: str) -> TypedClue:
    """Parse a clue such as `ocean 2`, or `ocean 2 (whale, shark)` with the words it is meant for."""
    match = _CLUE_PATTERN.fullmatch(line)
    if not match:
        raise Refusal("A clue is a word and a number, such as: {example}", example=_("ocean 2"))
    return TypedClue(match["word"], int(match["count"]), match["meant"] or "")


def parse_meant_words(typed: str, table: PublicState) -> tuple[str, ...]:
    """Parse a list such as `whale, new york` or `"new york" whale` into words of the table.

    If several words of the table match, the longest is taken.
    """
    words: list[str] = []
    for part in _MEANT_WORD_PATTERN.finditer(typed):
        tokens = part[0].strip(_QUOTE_CHARACTERS).split()
        while tokens:
            sizes = (
                size
                for size in range(len(tokens), 1, -1)
                if _find_word_place(" ".join(tokens[:size]), table) is not None
            )
            size = next(sizes, 1)
            words.append(table.words[parse_word_pick(" ".join(tokens[:size]), table, range(CELLS)).place])
            del tokens[:size]
    return tuple(dict.fromkeys(words))


def looks_like_clue(line: str) -> bool:
    return _CLUE_PATTERN.fullmatch(line) is not None


def parse_word_pick(line: str, table: PublicState, touchable: Sequence[int]) -> WordPick:
    """Find the word to touch by its spelling, its first letters, its number, or its grid name such as c3.

    Only words at `touchable` places are found by similar spelling. Raise `Refusal` if no word is found.
    """
    place = table.place_of(line)
    if place is not None:
        return WordPick(place, is_sure=True)
    if line.isdecimal() and line.isascii():
        if not 1 <= int(line) <= CELLS:
            raise Refusal("The words are numbered from 1 to 25, there is no {number}", number=line)
        return WordPick(int(line) - 1, is_sure=True)
    if match := _GRID_NAME_PATTERN.fullmatch(line.lower()):
        return WordPick((int(match[2]) - 1) * ROW_LENGTH + "abcde".index(match[1]), is_sure=True)
    return _find_by_similar_spelling(line, table.words, touchable)


def _find_word_place(typed: str, table: PublicState) -> int | None:
    """Return the place of the word with this spelling, or None. Case and accents are ignored."""
    folded = _fold_case_and_accents(typed)
    return next((place for place, word in enumerate(table.words) if _fold_case_and_accents(word) == folded), None)


def _find_by_similar_spelling(line: str, words: Sequence[str], touchable: Sequence[int]) -> WordPick:
    """Find a touchable word by its spelling, its first letters, or a similar spelling."""
    typed = _fold_case_and_accents(line)
    folded_words = {place: _fold_case_and_accents(words[place]) for place in touchable}
    if equal := [place for place, word in folded_words.items() if word == typed]:
        return WordPick(equal[0], is_sure=len(equal) == 1)
    prefixed = [place for place, word in folded_words.items() if typed and word.startswith(typed)]
    if len(prefixed) > 1:
        raise Refusal(
            "{text} could be {words}: type more letters", text=line, words=", ".join(words[place] for place in prefixed)
        )
    if prefixed:
        return WordPick(prefixed[0], is_sure=len(typed) > 1)
    similar = difflib.get_close_matches(typed, folded_words.values(), n=1, cutoff=_MIN_SPELLING_SIMILARITY)
    if similar:
        return WordPick(next(place for place, word in folded_words.items() if word == similar[0]), is_sure=False)
    raise Refusal(
        "{text} is not on the table: type a word, its first letters, its number or its place such as c3", text=line
    )


def _fold_case_and_accents(word: str) -> str:
    """Return the word without accents and differences of case, for comparisons."""
    parts = unicodedata.normalize("NFD", fold(word))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
