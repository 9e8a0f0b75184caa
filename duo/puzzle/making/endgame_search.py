"""Search for endgames: two partners play a game to its end, then some touches are taken back.

In the played game each giver gives clues for words that none of their earlier clues means, and the guesser finds all of
them. Taking touches back leaves a few words open: their turn ended early, with a stop or on the bystander that people
are most likely to touch. So each position is reachable, and the turns that led to it are known.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from duo.core.key import Colour, Seat, deal
from duo.mind.belief.clue_history import ClueMemory
from duo.puzzle.kinds.endgame import EndgameTask
from duo.puzzle.kinds.endgame_file import MAX_CLUES, MAX_TURNS, EndgameTurn
from duo.puzzle.making.search import Readings, reads_as_meant
from duo.puzzle.survey import ENDGAME_BOUNDS, PLAY_BOUNDS
from duo.words.wordlist import draw_words

if TYPE_CHECKING:
    from duo.puzzle.bench import Bench

_WORDS_LEFT = {1: (1,), 2: (1, 2), 3: (2, 2, 3), 4: (2, 3), 5: (3, 4)}  # choices for how many words are left, by grade
_CLUE_NUMBERS = (3, 3, 3, 2)  # choices for the number that a giver tries first
_MAX_CLUE_CHOICES = 12  # clues that a giver considers
_MAX_TAKEBACKS = 8  # attempts to take touches back in one game
_STOP_CHANCE = 0.4  # chance that a shortened turn with a found word ended with a stop


@dataclass(frozen=True, slots=True)
class _FullTurn:
    """A turn in which all meant words were found: the row of the clue, and the words in the order of the touches."""

    giver: Seat
    row: int
    meant: tuple[str, ...]


@dataclass
class _Game:
    """A game in progress."""

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
        """Return the agents of this side that are not found yet."""
        return [word for word in self.open_words() if self.sides[giver][word] == Colour.GREEN]


def endgame_tasks(rng: random.Random, bench: "Bench", grade: int) -> Iterator[EndgameTask]:
    """Yield endgames without end."""
    while True:
        game = _play_game(rng, bench)
        clear_words = _clear_words(bench, game) if game else []
        for _ in range(_MAX_TAKEBACKS):
            size = rng.choice(_WORDS_LEFT[grade])
            if (
                game
                and len(clear_words) >= size
                and (task := _take_back(rng, bench, game, set(rng.sample(clear_words, size))))
            ):
                yield task


def _play_game(rng: random.Random, bench: "Bench") -> _Game | None:
    """Play a game. Returns None if it is not won in time."""
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
    """Choose a clue that people would give.

    Clues without doubt come before less clear ones, and higher numbers before lower ones. Returns None if there is no
    clue.
    """
    words, agents = game.open_words(), game.agents_left(giver)
    wanted = np.array([word in agents for word in words])
    used_rows = {turn.row for turn in game.turns}
    for count in range(min(rng.choice(_CLUE_NUMBERS), len(agents)), 0, -1):
        for bounds in (ENDGAME_BOUNDS, PLAY_BOUNDS):
            readings = (
                Readings.find(bench, words, wanted, count, bounds)
                .sample(rng, _MAX_CLUE_CHOICES)
                .only_legal(bench, words)
            )
            for row, places in zip(readings.rows.tolist(), readings.places, strict=True):
                if row not in used_rows:
                    return _FullTurn(giver, row, tuple(words[place] for place in places))
    return None


def _clear_words(bench: "Bench", game: _Game) -> list[str]:
    """Return the words that would be clear if they alone were untouched, except those that are green for both sides."""
    return [
        word
        for turn in game.turns
        for word in turn.meant
        if game.sides[turn.giver.other][word] != Colour.GREEN
        and _stands_out(bench, turn.row, [word], game.open_words())
    ]


def _take_back(rng: random.Random, bench: "Bench", game: _Game, untouched: set[str]) -> EndgameTask | None:
    """Return the position in which these words are untouched, or None if one of them is not clear to every ear."""
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
    """Return the turns without these touches, and the words that each seat missed."""
    turns: list[EndgameTurn] = []
    missed: dict[Seat, list[str]] = {seat: [] for seat in Seat}
    for turn in game.turns:
        clue = bench.candidates[turn.row].upper()
        touched = [f"{word}+" for word in turn.meant if word not in untouched]
        if len(touched) < len(turn.meant) and (not touched or rng.random() > _STOP_CHANCE):
            side, all_missed = game.sides[turn.giver], [word for seat in Seat for word in missed[seat]]
            bystanders = [
                word for word in visible if side[word] == Colour.BYSTANDER and word not in (*all_missed, *untouched)
            ]
            word = bystanders[int(np.argmax(bench.partner.touch(clue, bystanders)))]
            missed[turn.giver.other].append(word)
            touched.append(f"{word}~")
        giver: Literal["A", "B"] = "A" if turn.giver is Seat.A else "B"
        turns.append(EndgameTurn(giver, clue, len(turn.meant), tuple(touched)))
    return tuple(turns), missed


def _is_clear(bench: "Bench", row: int, meant: list[str], words: Sequence[str]) -> bool:
    """Whether the clue leaves no doubt which of these words it means, for the survey and for every ear."""
    return _stands_out(bench, row, meant, words) and all(
        reads_as_meant(ear, bench, words, [(row, meant)]) for ear in bench.ears
    )


def _stands_out(bench: "Bench", row: int, meant: list[str], words: Sequence[str]) -> bool:
    survey = bench.survey
    columns = [survey.columns[word] for word in meant]
    is_harmless = survey.harmless_words(row, columns, ENDGAME_BOUNDS)
    is_rare = bool((survey.rarity[row, columns] >= ENDGAME_BOUNDS.min_rarity(len(meant))).all())
    return is_rare and all(is_harmless[survey.columns[word]] for word in words if word not in meant)
