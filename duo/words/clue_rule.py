"""The rules of the rulebook that a clue can break."""

from enum import StrEnum


class ClueRule(StrEnum):
    """A rule for clues, in the order in which the rules are checked. The value is the name of the rule in JSON."""

    PART_OF_WORD = "part-of-word"
    SAME_FAMILY = "same-family"
    SOUNDS_LIKE = "sounds-like"
    HOMONYM = "homonym"
    VISIBLE_WORD = "visible-word"
    POSITION = "position"
    TRANSLATION = "translation"
    PROPER_NAME = "proper-name"
    ONE_WORD = "one-word"
