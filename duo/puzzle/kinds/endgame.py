"""The kind `endgame`: in sudden death or at the last token, say who must touch which words, without a miss.

All clues have been given. The position comes from a simulated game, and its turns are shown. The solver sees both
seats: B must touch the words that A's clues mean and that are not found yet, and A those of B's clues. An ear is a set
of model signals that reads clues. The answer is clear if, for the main ear, no other assignment of words to seats is
nearly as likely, and if the other ears find the same answer.
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
from duo.puzzle.kinds.answer_parser import parse_word_places
from duo.puzzle.kinds.endgame_file import EndgameTaskEntry, EndgameTurn, SeatEntry
from duo.puzzle.proof.assessment import (
    MAX_NEARNESS,
    MeantWords,
    assign_words_to_clues,
    clue_links,
    difficulty_features,
    explain_links,
    find_nearest_word,
)
from duo.puzzle.proof.clues import (
    ClueEntry,
    clue_weights,
    find_legality_problem,
    find_spelling_problem,
    format_earlier_clue,
    weakest_firmness,
)
from duo.puzzle.proof.grade import grade_from_share, solving_share
from duo.puzzle.proof.ranking import (
    READING_FIGURE_NAMES,
    READING_OPTIONAL_FIGURE_NAMES,
    RankedSets,
    TopTwoAnswers,
    check_ear_agreement,
    find_top_two_ranked,
    rank_sets,
)
from duo.puzzle.puzzle import Kind, Proof, UnprovenTask
from duo.puzzle.statement import PuzzleCell, PuzzleGrid, Statement, Verdict, compare_answer
from duo.text import N_, _

if TYPE_CHECKING:
    from duo.mind.listener.intent import ClueListener
    from duo.puzzle.resources import PuzzleResources

MAX_ANSWER_WORDS = 4


@dataclass(frozen=True, slots=True)
class EndgameTask:
    """The visible words, the clues of each seat that still have words to find, and the words that each seat missed.

    `tokens` is 0 in sudden death and 1 when the last turn has begun. `turns` are the turns that led to the position.
    They are missing in puzzles of earlier generators.
    """

    kind: ClassVar[Kind] = Kind.ENDGAME
    figure_names: ClassVar[frozenset[str]] = READING_FIGURE_NAMES
    optional_figure_names: ClassVar[frozenset[str]] = READING_OPTIONAL_FIGURE_NAMES
    words: tuple[str, ...]
    clues: Mapping[Seat, tuple[ClueMemory, ...]]
    missed: Mapping[Seat, tuple[str, ...]]
    tokens: int
    turns: tuple[EndgameTurn, ...] = ()

    @classmethod
    def from_json(cls, value: Any) -> "EndgameTask":
        entry = read_value(value, EndgameTaskEntry, where="task")
        seats = {Seat.A: entry.A, Seat.B: entry.B}
        clues = {seat: tuple(clue.to_memory() for clue in seat_entry.clues) for seat, seat_entry in seats.items()}
        task = cls(
            entry.words,
            clues,
            {seat: seat_entry.missed for seat, seat_entry in seats.items()},
            entry.tokens,
            entry.turns,
        )
        if not 1 <= task.answer_size <= MAX_ANSWER_WORDS or any(
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
        entry = asdict(EndgameTaskEntry(self.words, a, b, self.tokens, self.turns))
        return entry if self.turns else {name: value for name, value in entry.items() if name != "turns"}

    @property
    def traits(self) -> frozenset[str]:
        clue_words = " ".join(clue.word for seat in Seat for clue in self.clues[seat])
        return frozenset({" ".join(sorted(map(fold, self.words))), f"endgame {fold(clue_words)}"})

    @property
    def answer_size(self) -> int:
        return sum(self.words_left(seat) for seat in Seat)

    def words_left(self, seat: Seat) -> int:
        """Return how many words this seat still has to touch."""
        return sum(clue.remaining for clue in self.clues[seat.other])

    def touchable_places(self, seat: Seat) -> list[int]:
        """Return the places that this seat may touch."""
        return [place for place, word in enumerate(self.words) if word not in self.missed[seat]]

    def is_well_formed_answer(self, answer: tuple[str, ...]) -> bool:
        marks = {f"{seat}:{self.words[place]}" for seat in Seat for place in self.touchable_places(seat)}
        return len(set(answer)) == len(answer) == self.answer_size and set(answer) <= marks

    def prove(self, resources: "PuzzleResources") -> Proof:
        for seat in Seat:
            if problem := find_legality_problem(self.clues[seat], self.words, resources):
                raise problem
        first, *others = (self._top_two_assignments(ear) for ear in resources.ears)
        least_margin = check_ear_agreement(first, others)
        touched = {seat: self._touched_words(seat, first.best) for seat in Seat}
        if problem := self._find_spelling_problem(touched):
            raise problem
        shares = {seat: self._assign_touched_words(resources, seat, touched[seat]) for seat in Seat if touched[seat]}
        firm, near = self._weakest_firmness(resources, touched), self._greatest_nearness(resources, touched)
        meant_words = [share for seat in shares for share in shares[seat]]
        share = solving_share(
            difficulty_features(resources, meant_words, [top_two.chance for top_two in (first, *others)])
        )
        links_by_seat = {seat: clue_links(resources, shares[seat], touched[seat]) for seat in shares}
        return Proof(
            answer=self._format_answer_marks(first.best),
            grade=grade_from_share(share),
            tags=tuple(tag for tag, holds in ENDGAME_TAGS.items() if holds(self)),
            figures={
                **first.figures(),
                **others[0].figures("second-"),
                "firm": round(firm, 2),
                "solving": round(share, 4),
                "least-margin": round(least_margin, 2),
                "near": round(near, 4),
            },
            rival=self._format_answer_marks(first.next),
            links=tuple(link for seat in links_by_seat for link in links_by_seat[seat]),
        )

    def _top_two_assignments(self, ear: "ClueListener") -> TopTwoAnswers:
        """Return the two assignments of words to seats that are most likely for this ear.

        An assignment is a set of places. The number of words is added to the places that seat B touches.
        """
        ranked = {seat: self._rank_sets_for_seat(ear, seat) for seat in Seat}
        a, b = ranked[Seat.A], ranked[Seat.B]
        chances = np.outer(a.chances, b.chances)
        for row, mine in enumerate(a.sets):
            chances[row, np.isin(b.sets, mine).any(axis=1)] = 0.0
        i, j = np.unravel_index(np.argsort(-chances, axis=None, kind="stable")[:2], chances.shape)
        pairs = np.concatenate([a.sets[i], b.sets[j] + len(self.words)], axis=1)
        return find_top_two_ranked(RankedSets(pairs, chances[i, j] / chances.sum()))

    def _rank_sets_for_seat(self, ear: "ClueListener", seat: Seat) -> RankedSets:
        """Return the sets of words that this seat could touch, as places among all words, with their chances."""
        places = np.array(self.touchable_places(seat), dtype=np.intp)
        if not self.words_left(seat):
            return RankedSets(np.zeros((1, 0), dtype=np.intp), np.ones(1))
        found = rank_sets(clue_weights(ear, self.clues[seat.other], [self.words[place] for place in places]))
        return RankedSets(places[found.sets], found.chances)

    def _touched_words(self, seat: Seat, places: Sequence[int]) -> list[str]:
        """Return the words that this seat touches in an assignment, which is given by its places."""
        own = list(Seat).index(seat)
        size = len(self.words)
        return [self.words[place % size] for place in places if place // size == own]

    def _find_spelling_problem(self, touched: Mapping[Seat, list[str]]) -> UnprovenTask | None:
        problems = (find_spelling_problem(self.clues[seat.other], touched[seat]) for seat in Seat)
        return next((problem for problem in problems if problem), None)

    def _weakest_firmness(self, resources: "PuzzleResources", touched: Mapping[Seat, list[str]]) -> float:
        """Return the lowest firmness of a touched word: how many times as likely it is to come to mind as nothing.

        Raises UnprovenTask if it is too low for an ear.
        """
        return min(
            weakest_firmness(resources, self.clues[seat.other], *self._touchable_words_and_places(seat, touched[seat]))
            for seat in Seat
            if touched[seat]
        )

    def _greatest_nearness(self, resources: "PuzzleResources", touched: Mapping[Seat, list[str]]) -> float:
        """Return the weight of the nearest wrong word, as a share of the weakest right word's weight.

        Raises UnprovenTask if a seat might touch a wrong word by mistake.
        """
        nearness = 0.0
        for seat in Seat:
            words, places = self._touchable_words_and_places(seat, touched[seat])
            if places and len(words) > len(places):
                other = find_nearest_word(resources, [clue.word for clue in self.clues[seat.other]], words, places)
                if other.nearness > MAX_NEARNESS:
                    raise UnprovenTask("{word} is nearly as close as the answer", word=words[other.trap_place])
                nearness = max(nearness, other.nearness)
        return nearness

    def _assign_touched_words(
        self, resources: "PuzzleResources", seat: Seat, touched: Sequence[str]
    ) -> list[MeantWords]:
        """Return for each clue of the other seat which of the words that this seat touches it means."""
        return assign_words_to_clues(
            resources, self.clues[seat.other], *self._touchable_words_and_places(seat, touched)
        )

    def _touchable_words_and_places(self, seat: Seat, touched: Sequence[str]) -> tuple[list[str], list[int]]:
        """Return the words that this seat may touch, and the index in that list of each word in `touched`."""
        words = [self.words[place] for place in self.touchable_places(seat)]
        return words, [words.index(word) for word in touched]

    def _format_answer_marks(self, places: Sequence[int]) -> tuple[str, ...]:
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
        grid = PuzzleGrid("", tuple(PuzzleCell(word, mark=self._describe_misses(word)) for word in self.words))
        title = _("Sudden death") if self.tokens == 0 else _("The last token")
        return Statement(title, question, (grid,), tuple(notes), _("Write your answer like A: WORD, B: WORD."))

    def _describe_misses(self, word: str) -> str:
        seats = [seat for seat in Seat if word in self.missed[seat]]
        return _("missed by {seats}", seats=", ".join(seats)) if seats else ""

    def parse_answer(self, typed: str) -> tuple[str, ...]:
        """Parse the words that each seat touches, typed after the seat, such as `A: WORD, B: WORD`."""
        parts = typed.replace("a:", "A:").replace("b:", "B:")
        pieces = [piece for piece in _split_by_seat(parts) if piece[1].strip(" ,;")]
        if not pieces:
            raise Refusal("{text} names no seat: write your answer like A: WORD, B: WORD", text=format_value(typed))
        places = {(seat, place) for seat, words in pieces for place in parse_word_places(words, self.words)}
        return tuple(f"{seat}:{self.words[place]}" for seat, place in sorted(places))

    def judge(self, answer: tuple[str, ...], proof: Proof, _resources: "PuzzleResources") -> Verdict:
        return compare_answer(answer, proof.answer, _("Right: the mission is won."))

    def hints(self, proof: Proof) -> tuple[str, ...]:
        split = _("A touches {a}, B touches {b}.", a=self.words_left(Seat.A), b=self.words_left(Seat.B))
        return (split, *(_format_mark(mark) for mark in proof.answer[:-1]))

    def solution(self, proof: Proof) -> tuple[str, tuple[str, ...]]:
        words = [mark.partition(":")[2] for mark in proof.answer]
        meant = zip(words, (link.partition(":")[0] for link in proof.links), strict=False)
        explanation = [_("{word} belongs to the clue {clue}.", word=word, clue=clue) for word, clue in meant]
        explanation += explain_links(words, proof.links) or [
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
    """Yield each seat that the text names, with the text up to the next seat."""
    for part in typed.replace("A:", "\0A").replace("B:", "\0B").split("\0"):
        if part[:1] in Seat.__members__:
            yield Seat(part[0]), part[1:]


def is_last_token(task: EndgameTask) -> bool:
    return task.tokens == 1


def is_one_sided(task: EndgameTask) -> bool:
    """Whether only one seat still has words to touch."""
    return not all(task.words_left(seat) for seat in Seat)


def has_closed_word(task: EndgameTask) -> bool:
    """Whether one seat has missed a word that the other seat may still touch."""
    return any(set(task.missed[seat]) - set(task.missed[seat.other]) for seat in Seat)


def has_several_clues(task: EndgameTask) -> bool:
    """Whether several clues of one seat still have words to find."""
    return any(len(task.clues[seat]) > 1 for seat in Seat)


ENDGAME_TAGS: Mapping[str, Callable[[EndgameTask], bool]] = {
    "last-token": is_last_token,
    "one-sided": is_one_sided,
    "closed-word": has_closed_word,
    "several-clues": has_several_clues,
}
