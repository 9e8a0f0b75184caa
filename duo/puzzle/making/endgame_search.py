"""Search for `endgame` tasks: simulate a game that is won, then take some touches back.

In the simulated game every clue is for new words, and the guesser finds them all. Taking touches back leaves a few
words open. A turn that loses touches then ends early, with a stop or on the bystander that people are most likely to
touch. So each position can occur in a game, and the turns that led to it are known. An ear is a set of model signals
that reads clues.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from duo.core.key import Colour, Seat, deal
from duo.mind.belief.clue_history import ClueMemory
from duo.puzzle.kinds.endgame import EndgameTask
from duo.puzzle.kinds.endgame_file import MAX_ENDGAME_TURNS, MAX_SEAT_CLUES, EndgameTurn
from duo.puzzle.making.search import CandidateReadings, reads_as_meant
from duo.puzzle.survey import ENDGAME_BOUNDS, PLAY_BOUNDS
from duo.words.wordlist import draw_words

if TYPE_CHECKING:
    from duo.puzzle.resources import PuzzleResources

_WORDS_LEFT_BY_GRADE = {
    1: (1,),
    2: (1, 2),
    3: (2, 2, 3),
    4: (2, 3),
    5: (3, 4),
}  # choices for how many words are left, by grade
_FIRST_TRIED_CLUE_NUMBERS = (3, 3, 3, 2)  # choices for the number that a giver tries first
_MAX_CONSIDERED_CLUES = 12  # clues that a giver considers
_MAX_TAKEBACKS = 8  # attempts to take touches back in one game
_STOP_CHANCE = 0.4  # chance that a shortened turn with a found word ended with a stop


@dataclass(frozen=True, slots=True)
class _FullyFoundTurn:
    """A turn in which all meant words were found.

    `clue_row` is the index of the clue among the candidate clues. `meant` has the words in the order of the touches.
    """

    giver: Seat
    clue_row: int
    meant: tuple[str, ...]


@dataclass
class _SimulatedGame:
    """A simulated game in progress: its words, the colours of each seat's side by word, and the turns so far."""

    words: tuple[str, ...]
    sides: dict[Seat, dict[str, str]]
    turns: list[_FullyFoundTurn] = field(default_factory=list)

    @property
    def covered_words(self) -> set[str]:
        return {word for turn in self.turns for word in turn.meant}

    def open_words(self) -> list[str]:
        covered = self.covered_words
        return [word for word in self.words if word not in covered]

    def agents_left(self, giver: Seat) -> list[str]:
        """Return the green words of the giver's side that are not found yet."""
        return [word for word in self.open_words() if self.sides[giver][word] == Colour.GREEN]


def endgame_tasks(rng: random.Random, resources: "PuzzleResources", grade: int) -> Iterator[EndgameTask]:
    """Yield `endgame` tasks of about this grade without end."""
    while True:
        game = _play_game(rng, resources)
        clear_words = _find_clear_words(resources, game) if game else []
        for _ in range(_MAX_TAKEBACKS):
            size = rng.choice(_WORDS_LEFT_BY_GRADE[grade])
            if (
                game
                and len(clear_words) >= size
                and (task := _take_touches_back(rng, resources, game, set(rng.sample(clear_words, size))))
            ):
                yield task


def _play_game(rng: random.Random, resources: "PuzzleResources") -> _SimulatedGame | None:
    """Return a simulated game that was won, or None if it was not won in time."""
    card, words = deal(rng), draw_words(resources.puzzle_words, rng)
    game = _SimulatedGame(words, {seat: dict(zip(words, card.side(seat), strict=True)) for seat in Seat})
    giver = rng.choice(list(Seat))
    while game.agents_left(giver) or game.agents_left(giver.other):
        giver = giver if game.agents_left(giver) else giver.other
        turn = _play_turn(rng, resources, game, giver) if len(game.turns) < MAX_ENDGAME_TURNS else None
        if turn is None:
            return None
        game.turns.append(turn)
        giver = giver.other
    return game


def _play_turn(
    rng: random.Random, resources: "PuzzleResources", game: _SimulatedGame, giver: Seat
) -> _FullyFoundTurn | None:
    """Return the giver's next turn, with a clue that people would give, or None if there is no such clue.

    Higher numbers are tried before lower ones, and for each number clues without doubt before less clear ones.
    """
    words, agents = game.open_words(), game.agents_left(giver)
    wanted = np.array([word in agents for word in words])
    used_rows = {turn.clue_row for turn in game.turns}
    for count in range(min(rng.choice(_FIRST_TRIED_CLUE_NUMBERS), len(agents)), 0, -1):
        for bounds in (ENDGAME_BOUNDS, PLAY_BOUNDS):
            readings = (
                CandidateReadings.find(resources, words, wanted, count, bounds)
                .sample(rng, _MAX_CONSIDERED_CLUES)
                .only_legal(resources, words)
            )
            for row, places in zip(readings.rows.tolist(), readings.places, strict=True):
                if row not in used_rows:
                    return _FullyFoundTurn(giver, row, tuple(words[place] for place in places))
    return None


