"""Looking for tasks that may be puzzles: tables are dealt, and every familiar clue word is tried on them at once."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from duo.core.key import Colour, deal
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.listener import plackett_luce
from duo.puzzle.kinds.give import GiveTask
from duo.puzzle.kinds.read import ReadTask
from duo.puzzle.proof.ranking import MIN_EAR_MARGIN
from duo.puzzle.survey import CLEAR_BOUNDS, ClarityBounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.listener.listener import Listener
    from duo.puzzle.bench import Bench
    from duo.puzzle.survey import Survey

    Array = NDArray[np.float64]
    Places = NDArray[np.intp]
    Chosen = NDArray[np.bool_]

_MAX_COVERED, _MAX_COVERED_FOR_GIVING = 10, 14  # words that may be covered when a clue is read, or to be given
# By the grade that is wanted: how many words each clue meant and how many of them were found, the clue to read last.
_ONE, _TWO, _THREE = ((1, 0),), ((2, 0),), ((3, 0),)
_READING_SHAPES = {
    1: (_ONE, _ONE, _TWO),
    2: (_ONE, _TWO, _TWO),
    3: (_TWO, _THREE, ((2, 1), (1, 0))),
    4: (_THREE, _THREE, ((2, 1), (1, 0)), ((2, 1), (2, 0))),
    5: (((2, 0), (2, 0)), ((2, 1), (2, 0)), ((2, 1), (3, 0)), ((3, 1), (2, 0))),
}
# How many words the clue is to mean, by the grade that is wanted.
_GIVE_SIZES = {1: (2,), 2: (2, 2, 3), 3: (2, 3), 4: (3,), 5: (3, 4, 4)}


@dataclass(frozen=True, slots=True)
class OpenWords:
    """The words that are still open, with the giver's colours."""

    words: tuple[str, ...]
    own: str

    def of_colour(self, colour: str) -> tuple[str, ...]:
        return tuple(word for word, letter in zip(self.words, self.own, strict=True) if letter == colour)

    def without(self, removed: Sequence[str]) -> "OpenWords":
        left = [(word, letter) for word, letter in zip(self.words, self.own, strict=True) if word not in removed]
        return OpenWords(tuple(word for word, _ in left), "".join(letter for _, letter in left))

    def sample_touched(self, rng: random.Random, max_count: int, spared: Sequence[str] = ()) -> list[str]:
        """Up to so many words, none of them an assassin or spared."""
        open_ = [w for w, letter in zip(self.words, self.own, strict=True) if letter != "x" and w not in spared]
        return rng.sample(open_, rng.randrange(max_count + 1))


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """Candidate clues for n words of a table, each with the places that it means and the chance that they are read."""

    rows: "Places"
    places: "Places"
    chance: "Array"

    @classmethod
    def find(
        cls, bench: "Bench", words: Sequence[str], wanted: "Chosen", count: int, bounds: ClarityBounds = CLEAR_BOUNDS
    ) -> "Readings":
        """Those for which the wanted places stand out, to the kinds of knowledge and to the listener, and come to mind.

        Legality is left to ask: it depends on all words that are visible.
        """
        rows, places = bench.survey.standout_clues(words, wanted, count, bounds)
        weights = bench.touch_chances(words, rows)
        order = np.argsort(-weights, axis=1, kind="stable")[:, : count + 1]
        heaviest = np.take_along_axis(weights, order, axis=1)
        total = weights.sum(axis=1)
        best, rival = heaviest[:, :count], np.delete(heaviest, count - 1, axis=1)
        chance, next_chance = (
            plackett_luce.run_chances(own, total - own.sum(axis=1), count)[-1] for own in (best, rival)
        )
        drawn, nothing = bench.candidate_weights(words, rows)
        firm = np.take_along_axis(drawn, places, axis=1).min(axis=1) / nothing
        same = (np.sort(order[:, :count]) == places).all(axis=1)
        fits = same & (chance >= bounds.margin * next_chance) & (firm >= bounds.firm)
        return cls(rows[fits], order[fits, :count], chance[fits])

    def select(self, fits: "Chosen | Places") -> "Readings":
        return Readings(self.rows[fits], self.places[fits], self.chance[fits])

    def only_legal(self, bench: "Bench", visible: Sequence[str]) -> "Readings":
        return self.select(np.isin(self.rows, bench.legal_candidates(visible, self.rows)))

    def sample(self, rng: random.Random, max_count: int) -> "Readings":
        """So many of them, in a random order."""
        return self.select(np.array(rng.sample(range(len(self.rows)), min(max_count, len(self.rows))), dtype=np.intp))

    def agreed_by_other_ears(self, bench: "Bench", words: Sequence[str]) -> "Readings":
        """Those that every other ear reads in the same way, with no other word within its reach."""
        left = self
        count = self.places.shape[1]
        for ear in bench.other_ears:
            if not len(left.rows):
                break
            touch = ear.touch_each([bench.candidates[row] for row in left.rows], words)
            order = np.argsort(-touch, axis=1, kind="stable")
            same = (np.sort(order[:, :count]) == np.sort(left.places)).all(axis=1)
            weakest, next_ = (np.take_along_axis(touch, order[:, [at]], axis=1)[:, 0] for at in (count - 1, count))
            left = left.select(same & (weakest >= MIN_EAR_MARGIN * next_))
        return left


