"""The kind `endgame`: sudden death or the last token. All clues are given; say who touches what without a miss.

The position comes from a played game, and its turns are shown. The solver sees both seats: B must touch what is left of
A's clues, and A what is left of B's. The answer is clear if, for the main ear, no other assignment of words to seats
comes near it, and if the other ears find it too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from duo.core.key import Seat
from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.files.schema import format_value, read_value
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.giver.reason import format_percent
from duo.puzzle.kinds.answer_parser import parse_places
from duo.puzzle.kinds.endgame_file import EndgameEntry, EndgameTurn, SeatEntry
from duo.puzzle.proof.assessment import (
    MAX_NEARNESS,
    MeantWords,
    assign_words_to_clues,
    features,
    links,
    nearest_word,
    reasons,
)
from duo.puzzle.proof.clues import (
    ClueEntry,
    clue_weights,
    format_earlier_clue,
    legality_problem,
    spelling_problem,
    weakest_firmness,
)
from duo.puzzle.proof.grade import grade_from_share, solving_share
from duo.puzzle.proof.ranking import (
    READING_FIGURES,
    READING_OPTIONAL_FIGURES,
    RankedSets,
    TopTwo,
    check_agreement,
    rank_sets,
    top_two_of_ranked,
)
from duo.puzzle.puzzle import Kind, Proof, Unproven
from duo.puzzle.statement import PuzzleCell, PuzzleGrid, Statement, Verdict, compare_answer
from duo.text import N_, _

if TYPE_CHECKING:
    from duo.mind.listener.intent import ClueListener
    from duo.puzzle.bench import Bench

MAX_WORDS = 4


@dataclass(frozen=True, slots=True)
class EndgameTask:
    """The visible words, the clues of each seat that still have words to find, and the words that each seat missed.

    `tokens` is 0 in sudden death and 1 when the last turn has begun. `turns` are the turns that led there. Puzzles of
    earlier generators have none.
    """

    kind: ClassVar[Kind] = Kind.ENDGAME
    figures: ClassVar[frozenset[str]] = READING_FIGURES
    optional_figures: ClassVar[frozenset[str]] = READING_OPTIONAL_FIGURES
    words: tuple[str, ...]
    clues: Mapping[Seat, tuple[ClueMemory, ...]]
    missed: Mapping[Seat, tuple[str, ...]]
    tokens: int
    turns: tuple[EndgameTurn, ...] = ()

    @classmethod
    def from_json(cls, value: Any) -> "EndgameTask":
        entry = read_value(value, EndgameEntry, where="task")
        seats = {Seat.A: entry.A, Seat.B: entry.B}
        clues = {seat: tuple(clue.to_memory() for clue in seat_entry.clues) for seat, seat_entry in seats.items()}
        task = cls(
            entry.words,
            clues,
            {seat: seat_entry.missed for seat, seat_entry in seats.items()},
            entry.tokens,
            entry.turns,
        )
        if not 1 <= task.size <= MAX_WORDS or any(
            task.words_left(seat) > len(task.touchable_places(seat)) or not all(clue.remaining for clue in clues[seat])
            for seat in Seat
        ):
            raise Refusal("the clues must leave one to four words to touch")
        task.check_turns()
        return task

    def check_turns(self) -> None:
        """Raise Refusal if the turns contradict the clues and misses."""
        turn_clues = {(turn.giver, turn.clue, turn.count, turn.found) for turn in self.turns}
        missed = {(Seat(turn.giver).other, word) for turn in self.turns for word in turn.missed}
        clues = {(str(seat), clue.word, clue.count, clue.found) for seat in Seat for clue in self.clues[seat]}
        if self.turns and not (
            clues <= turn_clues and all((seat, w) in missed for seat in Seat for w in self.missed[seat])
        ):
            raise Refusal("the turns do not match the clues")

    def to_json(self) -> dict[str, Any]:
        a, b = (SeatEntry(tuple(map(ClueEntry.from_memory, self.clues[seat])), self.missed[seat]) for seat in Seat)
        entry = asdict(EndgameEntry(self.words, a, b, self.tokens, self.turns))
        return entry if self.turns else {name: value for name, value in entry.items() if name != "turns"}

    @property
    def traits(self) -> frozenset[str]:
        clue_words = " ".join(clue.word for seat in Seat for clue in self.clues[seat])
        return frozenset({" ".join(sorted(map(fold, self.words))), f"endgame {fold(clue_words)}"})

    @property
    def size(self) -> int:
        return sum(self.words_left(seat) for seat in Seat)

    def words_left(self, seat: Seat) -> int:
        """Return how many words this seat still has to touch."""
        return sum(clue.remaining for clue in self.clues[seat.other])

    def touchable_places(self, seat: Seat) -> list[int]:
        """Return the places that this seat may touch."""
        return [place for place, word in enumerate(self.words) if word not in self.missed[seat]]

    def fits(self, answer: tuple[str, ...]) -> bool:
        marks = {f"{seat}:{self.words[place]}" for seat in Seat for place in self.touchable_places(seat)}
        return len(set(answer)) == len(answer) == self.size and set(answer) <= marks

    def prove(self, bench: "Bench") -> Proof:
        for seat in Seat:
            if problem := legality_problem(self.clues[seat], self.words, bench):
                raise problem
        first, *others = (self._top_two(ear) for ear in bench.ears)
        least_margin = check_agreement(first, others)
        touched = {seat: self._touched_words(seat, first.best) for seat in Seat}
        if problem := self._spelling_problem(touched):
            raise problem
        shares = {seat: self._shares(bench, seat, touched[seat]) for seat in Seat if touched[seat]}
        firm, near = self._firmness(bench, touched), self._nearness(bench, touched)
        meant_words = [share for seat in shares for share in shares[seat]]
        share = solving_share(features(bench, meant_words, [top_two.chance for top_two in (first, *others)]))
        links_by_seat = {seat: links(bench, shares[seat], touched[seat]) for seat in shares}
        return Proof(
            answer=self._marks(first.best),
            grade=grade_from_share(share),
            tags=tuple(tag for tag, holds in TAGS.items() if holds(self)),
            figures={
                **first.figures(),
                **others[0].figures("second-"),
                "firm": round(firm, 2),
                "solving": round(share, 4),
                "least-margin": round(least_margin, 2),
                "near": round(near, 4),
            },
            rival=self._marks(first.next),
            links=tuple(link for seat in links_by_seat for link in links_by_seat[seat]),
        )

    def _top_two(self, ear: "ClueListener") -> TopTwo:
        """Return the best and the next assignment of words to seats.

        Places of seat B are offset by the number of words.
        """
        ranked = {seat: self._rank_for_seat(ear, seat) for seat in Seat}
        a, b = ranked[Seat.A], ranked[Seat.B]
        chances = np.outer(a.chances, b.chances)
        for row, mine in enumerate(a.sets):
            chances[row, np.isin(b.sets, mine).any(axis=1)] = 0.0
        i, j = np.unravel_index(np.argsort(-chances, axis=None, kind="stable")[:2], chances.shape)
        pairs = np.concatenate([a.sets[i], b.sets[j] + len(self.words)], axis=1)
        return top_two_of_ranked(RankedSets(pairs, chances[i, j] / chances.sum()))

    def _rank_for_seat(self, ear: "ClueListener", seat: Seat) -> RankedSets:
        """Rank the sets that this seat could touch, as places among all words."""
        places = np.array(self.touchable_places(seat), dtype=np.intp)
        if not self.words_left(seat):
            return RankedSets(np.zeros((1, 0), dtype=np.intp), np.ones(1))
        found = rank_sets(clue_weights(ear, self.clues[seat.other], [self.words[place] for place in places]))
        return RankedSets(places[found.sets], found.chances)

    def _touched_words(self, seat: Seat, places: Sequence[int]) -> list[str]:
        """Return the words that this seat touches in an answer."""
        own = list(Seat).index(seat)
        size = len(self.words)
        return [self.words[place % size] for place in places if place // size == own]

    def _spelling_problem(self, touched: Mapping[Seat, list[str]]) -> Unproven | None:
        problems = (spelling_problem(self.clues[seat.other], touched[seat]) for seat in Seat)
        return next((problem for problem in problems if problem), None)

    def _firmness(self, bench: "Bench", touched: Mapping[Seat, list[str]]) -> float:
        """Return the firmness of the weakest word among those that its seat may touch."""
        return min(
            weakest_firmness(bench, self.clues[seat.other], *self._places(seat, touched[seat]))
            for seat in Seat
            if touched[seat]
        )

    def _nearness(self, bench: "Bench", touched: Mapping[Seat, list[str]]) -> float:
        """Return how near the nearest word is that a seat might touch by mistake.

        Raises Unproven if it is too near.
        """
        nearness = 0.0
        for seat in Seat:
            words, places = self._places(seat, touched[seat])
            if places and len(words) > len(places):
                other = nearest_word(bench, [clue.word for clue in self.clues[seat.other]], words, places)
                if other.near > MAX_NEARNESS:
                    raise Unproven("{word} is nearly as close as the answer", word=words[other.trap])
                nearness = max(nearness, other.near)
        return nearness

    def _shares(self, bench: "Bench", seat: Seat, touched: Sequence[str]) -> list[MeantWords]:
        """Assign the words that this seat touches to the clues that mean them."""
        return assign_words_to_clues(bench, self.clues[seat.other], *self._places(seat, touched))

    def _places(self, seat: Seat, touched: Sequence[str]) -> tuple[list[str], list[int]]:
        """Return the words that this seat may touch, and the places of the touched words among them."""
        words = [self.words[place] for place in self.touchable_places(seat)]
        return words, [words.index(word) for word in touched]

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
            "{start} B must touch what is left of A's clues, and A what is left of B's clues. Who touches what?",
            start=start,
        )
        left_note, said_note = N_("Still open from {seat}: {line}"), N_("{seat} said {line}")
        notes = [f"{number}. {turn}" for number, turn in enumerate(self.turns, 1)]
        notes += [
            _(left_note if self.turns else said_note, seat=seat, line=format_earlier_clue(clue))
            for seat in Seat
            for clue in self.clues[seat]
        ]
        grid = PuzzleGrid("", tuple(PuzzleCell(word, mark=self._missed_by(word)) for word in self.words))
        title = _("Sudden death") if self.tokens == 0 else _("The last token")
        return Statement(title, question, (grid,), tuple(notes), _("Write your answer like A: WORD, B: WORD."))

    def _missed_by(self, word: str) -> str:
        seats = [seat for seat in Seat if word in self.missed[seat]]
        return _("missed by {seats}", seats=", ".join(seats)) if seats else ""

    def parse_answer(self, typed: str) -> tuple[str, ...]:
        """Parse words, each group after the seat that touches it, such as `A: WORD, B: WORD`."""
        parts = typed.replace("a:", "A:").replace("b:", "B:")
        pieces = [piece for piece in _split_by_seat(parts) if piece[1].strip(" ,;")]
        if not pieces:
            raise Refusal("{text} names no seat: write your answer like A: WORD, B: WORD", text=format_value(typed))
        places = {(seat, place) for seat, words in pieces for place in parse_places(words, self.words)}
        return tuple(f"{seat}:{self.words[place]}" for seat, place in sorted(places))

    def judge(self, answer: tuple[str, ...], proof: Proof, _bench: "Bench") -> Verdict:
        return compare_answer(answer, proof.answer, _("Right: the mission is won."))

    def hints(self, proof: Proof) -> tuple[str, ...]:
        split = _("A touches {a}, B touches {b}.", a=self.words_left(Seat.A), b=self.words_left(Seat.B))
        return (split, *(_format_mark(mark) for mark in proof.answer[:-1]))

    def solution(self, proof: Proof) -> tuple[str, tuple[str, ...]]:
        words = [mark.partition(":")[2] for mark in proof.answer]
        meant = zip(words, (link.partition(":")[0] for link in proof.links), strict=False)
        explanation = [_("{word} belongs to the clue {clue}.", word=word, clue=clue) for word, clue in meant]
        explanation += reasons(words, proof.links) or [
            _(
                "{seat} gave {clues}.",
                seat=seat,
                clues=", ".join(f"{clue.word} {clue.count}" for clue in self.clues[seat]),
            )
            for seat in Seat
            if self.clues[seat]
        ]
        explanation.append(
            _(
                "The model believes that about {chance} of people find it.",
                chance=format_percent(proof.figures["solving"]),
            )
        )
        return " ".join(_format_mark(mark) for mark in proof.answer), tuple(explanation)


def _format_mark(mark: str) -> str:
    seat, word = mark.split(":")
    return _("{seat} touches {word}.", seat=seat, word=word)


def _split_by_seat(typed: str) -> Iterator[tuple[Seat, str]]:
    """Yield each seat named in the line with the text after it."""
    for part in typed.replace("A:", "\0A").replace("B:", "\0B").split("\0"):
        if part[:1] in Seat.__members__:
            yield Seat(part[0]), part[1:]


def last_token(task: EndgameTask) -> bool:
    return task.tokens == 1


def one_sided(task: EndgameTask) -> bool:
    """Whether one seat has all the words to touch."""
    return not all(task.words_left(seat) for seat in Seat)


def closed_word(task: EndgameTask) -> bool:
    """Whether only one of the seats has missed some word, so that it is still open to the other."""
    return any(set(task.missed[seat]) - set(task.missed[seat.other]) for seat in Seat)


def several_clues(task: EndgameTask) -> bool:
    """Whether a seat has more than one clue to remember."""
    return any(len(task.clues[seat]) > 1 for seat in Seat)


TAGS: Mapping[str, Callable[[EndgameTask], bool]] = {
    "last-token": last_token,
    "one-sided": one_sided,
    "closed-word": closed_word,
    "several-clues": several_clues,
}