def _find_clear_words(resources: "PuzzleResources", game: _SimulatedGame) -> list[str]:
    """Return the words whose clue would leave no doubt if the word alone were untouched.

    Words that are green on both sides are left out.
    """
    return [
        word
        for turn in game.turns
        for word in turn.meant
        if game.sides[turn.giver.other][word] != Colour.GREEN
        and _do_words_stand_out(resources, turn.clue_row, [word], game.open_words())
    ]


def _take_touches_back(
    rng: random.Random, resources: "PuzzleResources", game: _SimulatedGame, untouched: set[str]
) -> EndgameTask | None:
    """Return the task in which these words are untouched.

    Returns None if a clue is not legal then, or if an ear would not read a clue as meant.
    """
    rows = np.array([turn.clue_row for turn in game.turns])
    if len(resources.legal_candidates(sorted(untouched), rows)) < len(rows):
        return None
    visible = tuple(word for word in game.words if word not in game.covered_words or word in untouched)
    turns, missed = _replay_turns(rng, resources, game, untouched, visible)
    words = {seat: [word for word in visible if word not in missed[seat]] for seat in Seat}
    for turn in game.turns:
        meant = [word for word in turn.meant if word in untouched]
        if meant and not _is_clear_to_all_ears(resources, turn.clue_row, meant, words[turn.giver.other]):
            return None
    clues = {
        seat: tuple(
            ClueMemory(turn.clue, turn.count, turn.found)
            for turn in turns
            if turn.giver == seat and len(turn.found) < turn.count
        )
        for seat in Seat
    }
    if any(len(clues[seat]) > MAX_SEAT_CLUES for seat in Seat):
        return None
    return EndgameTask(visible, clues, {seat: tuple(missed[seat]) for seat in Seat}, rng.choice((0, 0, 1)), turns)


def _replay_turns(
    rng: random.Random, resources: "PuzzleResources", game: _SimulatedGame, untouched: set[str], visible: Sequence[str]
) -> tuple[tuple[EndgameTurn, ...], dict[Seat, list[str]]]:
    """Return the turns as they went without the touches of these words, and the words that each seat missed."""
    turns: list[EndgameTurn] = []
    missed: dict[Seat, list[str]] = {seat: [] for seat in Seat}
    for turn in game.turns:
        clue = resources.candidate_clues[turn.clue_row].upper()
        touched = [f"{word}+" for word in turn.meant if word not in untouched]
        if len(touched) < len(turn.meant) and (not touched or rng.random() > _STOP_CHANCE):
            side, all_missed = game.sides[turn.giver], [word for seat in Seat for word in missed[seat]]
            bystanders = [
                word for word in visible if side[word] == Colour.BYSTANDER and word not in (*all_missed, *untouched)
            ]
            word = bystanders[int(np.argmax(resources.partner_ear.touch(clue, bystanders)))]
            missed[turn.giver.other].append(word)
            touched.append(f"{word}~")
        giver: Literal["A", "B"] = "A" if turn.giver is Seat.A else "B"
        turns.append(EndgameTurn(giver, clue, len(turn.meant), tuple(touched)))
    return tuple(turns), missed


def _is_clear_to_all_ears(resources: "PuzzleResources", row: int, meant: list[str], words: Sequence[str]) -> bool:
    """Whether the clue in this row clearly means these words of the table, by the survey and for every ear."""
    return _do_words_stand_out(resources, row, meant, words) and all(
        reads_as_meant(ear, resources, words, [(row, meant)]) for ear in resources.ears
    )


def _do_words_stand_out(resources: "PuzzleResources", row: int, meant: list[str], words: Sequence[str]) -> bool:
    survey = resources.survey
    columns = [survey.word_columns[word] for word in meant]
    is_harmless = survey.harmless_words(row, columns, ENDGAME_BOUNDS)
    is_rare = bool((survey.rarity[row, columns] >= ENDGAME_BOUNDS.min_rarity(len(meant))).all())
    return is_rare and all(is_harmless[survey.word_columns[word]] for word in words if word not in meant)
