"""What a puzzle shows and how an answer was judged, as plain values for the terminal, paper and web pages."""

from dataclasses import dataclass

from duo.core.key import CELLS, ROW_LENGTH
from duo.text import _, ngettext

# Names of the cells by column and row, a1 to e5.
CELL_NAMES = tuple(f"{'abcde'[place % ROW_LENGTH]}{place // ROW_LENGTH + 1}" for place in range(CELLS))
CELL_NAME_PATTERN = "[a-e][1-5]"


@dataclass(frozen=True, slots=True)
class PuzzleCell:
    """A cell of a grid in a puzzle.

    `colour` is `g` (green), `.` (bystander), `x` (assassin), `?` (unknown) or empty. `mark` says what lies on the cell.
    `asked` means that the puzzle asks for the cell's colour although `colour` is not `?`.
    """

    text: str
    colour: str = ""
    mark: str = ""
    asked: bool = False


@dataclass(frozen=True, slots=True)
class PuzzleGrid:
    """Cells in rows of five. `named` means that sentences of the puzzle name cells by column and row, such as c3."""

    title: str
    cells: tuple[PuzzleCell, ...]
    named: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """What a puzzle shows: its title and question, its grids, notes such as the clues, and how to type an answer."""

    title: str
    question: str
    grids: tuple[PuzzleGrid, ...]
    notes: tuple[str, ...] = ()
    typing_hint: str = ""

    @property
    def question_with_hint(self) -> str:
        """The question followed by how to type the answer."""
        return f"{self.question} {self.typing_hint}".rstrip()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of an answer: whether it is right, and an explanation in `words`.

    `share` is how good the answer is, as a share of the best known answer. Only `give` puzzles have `stars`. `better`
    is None, or the clue, number and result of an answer that beats the best known clue.
    """

    right: bool
    share: float
    words: str
    stars: int | None = None
    better: tuple[str, int, float] | None = None


def compare_answer(answer: tuple[str, ...], expected: tuple[str, ...], praise: str) -> Verdict:
    """Return the verdict on an answer that must consist of exactly the expected words. `praise` is for a right one."""
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
