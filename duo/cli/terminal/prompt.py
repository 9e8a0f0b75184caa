"""What was typed at the prompt: a clue, a word to touch, or a command. Nothing is printed here."""

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

MAX_LINE_LENGTH = 200
# Below this likeness a mistyped word is not taken for one on the table.
_MIN_SIMILARITY = 0.72
_CLUE_PATTERN = re.compile(r"(?P<word>.+?)[\s:,]+(?P<count>\d{1,3})(?:\s*[({](?P<meant>[^(){}]*)[)}]?)?")
_QUOTES = "\"'«»“” "
_PART_PATTERN = re.compile(r"\"[^\"]*\"|«[^»]*»|“[^”]*”|[^,;\"«»“”]+")
_GRID_NAME_PATTERN = re.compile(r"([a-e])([1-5])")


class Verb(StrEnum):
    """A command, by its English name; each language of the interface has its own names beside it."""

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


# What people type in any language.
_ALIASES = {"?": Verb.HELP, "q": Verb.QUIT, "exit": Verb.QUIT}


@dataclass(frozen=True, slots=True)
class TypedCommand:
    verb: Verb
    about: str = ""


@dataclass(frozen=True, slots=True)
class TypedClue:
    """A clue, and the words that it is for as they were typed."""

    word: str
    count: int
    meant: str = ""


@dataclass(frozen=True, slots=True)
class WordPick:
    """The place of the word that was meant; not `sure` when it looks like a slip of the finger."""

    place: int
    sure: bool


def clean_line(line: str) -> str:
    """What a person typed, without what a terminal could obey."""
    visible = "".join(letter if letter.isprintable() else " " for letter in line[:MAX_LINE_LENGTH])
    return " ".join(visible.split())


def parse_command(line: str) -> TypedCommand | None:
    """The command in this line, with or without a slash before it; None if it is none."""
    name, *about_it = line.removeprefix("/").split(" ", 1)
    about = about_it[0] if about_it else ""
    plain = _without_accents(name)
    if plain in _ALIASES and not about:
        return TypedCommand(_ALIASES[plain])
    for verb in Verb:
        if plain in (verb, _without_accents(_(verb))) and (not about or verb is Verb.WHY):
            return TypedCommand(verb, about)
    return None


def parse_clue(line: str) -> TypedClue:
    """A clue such as `ocean 2`, or `ocean 2 (whale, shark)` to note what is meant."""
    found = _CLUE_PATTERN.fullmatch(line)
    if not found:
        raise Refusal("A clue is a word and a number, such as: {example}", example=_("ocean 2"))
    return TypedClue(found["word"], int(found["count"]), found["meant"] or "")


def parse_meant_words(typed: str, table: PublicState) -> tuple[str, ...]:
    """The words of the table in a list such as `whale, new york` or `"new york" whale`; of several, the longest."""
    found: list[str] = []
    for part in _PART_PATTERN.finditer(typed):
        tokens = part[0].strip(_QUOTES).split()
        while tokens:
            whole = (
                size for size in range(len(tokens), 1, -1) if _find_exact(" ".join(tokens[:size]), table) is not None
            )
            size = next(whole, 1)
            found.append(table.words[parse_pick(" ".join(tokens[:size]), table, range(CELLS)).place])
            del tokens[:size]
    return tuple(dict.fromkeys(found))


def looks_like_clue(line: str) -> bool:
    return _CLUE_PATTERN.fullmatch(line) is not None


def parse_pick(line: str, table: PublicState, touchable: Sequence[int]) -> WordPick:
    """The word to touch: by itself, its first letters, its number or its grid name."""
    place = table.place_of(line)
    if place is not None:
        return WordPick(place, sure=True)
    if line.isdecimal() and line.isascii():
        if not 1 <= int(line) <= CELLS:
            raise Refusal("The words are numbered from 1 to 25, there is no {number}", number=line)
        return WordPick(int(line) - 1, sure=True)
    if named := _GRID_NAME_PATTERN.fullmatch(line.lower()):
        return WordPick((int(named[2]) - 1) * ROW_LENGTH + "abcde".index(named[1]), sure=True)
    return _find_by_letters(line, table.words, touchable)


def _find_exact(typed: str, table: PublicState) -> int | None:
    """Where the word lies that is spelt like this, without case and accents."""
    plain = _without_accents(typed)
    return next((place for place, word in enumerate(table.words) if _without_accents(word) == plain), None)


def _find_by_letters(line: str, words: Sequence[str], touchable: Sequence[int]) -> WordPick:
    typed = _without_accents(line)
    spelt = {place: _without_accents(words[place]) for place in touchable}
    if same := [place for place, word in spelt.items() if word == typed]:
        return WordPick(same[0], sure=len(same) == 1)
    starting = [place for place, word in spelt.items() if typed and word.startswith(typed)]
    if len(starting) > 1:
        raise Refusal(
            "{text} could be {words}: type more letters", text=line, words=", ".join(words[place] for place in starting)
        )
    if starting:
        return WordPick(starting[0], sure=len(typed) > 1)
    alike = difflib.get_close_matches(typed, spelt.values(), n=1, cutoff=_MIN_SIMILARITY)
    if alike:
        return WordPick(next(place for place, word in spelt.items() if word == alike[0]), sure=False)
    raise Refusal(
        "{text} is not on the table: type a word, its first letters, its number or its place such as c3", text=line
    )


def _without_accents(word: str) -> str:
    """The word without case and accents, as people type in a hurry."""
    parts = unicodedata.normalize("NFD", fold(word))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
