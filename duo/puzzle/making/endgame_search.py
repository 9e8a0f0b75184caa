"""Endgames out of played games: two partners play a game to its end, and then some touches are taken back.

A giver gives clues for words that no earlier clue of its own means, and the guesser finds them. Of such a game a few
words are left open: their turn ended before they were touched, with a stop or on the bystander that people would
touch most likely. So each position can be reached, and the turns that lead there are known.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from duo.core.key import Colour, Seat, deal
from duo.mind.belief.clue_history import ClueMemory
from duo.puzzle.kinds.endgame import MOST_CLUES, MOST_TURNS, Endgame, Turn
from duo.puzzle.making.search import Readings, heard
from duo.puzzle.survey import LATE, PLAYED
from duo.words.wordlist import draw

if TYPE_CHECKING:
    from duo.puzzle.bench import Bench

_LEFT = {1: (1,), 2: (1, 2), 3: (2, 2, 3), 4: (2, 3), 5: (3, 4)}  # how many words are left, by the grade that is wanted
_COUNTS = (3, 3, 3, 2)  # how many words a giver would like to mean
_CHOICE = 12  # clues that a giver has in mind
_TRIED = 8  # ways to take touches back that are tried of one game
_STOPPED = 0.4  # the chance that a turn ended with a stop, where something was found


@dataclass(frozen=True, slots=True)
class _Played:
    """A turn of which everything was found: the row of the clue, and the words in the order of the touches."""

    giver: Seat
    row: int
    meant: tuple[str, ...]


@dataclass
class _Game:
    """A game under way."""

    words: tuple[str, ...]
    sides: dict[Seat, dict[str, str]]
    turns: list[_Played] = field(default_factory=list)

    @property
    def covered(self) -> set[str]:
        return {word for turn in self.turns for word in turn.meant}

    def open(self) -> list[str]:
        covered = self.covered
        return [word for word in self.words if word not in covered]

    def left(self, giver: Seat) -> list[str]:
        """The agents of this side that are still to be found."""
        return [word for word in self.open() if self.sides[giver][word] == Colour.GREEN]


def endgame_tasks(rng: random.Random, bench: "Bench", grade: int) -> Iterator[Endgame]:
    """The ends of missions, without end."""
    while True:
        game = _played(rng, bench)
        lone = _lone(bench, game) if game else []
        for _ in range(_TRIED):
            size = rng.choice(_LEFT[grade])
            if game and len(lone) >= size and (task := _taken_back(rng, bench, game, set(rng.sample(lone, size)))):
                yield task


def _played(rng: random.Random, bench: "Bench") -> _Game | None:
    """A game that was won in time, if it was."""
    card, words = deal(rng), draw(bench.dealt, rng)
    game = _Game(words, {seat: dict(zip(words, card.side(seat), strict=True)) for seat in Seat})
    giver = rng.choice(list(Seat))
    while game.left(giver) or game.left(giver.other):
        giver = giver if game.left(giver) else giver.other
        turn = _turn(rng, bench, game, giver) if len(game.turns) < MOST_TURNS else None
        if turn is None:
            return None
        game.turns.append(turn)
        giver = giver.other
    return game


def _turn(rng: random.Random, bench: "Bench", game: _Game, giver: Seat) -> _Played | None:
    """A clue that people would say, for fewer words if there is no other; one that leaves no doubt comes first."""
    words, left = game.open(), game.left(giver)
    wanted = np.array([word in left for word in words])
    said = {turn.row for turn in game.turns}
    for count in range(min(rng.choice(_COUNTS), len(left)), 0, -1):
        for bounds in (LATE, PLAYED):
            readings = Readings.of(bench, words, wanted, count, bounds).some(rng, _CHOICE).sayable(bench, words)
            for row, places in zip(readings.rows.tolist(), readings.places, strict=True):
                if row not in said:
                    return _Played(giver, row, tuple(words[place] for place in places))
    return None


def _lone(bench: "Bench", game: _Game) -> list[str]:
    """The words that would leave no doubt if only they were not touched; none that is green for both sides."""
    return [
        word
        for turn in game.turns
        for word in turn.meant
        if game.sides[turn.giver.other][word] != Colour.GREEN and _stands_out(bench, turn.row, [word], game.open())
    ]


def _taken_back(rng: random.Random, bench: "Bench", game: _Game, left: set[str]) -> Endgame | None:
    """The position in which these words were not touched, if all are clear to everybody."""
    rows = np.array([turn.row for turn in game.turns])
    if len(bench.sayable(sorted(left), rows)) < len(rows):
        return None
    visible = tuple(word for word in game.words if word not in game.covered or word in left)
    turns, missed = _ended(rng, bench, game, left, visible)
    words = {seat: [word for word in visible if word not in missed[seat]] for seat in Seat}
    for turn in game.turns:
        meant = [word for word in turn.meant if word in left]
        if meant and not _clear(bench, turn.row, meant, words[turn.giver.other]):
            return None
    clues = {
        seat: tuple(
            ClueMemory(turn.clue, turn.count, turn.found)
            for turn in turns
            if turn.giver == seat and len(turn.found) < turn.count
        )
        for seat in Seat
    }
    if any(len(clues[seat]) > MOST_CLUES for seat in Seat):
        return None
    return Endgame(visible, clues, {seat: tuple(missed[seat]) for seat in Seat}, rng.choice((0, 0, 1)), turns)


def _ended(
    rng: random.Random, bench: "Bench", game: _Game, left: set[str], visible: Sequence[str]
) -> tuple[tuple[Turn, ...], dict[Seat, list[str]]]:
    """The turns as they then went, and what each seat has missed."""
    turns: list[Turn] = []
    missed: dict[Seat, list[str]] = {seat: [] for seat in Seat}
    for turn in game.turns:
        clue = bench.candidates[turn.row].upper()
        touched = [f"{word}+" for word in turn.meant if word not in left]
        if len(touched) < len(turn.meant) and (not touched or rng.random() > _STOPPED):
            side, every = game.sides[turn.giver], [word for seat in Seat for word in missed[seat]]
            tan = [word for word in visible if side[word] == Colour.BYSTANDER and word not in (*every, *left)]
            word = tan[int(np.argmax(bench.partner.touch(clue, tan)))]
            missed[turn.giver.other].append(word)
            touched.append(f"{word}~")
        giver: Literal["A", "B"] = "A" if turn.giver is Seat.A else "B"
        turns.append(Turn(giver, clue, len(turn.meant), tuple(touched)))
    return tuple(turns), missed


def _clear(bench: "Bench", row: int, meant: list[str], words: Sequence[str]) -> bool:
    """Whether a clue leaves no doubt which of these words it means."""
    return _stands_out(bench, row, meant, words) and all(heard(ear, bench, words, [(row, meant)]) for ear in bench.ears)


def _stands_out(bench: "Bench", row: int, meant: list[str], words: Sequence[str]) -> bool:
    survey = bench.survey
    columns = [survey.columns[word] for word in meant]
    beside = survey.beside(row, columns, LATE)
    enough = bool((survey.rarity[row, columns] >= LATE.meant(len(meant))).all())
    return enough and all(beside[survey.columns[word]] for word in words if word not in meant)
