"""What a request tells of the table, and what has to be supposed where it tells nothing."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from duo.core.key import Colour
from duo.core.mission import MOST_TOKENS
from duo.core.refusal import Refusal
from duo.core.word import BOARD_SIZE, fold
from duo.engine.fields import BadField, Fields
from duo.mind.clue_memory import ClueMemory

if TYPE_CHECKING:
    from duo.mind.giver import Task
    from duo.mind.question import Question

_SIDE = {Colour.GREEN: 9, Colour.BYSTANDER: 13, Colour.ASSASSIN: 3}


def together(**lists: Sequence[str]) -> tuple[str, ...]:
    """All words of these fields, which may not have one in common."""
    words = tuple(word for words in lists.values() for word in words)
    if len({fold(word) for word in words}) < len(words):
        raise BadField("{fields}: a word stands there twice", fields=", ".join(lists))
    if len(words) > BOARD_SIZE:
        raise BadField("{fields}: at most {most} words lie on a table", fields=", ".join(lists), most=BOARD_SIZE)
    return words


def asked_giver(fields: Fields, green: tuple[str, ...], tan: tuple[str, ...], black: tuple[str, ...]) -> "Task":
    from duo.mind.giver import task_of

    together(green=green, tan=tan, black=black)
    return task_of(green, tan, black, earlier=fields.history(), covered=len(fields.words("covered")), **_tokens(fields))


def asked_guesser(fields: Fields) -> "Question":
    from duo.mind.question import Told, question_of

    words = fields.words("words", fewest=1)
    clue = ClueMemory(fields.clue(), fields.count())
    own = fields.colours("own")
    if own is not None and any(list(own.values()).count(colour) != due for colour, due in _SIDE.items()):
        raise BadField("{field}: 9 words g, 13 words . and 3 words x are expected", field="own")
    try:
        return question_of(Told(words, clue, fields.history(), own, fields.colours("seen"), **_tokens(fields)))
    except Refusal as refusal:
        raise BadField("{problem}", problem=refusal) from refusal


def _tokens(fields: Fields) -> dict[str, int | None]:
    return {"tokens": fields.number("tokens", 1, MOST_TOKENS), "mistakes": fields.number("mistakes", 0, MOST_TOKENS)}
