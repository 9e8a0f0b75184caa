"""Endgames out of played games: two human-like partners play, and the game is left where little is to find.

A giver gives clues for words that no earlier clue of its own means; the guesser touches by the chances of the house's
ear, as people do, so that words are missed and left for later. The mission is as long as the game
was when it was left.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from duo.core.key import Colour, Seat, deal
from duo.mind.clue_memory import ClueMemory
from duo.puzzle.endgame import MOST_CLUES, MOST_TURNS, MOST_WORDS, Endgame, Turn
from duo.puzzle.search import Readings, agreed
from duo.words.wordlist import draw

if TYPE_CHECKING:
    from duo.puzzle.bench import Bench

_LEFT = {1: (1,), 2: (1, 2), 3: (2, 2, 3), 4: (2, 3), 5: (3, 4)}  # how many words are left, by the grade that is wanted
_LATE = 9  # agents left to find, both sides counted, from which on a game is late
_TIRED = 6  # how often a late turn is looked at until something is left of it
_COUNTS = (3, 3, 3, 2)  # how many words a giver would like to mean
_CHOICE = 12  # clues that a giver has in mind, of which one is said that all minds read alike
_DOUBT = 0.35  # the chance below which a guesser would rather stop


@dataclass
class _Game:
    """A game under way."""

    words: tuple[str, ...]
    sides: dict[Seat, dict[str, str]]
    wanted: int
    covered: set[str] = field(default_factory=set)
    missed: dict[Seat, list[str]] = field(default_factory=lambda: {seat: [] for seat in Seat})
    clues: dict[Seat, list[ClueMemory]] = field(default_factory=lambda: {seat: [] for seat in Seat})
    pending: dict[Seat, set[str]] = field(default_factory=lambda: {seat: set() for seat in Seat})
    turns: list[Turn] = field(default_factory=list)

    def open_to(self, seat: Seat) -> list[str]:
        return [word for word in self.words if word not in self.covered and word not in self.missed[seat]]

    def left(self, giver: Seat) -> list[str]:
        """The agents of this side that are still to be found."""
        return [word for word, colour in self.sides[giver].items() if colour == "g" and word not in self.covered]

    def unmeant(self, giver: Seat) -> list[str]:
        """Those among them that no clue has meant yet."""
        return [word for word in self.left(giver) if word not in self.pending[giver]]

    @property
    def late(self) -> bool:
        return sum(len(self.left(seat)) for seat in Seat) <= _LATE

    def visible(self) -> list[str]:
        return [word for word in self.words if word not in self.covered]


def endgame_tasks(rng: random.Random, bench: "Bench", grade: int) -> Iterator[Endgame]:
    """The ends of missions, without end."""
    while True:
        card, words = deal(rng), draw(bench.wordlist, rng)
        sides = {seat: dict(zip(words, card.side(seat), strict=True)) for seat in Seat}
        game = _Game(words, sides, rng.choice(_LEFT[grade]))
        yield from _ends(rng, bench, game)


def _ends(rng: random.Random, bench: "Bench", game: _Game) -> Iterator[Endgame]:
    """The position in which every word left is meant by a clue that was given, if the game comes so far."""
    giver = rng.choice(list(Seat))
    while len(game.turns) < MOST_TURNS:
        if not game.unmeant(giver):
            giver = giver.other
        if not game.unmeant(giver):
            if task := _end(rng, game):
                yield task
            return
        if not _turn(rng, bench, game, giver):
            return
        giver = giver.other


def _turn(rng: random.Random, bench: "Bench", game: _Game, giver: Seat) -> bool:
    """A clue, and what the other seat touches on hearing it; false if the giver has no clue."""
    words = game.open_to(giver.other)
    said = _clue(rng, bench, game, giver, words)
    if said is None:
        return False
    clue, meant, alike = said
    # Of use are only games in which as many words are left as are wanted, and none that a doubtful clue meant, which
    # nobody could tell afterwards. So the others are not played to their end: the touches are looked at again here.
    touched = tuple(f"{word}+" for word in meant)
    if alike and sum(map(len, game.pending.values())) < game.wanted:
        for _ in range(_TIRED if game.late else 1):
            touched = tuple(_touched(rng, bench, game.sides[giver], clue, len(meant), words))
            if {mark[:-1] for mark in touched if mark[-1] == "+"} != set(meant):
                break
    turn = Turn("A" if giver is Seat.A else "B", clue, len(meant), touched)
    game.covered |= set(turn.found)
    game.missed[giver.other] += turn.missed
    game.pending[giver] |= set(meant) - set(turn.found)
    game.turns.append(turn)
    game.clues[giver].append(ClueMemory(clue, len(meant), turn.found))
    return True


def _clue(
    rng: random.Random, bench: "Bench", game: _Game, giver: Seat, words: list[str]
) -> tuple[str, list[str], bool] | None:
    """A clue, the words that it means, and whether all ears read it alike; for fewer words if there is no other."""
    left = set(game.unmeant(giver))
    wanted = np.array([word in left for word in words])
    said = {clue.word for seat in Seat for clue in game.clues[seat]}
    sayable = bench.sayable(game.visible())
    for count in range(min(rng.choice(_COUNTS), len(left)), 0, -1):
        readings = Readings.of(bench, words, count)
        fits = readings.clear(wanted) & sayable
        alike = list(agreed(rng, bench, words, readings, fits, _CHOICE))
        for row in (*alike, *rng.sample(np.flatnonzero(fits).tolist(), min(_CHOICE, int(fits.sum())))):
            if (clue := bench.candidates[row].upper()) not in said:
                return clue, [words[place] for place in readings.places[row]], row in alike
    return None


def _touched(
    rng: random.Random, bench: "Bench", side: Mapping[str, str], clue: str, count: int, words: list[str]
) -> Iterator[str]:
    """What the guesser touches, drawn by the chances of the house's mind, with a mark of what it was.

    Never an assassin: that game would be over, and another one would have been looked at.
    """
    open_ = [word for word in words if side[word] != Colour.ASSASSIN]
    for number in range(count):
        chances = bench.partner.touch(clue, open_)
        if number and chances.max() < _DOUBT:
            return
        word = rng.choices(open_, chances.tolist())[0]
        if side[word] == Colour.BYSTANDER:
            yield f"{word}~"
            return
        yield f"{word}+"
        open_.remove(word)


def _end(rng: random.Random, game: _Game) -> Endgame | None:
    """The position as a task, if the clues that are not used up mean just the words that are left."""
    clues = {seat: tuple(clue for clue in game.clues[seat] if clue.left) for seat in Seat}
    left = {seat: game.left(seat) for seat in Seat}
    if not 1 <= sum(map(len, left.values())) <= MOST_WORDS:
        return None
    if any(len(clues[s]) > MOST_CLUES or sum(clue.left for clue in clues[s]) != len(left[s]) for s in Seat):
        return None
    if set(left[Seat.A]) & set(left[Seat.B]):  # one touch would cover both sides
        return None
    visible = tuple(game.visible())
    missed = {seat: tuple(game.missed[seat]) for seat in Seat}
    missed = {seat: tuple(word for word in missed[seat] if word in visible) for seat in Seat}
    return Endgame(visible, clues, missed, rng.choice((0, 0, 1)), tuple(replace(turn) for turn in game.turns))
