"""Looking for tasks that may be puzzles: tables are dealt, and every familiar clue word is tried on them at once."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from duo.core.key import Seat, deal
from duo.mind import plackett_luce
from duo.mind.clue_memory import ClueMemory
from duo.puzzle.endgame import Endgame
from duo.puzzle.give import Give
from duo.puzzle.grade import grade as graded
from duo.puzzle.grade import solving
from duo.puzzle.ranking import FIRM, MARGIN
from duo.puzzle.read import Read
from duo.words.wordlist import draw

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.meaning import Hearing
    from duo.puzzle.bench import Bench

    Array = NDArray[np.float64]
    Places = NDArray[np.intp]
    Chosen = NDArray[np.bool_]

_TRIED = 40  # clues that are tried on one table
_TAKEN = 4  # clues of one table that become tasks, so that tables differ
_EASY = 2
_ALONE = 0.5  # the chance with which a clue for one word is read; less of it is no clue to anything
_REMEMBERED = 0.3  # the chance with which an earlier clue was read
_SURE = 0.9  # the chance with which the clues of an easy endgame are read
# By the grade that is wanted: how many words an earlier clue meant, how many of them were found, and how many words
# the clue to read means. An earlier clue for none was not given.
_READINGS = {
    1: ((0, 0, 1),), 2: ((0, 0, 2),), 3: ((0, 0, 2), (0, 0, 2), (2, 1, 1)), 4: ((0, 0, 3), (0, 0, 3), (2, 1, 2)),
    5: ((0, 0, 4), (2, 0, 2), (3, 1, 2), (2, 1, 3)),
}  # fmt: skip
# How many words A and B have still to touch at the end, by the grade that is wanted.
_LEFT = {
    1: ((1, 0), (0, 1)), 2: ((1, 1), (2, 0), (0, 2)), 3: ((1, 1), (2, 0), (0, 2)), 4: ((2, 1), (1, 2)), 5: ((2, 2),),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """The words that are still open, with the giver's colours."""

    words: tuple[str, ...]
    own: str

    def of_colour(self, colour: str) -> tuple[str, ...]:
        return tuple(word for word, letter in zip(self.words, self.own, strict=True) if letter == colour)

    def without(self, gone: Sequence[str]) -> "Table":
        left = [(word, letter) for word, letter in zip(self.words, self.own, strict=True) if word not in gone]
        return Table(tuple(word for word, _ in left), "".join(letter for _, letter in left))


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """How every candidate clue for n words reads: the places it draws most, their chance and the next best."""

    places: "Places"
    chance: "Array"
    next_chance: "Array"
    firm: "Array"

    @classmethod
    def of(cls, bench: "Bench", words: Sequence[str], count: int) -> "Readings":
        weights = bench.touch_all(words)
        order = np.argsort(-weights, axis=1, kind="stable")[:, : count + 1]
        heaviest = np.take_along_axis(weights, order, axis=1)
        total = weights.sum(axis=1)
        best, rival = heaviest[:, :count], np.delete(heaviest, count - 1, axis=1)
        chances = [plackett_luce.run(own, total - own.sum(axis=1), count)[-1] for own in (best, rival)]
        drawn, nothing = bench.draw_all(words)
        firm = np.take_along_axis(drawn, order[:, :count], axis=1).min(axis=1) / nothing
        return cls(order[:, :count], chances[0], chances[1], firm)

    def clear(self, wanted: "Chosen") -> "Chosen":
        """Whether the answer stands out, comes to mind and lies wholly in the wanted places."""
        stands_out = (self.chance >= MARGIN * self.next_chance) & (self.firm >= FIRM)
        return stands_out & wanted[self.places].all(axis=1)


def deal_table(rng: random.Random, bench: "Bench", most_gone: int) -> Table:
    """A table in mid-game: some greens have been found, some bystanders are covered."""
    words, own = draw(bench.wordlist, rng), deal(rng).a
    gone = rng.randrange(most_gone + 1)
    touched = [word for word, letter in zip(words, own, strict=True) if letter != "x"]
    return Table(words, own).without(rng.sample(touched, gone))


def read_tasks(rng: random.Random, bench: "Bench", grade: int) -> Iterator[Read]:
    """Readings of about this grade, without end."""
    while True:
        table = deal_table(rng, bench, 10)
        meant, found, count = rng.choice(_READINGS[grade])
        earlier: tuple[ClueMemory, ...] = ()
        if meant:
            table, earlier = _with_history(rng, bench, table, meant, found)
        green = np.array([letter == "g" for letter in table.own])
        if len(earlier) != bool(meant) or green.sum() < meant - found + count:
            continue
        readings = Readings.of(bench, table.words, count)
        fits = readings.clear(green) & bench.sayable(table.words)
        if count == 1:
            fits &= readings.chance >= _ALONE
        if not earlier:
            fits = _of_grade(readings, fits, grade)
        for row in islice(_agreed(rng, bench, table.words, readings, fits), _TAKEN):
            clue = ClueMemory(bench.candidates[row].upper(), count)
            yield Read(table.words, (*earlier, clue), table.of_colour("x"))


def _of_grade(readings: Readings, fits: "Chosen", grade: int) -> "Chosen":
    """Those of the clues that fit whose reading has this grade."""
    count = readings.places.shape[1]
    chosen = np.zeros_like(fits)
    chosen[[row for row in np.flatnonzero(fits) if graded(solving(readings.chance[row], count)) == grade]] = True
    return chosen


