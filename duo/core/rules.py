"""The names of the rules, and the error for a broken one."""

from enum import StrEnum

from duo.core.refusal import Refusal
from duo.core.word import printable

_MAX_WORD_LENGTH = 40


class Rule(StrEnum):
    """The name of a rule of the game or of its record. docs/rules.md explains each."""

    OVER = "game-over"
    CLUE_FIRST = "clue-first"
    TURN_UNDER_WAY = "turn-under-way"
    TURN_ENDED = "turn-ended"
    ALTERNATE = "alternate"
    FINISHED = "side-finished"
    NO_MORE_CLUES = "no-clues-in-sudden-death"
    ONE_WORD = "one-word"
    COUNT = "count"
    PARTNER_GUESSES = "partner-guesses"
    AT_LEAST_ONE = "at-least-one-guess"
    ON_THE_TABLE = "on-the-table"
    COVERED = "covered"
    MISSED_BEFORE = "missed-before"
    NOTHING_LEFT = "nothing-left-to-guess"

    FORM = "form"
    HEADER = "header"
    KEY = "key-card"
    MISSION = "mission"
    VARIANT = "variant"
    TURN_NUMBER = "turn-number"
    MARK = "mark"
    SUDDEN_DEATH = "sudden-death"
    RESULT = "result"


class RuleBroken(Refusal):
    """A move breaks a rule. `word` is the word concerned."""

    def __init__(self, template: str, /, *, rule: Rule, word: str = "", **fields: object) -> None:
        shown = printable(word[:_MAX_WORD_LENGTH])
        super().__init__(template, rule=rule, word=shown, **fields)
        self.rule = rule
        self.word = shown
