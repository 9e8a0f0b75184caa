"""The kind `endgame`: sudden death or the last token, all clues given; who touches what, without a miss.

The solver looks over both shoulders: what A left unfound of its own clues B must touch, and the other way round. The
answer is clear if no other way to share out the words comes near it for the listener, and other minds find it too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np
from annotated_types import Interval, Len, MinLen

from duo.core.key import Seat
from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.files.schema import read_value, shown
from duo.mind.clue_memory import ClueMemory
from duo.puzzle.answer_parser import picked
from duo.puzzle.clues import ClueEntry, Words, alike, clue_line, drawn, firmness, unlawful
from duo.puzzle.grade import grade, solving
from duo.puzzle.puzzle import Kind, Proven, Unproven
from duo.puzzle.ranking import FIRM, READING_FIGURES, Clear, RankedSets, of, rank
from duo.puzzle.statement import Cell, Grid, Statement, Verdict, compared
from duo.text import _, decimal

if TYPE_CHECKING:
    from duo.mind.meaning import Hearing
    from duo.puzzle.bench import Bench

MOST_WORDS = 4
MOST_CLUES = 3


@dataclass(frozen=True, slots=True)
class _SeatEntry:
    """What a seat has said and missed, as files write it."""

    clues: Annotated[tuple[ClueEntry, ...], Len(0, MOST_CLUES)]
    missed: Words


@dataclass(frozen=True, slots=True)
class _Entry:
    """A task as files write it."""

    words: Annotated[Words, MinLen(4)]
    A: _SeatEntry
    B: _SeatEntry
    tokens: Annotated[int, Interval(ge=0, le=1)]


@dataclass(frozen=True, slots=True)
class Endgame:
    """The visible words, the clues that each seat gave with something left to find, and the words each has missed.

    `tokens` is 0 in sudden death and 1 when the last turn has begun.
    """

    kind: ClassVar[Kind] = Kind.ENDGAME
    figures: ClassVar[frozenset[str]] = READING_FIGURES
    words: tuple[str, ...]
    clues: Mapping[Seat, tuple[ClueMemory, ...]]
    missed: Mapping[Seat, tuple[str, ...]]
    tokens: int

    @classmethod
    def from_json(cls, value: Any) -> "Endgame":
        entry = read_value(value, _Entry, where="task")
        seats = {Seat.A: entry.A, Seat.B: entry.B}
        clues = {seat: tuple(clue.memory() for clue in said.clues) for seat, said in seats.items()}
        task = cls(entry.words, clues, {seat: said.missed for seat, said in seats.items()}, entry.tokens)
        if not 1 <= task.size <= MOST_WORDS or any(
            task.left(seat) > len(task.open_to(seat)) or not all(clue.left for clue in clues[seat]) for seat in Seat
        ):
            raise Refusal("the clues do not leave one to four words to touch")
        return task

    def to_json(self) -> dict[str, Any]:
        a, b = (_SeatEntry(tuple(map(ClueEntry.of, self.clues[seat])), self.missed[seat]) for seat in Seat)
        return asdict(_Entry(self.words, a, b, self.tokens))

    @property
    def traits(self) -> frozenset[str]:
        said = " ".join(clue.word for seat in Seat for clue in self.clues[seat])
        return frozenset({" ".join(sorted(map(fold, self.words))), f"endgame {fold(said)}"})

    @property
    def size(self) -> int:
        return sum(self.left(seat) for seat in Seat)

    def left(self, seat: Seat) -> int:
        """How many words this seat still has to touch."""
        return sum(clue.left for clue in self.clues[seat.other])

    def open_to(self, seat: Seat) -> list[int]:
        """The places that this seat may touch."""
        return [place for place, word in enumerate(self.words) if word not in self.missed[seat]]

    def fits(self, answer: tuple[str, ...]) -> bool:
        marks = {f"{seat}:{self.words[place]}" for seat in Seat for place in self.open_to(seat)}
        return len(set(answer)) == len(answer) == self.size and set(answer) <= marks

    def prove(self, bench: "Bench") -> Proven:
        for seat in Seat:
            if problem := unlawful(self.clues[seat], self.words, bench):
                raise problem
        first, second, *others = (self._clear(mind) for mind in (bench.first, *bench.others))
        if not first.margin_holds:
            raise Unproven("another answer is nearly as likely")
        if any(other.best != first.best for other in (second, *others)):
            raise Unproven("another mind reads it otherwise")
        touched = {seat: self._touched(seat, first.best) for seat in Seat}
        if problem := self._alike(touched):
            raise problem
        if (firm := self._firmness(bench, touched)) < FIRM:
            raise Unproven("the answer hardly comes to mind")
        share = solving(first.chance, self.size)
        return Proven(
            answer=self._marks(first.best),
            grade=grade(share),
            tags=tuple(tag for tag, holds in TAGS.items() if holds(self)),
            figures={
                **first.figures(),
                **second.figures("second-"),
                "firm": round(firm, 2),
                "solving": round(share, 4),
            },
            rival=self._marks(first.next),
        )

    def _clear(self, mind: "Hearing") -> Clear:
        """The best way to share out the words and the next; a place of seat B counts from the number of words on."""
        ranked = {seat: self._ranked(mind, seat) for seat in Seat}
        a, b = ranked[Seat.A], ranked[Seat.B]
        chances = np.outer(a.chances, b.chances)
        for row, mine in enumerate(a.sets):
            chances[row, np.isin(b.sets, mine).any(axis=1)] = 0.0
        i, j = np.unravel_index(np.argsort(-chances, axis=None, kind="stable")[:2], chances.shape)
        pairs = np.concatenate([a.sets[i], b.sets[j] + len(self.words)], axis=1)
        return of(RankedSets(pairs, chances[i, j] / chances.sum()))

    def _ranked(self, mind: "Hearing", seat: Seat) -> RankedSets:
        """What this seat would touch, as places among all words."""
        places = np.array(self.open_to(seat), dtype=np.intp)
        if not self.left(seat):
            return RankedSets(np.zeros((1, 0), dtype=np.intp), np.ones(1))
        found = rank(drawn(mind, self.clues[seat.other], [self.words[place] for place in places]))
        return RankedSets(places[found.sets], found.chances)

    def _touched(self, seat: Seat, places: Sequence[int]) -> list[str]:
        """The words that this seat touches in an answer."""
        own = list(Seat).index(seat)
        size = len(self.words)
        return [self.words[place % size] for place in places if place // size == own]

    def _alike(self, touched: Mapping[Seat, list[str]]) -> Unproven | None:
        problems = (alike(self.clues[seat.other], touched[seat]) for seat in Seat)
        return next((problem for problem in problems if problem), None)

    def _firmness(self, bench: "Bench", touched: Mapping[Seat, list[str]]) -> float:
        """How firmly the weakest word comes to mind among those that its seat may touch."""
        found = []
        for seat in Seat:
            words = [self.words[place] for place in self.open_to(seat)]
            if touched[seat]:
                places = [words.index(word) for word in touched[seat]]
                found.append(firmness(bench, self.clues[seat.other], words, places))
        return min(found)

    def _marks(self, places: Sequence[int]) -> tuple[str, ...]:
        size = len(self.words)
        return tuple(f"{Seat.A if place < size else Seat.B}:{self.words[place % size]}" for place in places)

    def ask(self) -> Statement:
        start = (
            _("Sudden death: no more clues, and any miss loses.")
            if self.tokens == 0
            else _("The last token: after this turn there is only sudden death, where any miss loses.")
        )
        question = _(
            "{start} What is left of A's clues B must touch, and what is left of B's clues A must touch. Who touches "
            "what? Answer like A: WORD, B: WORD.", start=start,
        )  # fmt: skip
        notes = [_("{seat} said {line}", seat=seat, line=clue_line(clue)) for seat in Seat for clue in self.clues[seat]]
        grid = Grid("", tuple(Cell(word, mark=self._missed_by(word)) for word in self.words))
        title = _("Sudden death") if self.tokens == 0 else _("The last token")
        return Statement(title, question, (grid,), tuple(notes))

    def _missed_by(self, word: str) -> str:
        seats = [seat for seat in Seat if word in self.missed[seat]]
        return _("missed by {seats}", seats=", ".join(seats)) if seats else ""

    def understand(self, typed: str) -> tuple[str, ...]:
        """Words after the seat that touches them."""
        parts = typed.replace("a:", "A:").replace("b:", "B:")
        pieces = [piece for piece in _by_seat(parts) if piece[1].strip(" ,;")]
        if not pieces:
            raise Refusal("{text} names no seat: answer like A: WORD, B: WORD", text=shown(typed))
        places = {(seat, place) for seat, words in pieces for place in picked(words, self.words)}
        return tuple(f"{seat}:{self.words[place]}" for seat, place in sorted(places))

    def judge(self, answer: tuple[str, ...], proven: Proven, _bench: "Bench") -> Verdict:
        return compared(answer, proven.answer, _("Right: the mission is won."))

    def hints(self, proven: Proven) -> tuple[str, ...]:
        split = _("A touches {a}, B touches {b}.", a=self.left(Seat.A), b=self.left(Seat.B))
        return (split, *(_told(mark) for mark in proven.answer[:-1]))

    def solution(self, proven: Proven) -> tuple[str, str]:
        reasons = [
            _("{seat} gave {clues}.", seat=seat,
                clues=", ".join(f"{clue.word} {clue.count}" for clue in self.clues[seat]))
            for seat in Seat if self.clues[seat]
        ]  # fmt: skip
        chance = _("The next best way is {times} times less likely.",
                     times=decimal(proven.figures["chance"] / max(proven.figures["next"], 1e-4), ".1f"))  # fmt: skip
        return " ".join(_told(mark) for mark in proven.answer), " ".join([*reasons, chance])


def _told(mark: str) -> str:
    seat, word = mark.split(":")
    return _("{seat} touches {word}.", seat=seat, word=word)


def _by_seat(typed: str) -> Iterator[tuple[Seat, str]]:
    """The parts of a line, each with the seat named before it."""
    for part in typed.replace("A:", "\0A").replace("B:", "\0B").split("\0"):
        if part[:1] in Seat.__members__:
            yield Seat(part[0]), part[1:]


def last_token(task: Endgame) -> bool:
    return task.tokens == 1


def one_sided(task: Endgame) -> bool:
    """Whether one seat has everything to touch."""
    return not all(task.left(seat) for seat in Seat)


def closed_word(task: Endgame) -> bool:
    """Whether a word on the table is closed to one seat and open to the other."""
    return any(set(task.missed[seat]) - set(task.missed[seat.other]) for seat in Seat)


def several_clues(task: Endgame) -> bool:
    """Whether some seat has more than one clue to remember."""
    return any(len(task.clues[seat]) > 1 for seat in Seat)


TAGS: Mapping[str, Callable[[Endgame], bool]] = {
    "last-token": last_token,
    "one-sided": one_sided,
    "closed-word": closed_word,
    "several-clues": several_clues,
}
