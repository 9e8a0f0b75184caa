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
from duo.puzzle.kinds.endgame import MAX_CLUES, MAX_TURNS, EndgameTask, EndgameTurn
from duo.puzzle.making.search import Readings, reads_as_meant
from duo.puzzle.survey import ENDGAME_BOUNDS, PLAY_BOUNDS
from duo.words.wordlist import draw_words

if TYPE_CHECKING:
    from duo.puzzle.bench import Bench

_WORDS_LEFT = {
    1: (1,),
    2: (1, 2),
    3: (2, 2, 3),
    4: (2, 3),
    5: (3, 4),
}  # how many words are left, by the grade that is wanted
_CLUE_NUMBERS = (3, 3, 3, 2)  # how many words a giver would like to mean
_MAX_CLUE_CHOICES = 12  # clues that a giver has in mind
_MAX_TAKEBACKS = 8  # ways to take touches back that are tried of one game
_STOP_CHANCE = 0.4  # the chance that a turn ended with a stop, where something was found


@dataclass(frozen=True, slots=True)
class _FullTurn:
    """A turn of which everything was found: the row of the clue, and the words in the order of the touches."""

    giver: Seat
    row: int
    meant: tuple[str, ...]


@dataclass
class _Game:
    """A game under way."""

    words: tuple[str, ...]
    sides: dict[Seat, dict[str, str]]
    turns: list[_FullTurn] = field(default_factory=list)

    @property
    def covered_words(self) -> set[str]:
        return {word for turn in self.turns for word in turn.meant}

    def open_words(self) -> list[str]:
        covered = self.covered_words
        return [word for word in self.words if word not in covered]

    def agents_left(self, giver: Seat) -> list[str]:
        """The agents of this side that are still to be found."""
        return [word for word in self.open_words() if self.sides[giver][word] == Colour.GREEN]


def endgame_tasks(rng: random.Random, bench: "Bench", grade: int) -> Iterator[EndgameTask]:
    """The ends of missions, without end."""
    while True:
        game = _play_game(rng, bench)
        lone = _clear_words(bench, game) if game else []
        for _ in range(_MAX_TAKEBACKS):
            size = rng.choice(_WORDS_LEFT[grade])
            if game and len(lone) >= size and (task := _take_back(rng, bench, game, set(rng.sample(lone, size)))):
                yield task


def _play_game(rng: random.Random, bench: "Bench") -> _Game | None:
    """A game that was won in time, if it was."""
    card, words = deal(rng), draw_words(bench.puzzle_words, rng)
    game = _Game(words, {seat: dict(zip(words, card.side(seat), strict=True)) for seat in Seat})
    giver = rng.choice(list(Seat))
    while game.agents_left(giver) or game.agents_left(giver.other):
        giver = giver if game.agents_left(giver) else giver.other
        turn = _play_turn(rng, bench, game, giver) if len(game.turns) < MAX_TURNS else None
        if turn is None:
            return None
        game.turns.append(turn)
        giver = giver.other
    return game


def _play_turn(rng: random.Random, bench: "Bench", game: _Game, giver: Seat) -> _FullTurn | None:
    """A clue that people would say, for fewer words if there is no other; one that leaves no doubt comes first."""
    words, left = game.open_words(), game.agents_left(giver)
    wanted = np.array([word in left for word in words])
    said = {turn.row for turn in game.turns}
    for count in range(min(rng.choice(_CLUE_NUMBERS), len(left)), 0, -1):
        for bounds in (ENDGAME_BOUNDS, PLAY_BOUNDS):
            readings = (
                Readings.find(bench, words, wanted, count, bounds)
                .sample(rng, _MAX_CLUE_CHOICES)
                .only_legal(bench, words)
            )
            for row, places in zip(readings.rows.tolist(), readings.places, strict=True):
                if row not in said:
                    return _FullTurn(giver, row, tuple(words[place] for place in places))
    return None


def _clear_words(bench: "Bench", game: _Game) -> list[str]:
    """The words that would leave no doubt if only they were not touched; none that is green for both sides."""
    return [
        word
        for turn in game.turns
        for word in turn.meant
        if game.sides[turn.giver.other][word] != Colour.GREEN
        and _stands_out(bench, turn.row, [word], game.open_words())
    ]


def _take_back(rng: random.Random, bench: "Bench", game: _Game, untouched: set[str]) -> EndgameTask | None:
    """The position in which these words were not touched, if all are clear to everybody."""
    rows = np.array([turn.row for turn in game.turns])
    if len(bench.legal_candidates(sorted(untouched), rows)) < len(rows):
        return None
    visible = tuple(word for word in game.words if word not in game.covered_words or word in untouched)
    turns, missed = _replay_turns(rng, bench, game, untouched, visible)
    words = {seat: [word for word in visible if word not in missed[seat]] for seat in Seat}
    for turn in game.turns:
        meant = [word for word in turn.meant if word in untouched]
        if meant and not _is_clear(bench, turn.row, meant, words[turn.giver.other]):
            return None
    clues = {
        seat: tuple(
            ClueMemory(turn.clue, turn.count, turn.found)
            for turn in turns
            if turn.giver == seat and len(turn.found) < turn.count
        )
        for seat in Seat
    }
    if any(len(clues[seat]) > MAX_CLUES for seat in Seat):
        return None
    return EndgameTask(visible, clues, {seat: tuple(missed[seat]) for seat in Seat}, rng.choice((0, 0, 1)), turns)


def _replay_turns(
    rng: random.Random, bench: "Bench", game: _Game, untouched: set[str], visible: Sequence[str]
) -> tuple[tuple[EndgameTurn, ...], dict[Seat, list[str]]]:
    """The turns as they then went, and what each seat has missed."""
    turns: list[EndgameTurn] = []
    missed: dict[Seat, list[str]] = {seat: [] for seat in Seat}
    for turn in game.turns:
        clue = bench.candidates[turn.row].upper()
        touched = [f"{word}+" for word in turn.meant if word not in untouched]
        if len(touched) < len(turn.meant) and (not touched or rng.random() > _STOP_CHANCE):
            side, every = game.sides[turn.giver], [word for seat in Seat for word in missed[seat]]
            tan = [word for word in visible if side[word] == Colour.BYSTANDER and word not in (*every, *untouched)]
            word = tan[int(np.argmax(bench.partner.touch(clue, tan)))]
            missed[turn.giver.other].append(word)
            touched.append(f"{word}~")
        giver: Literal["A", "B"] = "A" if turn.giver is Seat.A else "B"
        turns.append(EndgameTurn(giver, clue, len(turn.meant), tuple(touched)))
    return tuple(turns), missed


def _is_clear(bench: "Bench", row: int, meant: list[str], words: Sequence[str]) -> bool:
    """Whether a clue leaves no doubt which of these words it means."""
    return _stands_out(bench, row, meant, words) and all(
        reads_as_meant(ear, bench, words, [(row, meant)]) for ear in bench.ears
    )


def _stands_out(bench: "Bench", row: int, meant: list[str], words: Sequence[str]) -> bool:
    survey = bench.survey
    columns = [survey.columns[word] for word in meant]
    beside = survey.harmless_words(row, columns, ENDGAME_BOUNDS)
    enough = bool((survey.rarity[row, columns] >= ENDGAME_BOUNDS.min_rarity(len(meant))).all())
    return enough and all(beside[survey.columns[word]] for word in words if word not in meant)
