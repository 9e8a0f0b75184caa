"""Names for the rules of moves and records, and the error for a broken one.

The rules on which words may be a clue are not here: see `duo.words.legality`.
"""

from enum import StrEnum

from duo.core.refusal import Refusal
from duo.core.word import printable

_MAX_SHOWN_WORD_LENGTH = 40


class Rule(StrEnum):
    """The name of a rule of moves or of records. docs/rules.md explains each.

    The rules of moves say who may clue, guess or stop, and when. The rules of records say how a `.duo` file is
    written. Whether a word is legal as a clue is no Rule: `duo.check` judges that and returns a Ruling.
    """

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
    """The error for a move or a record that breaks a rule. `word` is the clue, guess or header concerned."""

    def __init__(self, template: str, /, *, rule: Rule, word: str = "", **fields: object) -> None:
        shown = printable(word[:_MAX_SHOWN_WORD_LENGTH])
        super().__init__(template, rule=rule, word=shown, **fields)
        self.rule = rule
        self.word = shown