def read_tasks(rng: random.Random, bench: "Bench", grade: int) -> Iterator[ReadTask]:
    """Readings of about this grade, without end."""
    while True:
        if task := _find_read_task(rng, bench, rng.choice(_READING_SHAPES[grade])):
            yield task


def _find_read_task(rng: random.Random, bench: "Bench", shape: Sequence[tuple[int, int]]) -> ReadTask | None:
    """A table on which clues for so many words each were given, oldest first, and so many of them found.

    On a table that is dealt at random hardly any two clues leave no doubt. So clues come first, then the words that
    they mean, then others of which none comes to mind.
    """
    said = _sample_clues(rng, bench, [meant for meant, _found in shape])
    table = _build_table(rng, bench, said) if said else None
    if table is None:
        return None
    found = [meant[:number] for (_row, meant), (_meant, number) in zip(said, shape, strict=True)]
    visible = table.words
    if len(bench.legal_candidates(visible, np.array([row for row, _meant in said]))) < len(said):
        return None
    table = table.without([word for some in found for word in some])
    left = [(row, meant[number:]) for (row, meant), (_meant, number) in zip(said, shape, strict=True)]
    if not all(reads_as_meant(ear, bench, table.words, left) for ear in bench.ears):
        return None
    clues = (
        ClueMemory(bench.candidates[row].upper(), len(meant), tuple(some))
        for (row, meant), some in zip(said, found, strict=True)
    )
    return ReadTask(table.words, tuple(clues), table.of_colour("x"))


def _sample_clues(rng: random.Random, bench: "Bench", counts: Sequence[int]) -> list[tuple[int, list[str]]]:
    """Rows of clues for so many words each, with these words; nothing if one clue brings to mind what another means."""
    survey, words = bench.survey, bench.puzzle_words.words
    said: list[tuple[int, list[int]]] = []
    for count in counts:
        row = int(rng.choice(survey.clues_for(count)))
        brought = bench.evoked_mask(row)
        free = [
            column
            for column in survey.standout_words(row, count).tolist()
            if brought[column] and _is_harmless_to_all(survey, said, column)
        ]
        if len(free) < count:
            return []
        meant = rng.sample(free, count)
        beside = survey.harmless_words(row, meant)
        if not all(beside[column] for _row, columns in said for column in columns):
            return []
        said.append((row, meant))
    return [(row, [words[column] for column in columns]) for row, columns in said]


def _is_harmless_to_all(survey: "Survey", said: Sequence[tuple[int, list[int]]], column: int) -> bool:
    return all(survey.harmless_words(row, meant)[column] for row, meant in said)


def _build_table(
    rng: random.Random, bench: "Bench", said: Sequence[tuple[int, list[str]]], max_covered: int = _MAX_COVERED
) -> OpenWords | None:
    """A table in mid-game with the words that clues mean, which are green, and others that none brings to mind."""
    survey = bench.survey
    meant = [word for _row, words in said for word in words]
    beside = [survey.harmless_words(row, [survey.columns[word] for word in words]) for row, words in said]
    free = np.flatnonzero(np.logical_and.reduce(beside)).tolist()
    colours = list(deal(rng).a)
    for _word in meant:
        colours.remove(Colour.GREEN)
    if len(free) < len(colours):
        return None
    others = zip((bench.puzzle_words.words[column] for column in rng.sample(free, len(colours))), colours, strict=True)
    cells = [*((word, str(Colour.GREEN)) for word in meant), *others]
    rng.shuffle(cells)
    table = OpenWords(tuple(word for word, _ in cells), "".join(colour for _, colour in cells))
    return table.without(table.sample_touched(rng, max_covered, meant))


def reads_as_meant(
    ear: "Listener", bench: "Bench", words: Sequence[str], said: Sequence[tuple[int, list[str]]]
) -> bool:
    """Whether this ear thinks first of the words that clues mean, with no other word within its reach."""
    touch = ear.touch_each([bench.candidates[row] for row, _meant in said], words)
    return all(
        touch[line, [words.index(word) for word in meant]].min()
        >= MIN_EAR_MARGIN * max(touch[line, place] for place, word in enumerate(words) if word not in meant)
        for line, (_row, meant) in enumerate(said)
    )


def give_tasks(rng: random.Random, bench: "Bench", grade: int) -> Iterator[GiveTask]:
    """Tables on which a clue is to be given, without end; each has one that leaves no doubt."""
    while True:
        size = rng.choice(_GIVE_SIZES[grade])
        said = _sample_clues(rng, bench, [size])
        table = _build_table(rng, bench, said, _MAX_COVERED_FOR_GIVING) if said else None
        task = GiveTask(table.words, table.own, size) if table else None
        if task and task.likely_grade(bench) == grade:
            yield task
