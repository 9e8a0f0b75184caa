"""What a puzzle shows: plain values, for a terminal, a sheet of paper or a web page to draw."""

from dataclasses import dataclass

from duo.core.key import CELLS, ROW_LENGTH
from duo.text import _, ngettext

# Cells of a grid by column and row, a1 to e5.
CELL_NAMES = tuple(f"{'abcde'[place % ROW_LENGTH]}{place // ROW_LENGTH + 1}" for place in range(CELLS))
CELL_NAME_PATTERN = "[a-e][1-5]"


@dataclass(frozen=True, slots=True)
class PuzzleCell:
    """One cell; `colour` is a letter of the key or nothing, `mark` a sign of what lies on it.

    `asked` where its colour is asked for, though no question mark stands there.
    """

    text: str
    colour: str = ""
    mark: str = ""
    asked: bool = False


@dataclass(frozen=True, slots=True)
class PuzzleGrid:
    """Cells in rows of five; `named` where they are spoken of by column and row, such as c3."""

    title: str
    cells: tuple[PuzzleCell, ...]
    named: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """The puzzle as it is set: what is asked, the table, the clues that lie on it, and how an answer is typed."""

    title: str
    question: str
    grids: tuple[PuzzleGrid, ...]
    notes: tuple[str, ...] = ()
    typing_hint: str = ""

    @property
    def question_with_hint(self) -> str:
        """The question to somebody who answers with the keyboard."""
        return f"{self.question} {self.typing_hint}".rstrip()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth: whether it solves the puzzle, its share of the best result, why, and perhaps stars.

    `better` is a clue that beats the best known, with its number and result.
    """

    right: bool
    share: float
    words: str
    stars: int | None = None
    better: tuple[str, int, float] | None = None


def compare_answer(answer: tuple[str, ...], expected: tuple[str, ...], praise: str) -> Verdict:
    """The verdict on a set of words beside the set that is due."""
    hits = len(set(answer) & set(expected))
    share = hits / max(len(answer), len(expected))
    if len(answer) != len(expected):
        words = ngettext(
            "Not right: {count} word is asked for.", "Not right: {count} words are asked for.", len(expected)
        )
    elif len(expected) == 1:
        words = praise if share == 1 else _("Not right.")
    else:
        words = praise if share == 1 else _("Not right: {hits} of {count} are.", hits=hits, count=len(expected))
    return Verdict(share == 1, share, words)