def _with_history(
    rng: random.Random, bench: "Bench", table: Table, count: int, found: int
) -> tuple[Table, tuple[ClueMemory, ...]]:
    """A clue for so many was given, and so many of its words have been found; nothing if no clue lends itself."""
    green = np.array([letter == "g" for letter in table.own])
    readings = Readings.of(bench, table.words, count)
    fits = readings.clear(green) & bench.sayable(table.words) & (readings.chance >= _REMEMBERED)
    for row in _agreed(rng, bench, table.words, readings, fits):
        gone = tuple(table.words[int(place)] for place in readings.places[row, :found])
        return table.without(gone), (ClueMemory(bench.candidates[row].upper(), count, gone),)
    return table, ()


def _agreed(
    rng: random.Random, bench: "Bench", words: Sequence[str], readings: Readings, fits: "Chosen"
) -> Iterator[int]:
    """Some of the clues that fit, in a random order: those that the other minds read in the same way."""
    rows = np.flatnonzero(fits).tolist()
    for row in rng.sample(rows, min(_TRIED, len(rows))):
        places = set(readings.places[row].tolist())
        if all(_first(mind, bench.candidates[row], words, len(places)) == places for mind in bench.others):
            yield row


def _first(mind: "Hearing", clue: str, words: Sequence[str], count: int) -> set[int]:
    """The places that a mind is drawn to most."""
    return set(np.argsort(-mind.touch(clue, words), kind="stable")[:count].tolist())


def give_tasks(rng: random.Random, bench: "Bench", _grade: int) -> Iterator[Give]:
    """Tables on which a clue is to be given, without end."""
    while True:
        table = deal_table(rng, bench, 14)
        size = rng.choice((2, 2, 2, 3, 3, 4))
        if table.own.count("g") >= size:
            yield Give(table.words, table.own, size)


def endgame_tasks(rng: random.Random, bench: "Bench", grade: int) -> Iterator[Endgame]:
    """The ends of missions, without end."""
    while True:
        card, words = deal(rng), draw(bench.wordlist, rng)
        pairs = dict(zip(words, card.pairs(), strict=True))
        mine = {Seat.A: ("g.", "gx"), Seat.B: (".g", "xg")}  # green for this seat alone, so only the other may touch
        sizes = rng.choice(_LEFT[grade])
        targets = {
            seat: tuple(rng.sample([word for word in words if pairs[word] in mine[seat]], size))
            for seat, size in zip(Seat, sizes, strict=True)
        }
        left = {word for seat in Seat for word in targets[seat]}
        others = [word for word in words if "g" not in pairs[word]]
        closed = set(rng.sample(others, rng.randrange(4)))
        shown = tuple(word for word in words if word in left or (word in others and word not in closed))
        surest = _SURE if grade <= _EASY else 0.0
        clues = {seat: _last_clues(rng, bench, shown, targets[seat], surest) for seat in Seat}
        if all(sum(clue.left for clue in clues[seat]) == len(targets[seat]) for seat in Seat):
            missed = {seat: _missed(rng, shown, targets, pairs, seat) for seat in Seat}
            yield Endgame(shown, _with_found(rng, bench, clues, pairs, shown), missed, rng.choice((0, 0, 1)))


def _last_clues(
    rng: random.Random, bench: "Bench", words: tuple[str, ...], targets: tuple[str, ...], surest: float
) -> tuple[ClueMemory, ...]:
    """A clue for all targets, or one for each, that is read with this chance at least; nothing if there is none."""
    if not targets:
        return ()
    sayable = bench.sayable(words)
    shares = [targets] if rng.random() < 0.5 else [(target,) for target in targets]
    clues = []
    for share in shares:
        readings = Readings.of(bench, words, len(share))
        fits = readings.clear(np.array([word in share for word in words])) & sayable & (readings.chance >= surest)
        rows = _agreed(rng, bench, words, readings, fits)
        clues += [ClueMemory(bench.candidates[row].upper(), len(share)) for row in islice(rows, 1)]
    return tuple(clues)


def _with_found(
    rng: random.Random, bench: "Bench", clues: dict[Seat, tuple[ClueMemory, ...]], pairs: dict[str, str],
    shown: tuple[str, ...],
) -> dict[Seat, tuple[ClueMemory, ...]]:  # fmt: skip
    """The clues as they were given, with a word more that the partner has found since, where one suits."""
    given: dict[Seat, tuple[ClueMemory, ...]] = {}
    used: set[str] = set()
    for number, seat in enumerate(Seat):
        found = [word for word, pair in pairs.items() if pair[number] == "g" and word not in shown]
        longer = []
        for clue in clues[seat]:
            open_found = [word for word in found if word not in used]
            found_by = bench.draw(clue.word, open_found) if open_found else (np.zeros((1, 1)), np.ones(1))
            likeliest = int(np.argmax(found_by[0]))
            firm = found_by[0][0, likeliest] >= FIRM * found_by[1][0]
            seen = [*shown, *open_found]
            if firm and rng.random() < 0.7 and bench.check(clue.word, clue.count + 1, seen, strict=True).legal:
                used.add(open_found[likeliest])
                longer.append(ClueMemory(clue.word, clue.count + 1, (open_found[likeliest],)))
            else:
                longer.append(clue)
        given[seat] = tuple(longer)
    return given


def _missed(
    rng: random.Random, shown: tuple[str, ...], targets: dict[Seat, tuple[str, ...]], pairs: dict[str, str], seat: Seat
) -> tuple[str, ...]:  # fmt: skip
    """Bystanders that this seat has touched: words that the partner's side shows as such."""
    other = list(Seat).index(seat.other)
    bystanders = [word for word in shown if pairs[word][other] == "." and word not in targets[seat.other]]
    return tuple(rng.sample(bystanders, min(len(bystanders), rng.randrange(3))))
