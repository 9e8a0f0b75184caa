"""Search for tasks of the kinds `read` and `give`.

The clues are chosen first, then the words that they mean, then other words for the table. An ear is a set of model
signals that reads clues. A row is the index of a clue among the candidate clues.
"""

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
    from duo.puzzle.resources import PuzzleResources
    from duo.puzzle.survey import StandoutSurvey

    Array = NDArray[np.float64]
    Places = NDArray[np.intp]
    Chosen = NDArray[np.bool_]

_MAX_COVERED_FOR_READING, _MAX_COVERED_FOR_GIVING = 10, 14  # for `read` and `give` tasks
# By grade: the number of each clue and how many of its words are found. The clue to read is the last.
_ONE_WORD, _TWO_WORDS, _THREE_WORDS = ((1, 0),), ((2, 0),), ((3, 0),)
_READ_SHAPES_BY_GRADE = {
    1: (_ONE_WORD, _ONE_WORD, _TWO_WORDS),
    2: (_ONE_WORD, _TWO_WORDS, _TWO_WORDS),
    3: (_TWO_WORDS, _THREE_WORDS, ((2, 1), (1, 0))),
    4: (_THREE_WORDS, _THREE_WORDS, ((2, 1), (1, 0)), ((2, 1), (2, 0))),
    5: (((2, 0), (2, 0)), ((2, 1), (2, 0)), ((2, 1), (3, 0)), ((3, 1), (2, 0))),
}
# By grade: how many words the clue has to mean.
_MEANT_WORD_COUNTS_BY_GRADE = {1: (2,), 2: (2, 2, 3), 3: (2, 3), 4: (3,), 5: (3, 4, 4)}


@dataclass(frozen=True, slots=True)
class OpenWords:
    """The words on a table that are not covered, with their colours on the giver's side."""

    words: tuple[str, ...]
    own: str

    def words_of_colour(self, colour: str) -> tuple[str, ...]:
        return tuple(word for word, letter in zip(self.words, self.own, strict=True) if letter == colour)

    def without(self, removed: Sequence[str]) -> "OpenWords":
        left = [(word, letter) for word, letter in zip(self.words, self.own, strict=True) if word not in removed]
        return OpenWords(tuple(word for word, _ in left), "".join(letter for _, letter in left))

    def sample_touched(self, rng: random.Random, max_count: int, spared: Sequence[str] = ()) -> list[str]:
        """Return up to `max_count` random words that were touched, none of them an assassin or in `spared`."""
        open_ = [w for w, letter in zip(self.words, self.own, strict=True) if letter != "x" and w not in spared]
        return rng.sample(open_, rng.randrange(max_count + 1))


@dataclass(frozen=True, slots=True, eq=False)
class CandidateReadings:
    """Candidate clues for a table, by row, each with the places that it means and the chance that it is read so."""

    rows: "Places"
    places: "Places"
    chance: "Array"

    @classmethod
    def find(
        cls,
        resources: "PuzzleResources",
        words: Sequence[str],
        wanted: "Chosen",
        count: int,
        bounds: ClarityBounds = CLEAR_BOUNDS,
    ) -> "CandidateReadings":
        """Return the clues for which exactly `count` places stand out, all wanted, in the survey and for the main ear.

        Legality is not checked here, because it depends on all visible words.
        """
        rows, places = resources.survey.standout_clues(words, wanted, count, bounds)
        weights = resources.touch_chances(words, rows)
        order = np.argsort(-weights, axis=1, kind="stable")[:, : count + 1]
        heaviest = np.take_along_axis(weights, order, axis=1)
        total = weights.sum(axis=1)
        best, rival = heaviest[:, :count], np.delete(heaviest, count - 1, axis=1)
        chance, next_chance = (
            plackett_luce.run_chances(own, total - own.sum(axis=1), count)[-1] for own in (best, rival)
        )
        partner_weights, nothing = resources.candidate_weights(words, rows)
        firm = np.take_along_axis(partner_weights, places, axis=1).min(axis=1) / nothing
        same = (np.sort(order[:, :count]) == places).all(axis=1)
        fits = same & (chance >= bounds.min_margin * next_chance) & (firm >= bounds.min_firmness)
        return cls(rows[fits], order[fits, :count], chance[fits])

    def select(self, fits: "Chosen | Places") -> "CandidateReadings":
        return CandidateReadings(self.rows[fits], self.places[fits], self.chance[fits])

    def only_legal(self, resources: "PuzzleResources", visible: Sequence[str]) -> "CandidateReadings":
        return self.select(np.isin(self.rows, resources.legal_candidates(visible, self.rows)))

    def sample(self, rng: random.Random, max_count: int) -> "CandidateReadings":
        """Return up to `max_count` readings in random order."""
        return self.select(np.array(rng.sample(range(len(self.rows)), min(max_count, len(self.rows))), dtype=np.intp))


def read_tasks(rng: random.Random, resources: "PuzzleResources", grade: int) -> Iterator[ReadTask]:
    """Yield `read` tasks of about this grade, without end."""
    while True:
        if task := _find_read_task(rng, resources, rng.choice(_READ_SHAPES_BY_GRADE[grade])):
            yield task


def _find_read_task(
    rng: random.Random, resources: "PuzzleResources", shape: Sequence[tuple[int, int]]
) -> ReadTask | None:
    """Return a `read` task, or None if the attempt fails.

    `shape` has the number of each clue and how many of its words are found, oldest first. On a random table hardly any
    clues leave no doubt. So the clues come first, then the words that they mean, then words that no clue evokes.
    """
    clue_words = _sample_clues_with_words(rng, resources, [meant for meant, _found in shape])
    table = _build_table(rng, resources, clue_words) if clue_words else None
    if table is None:
        return None
    found = [meant[:number] for (_row, meant), (_meant, number) in zip(clue_words, shape, strict=True)]
    visible = table.words
    if len(resources.legal_candidates(visible, np.array([row for row, _meant in clue_words]))) < len(clue_words):
        return None
    table = table.without([word for found_words in found for word in found_words])
    left = [(row, meant[number:]) for (row, meant), (_meant, number) in zip(clue_words, shape, strict=True)]
    if not all(reads_as_meant(ear, resources, table.words, left) for ear in resources.ears):
        return None
    clues = (
        ClueMemory(resources.candidate_clues[row].upper(), len(meant), tuple(found_words))
        for (row, meant), found_words in zip(clue_words, found, strict=True)
    )
    return ReadTask(table.words, tuple(clues), table.words_of_colour("x"))


def _sample_clues_with_words(
    rng: random.Random, resources: "PuzzleResources", counts: Sequence[int]
) -> list[tuple[int, list[str]]]:
    """Return the rows of random clues with these numbers, each with the words that it means.

    Returns an empty list if a clue has too few words, or brings to mind a word that another clue means.
    """
    survey, words = resources.survey, resources.puzzle_words.words
    chosen: list[tuple[int, list[int]]] = []
    for count in counts:
        row = int(rng.choice(survey.clues_for(count)))
        is_evoked = resources.evoked_mask(row)
        usable = [
            column
            for column in survey.standout_words(row, count).tolist()
            if is_evoked[column] and _is_harmless_to_all(survey, chosen, column)
        ]
        if len(usable) < count:
            return []
        meant = rng.sample(usable, count)
        is_harmless = survey.harmless_words(row, meant)
        if not all(is_harmless[column] for _row, columns in chosen for column in columns):
            return []
        chosen.append((row, meant))
    return [(row, [words[column] for column in columns]) for row, columns in chosen]


def _is_harmless_to_all(survey: "StandoutSurvey", chosen: Sequence[tuple[int, list[int]]], column: int) -> bool:
    return all(survey.harmless_words(row, meant)[column] for row, meant in chosen)


def _build_table(
    rng: random.Random,
    resources: "PuzzleResources",
    clue_words: Sequence[tuple[int, list[str]]],
    max_covered: int = _MAX_COVERED_FOR_READING,
) -> OpenWords | None:
    """Return a table in mid-game with the meant words, which are green, and words that no clue brings to mind.

    `clue_words` has the row of each clue and the words that it means. Returns None if there are too few other words.
    """
    survey = resources.survey
    meant = [word for _row, words in clue_words for word in words]
    harmless_masks = [
        survey.harmless_words(row, [survey.word_columns[word] for word in words]) for row, words in clue_words
    ]
    usable = np.flatnonzero(np.logical_and.reduce(harmless_masks)).tolist()
    colours = list(deal(rng).a)
    for _word in meant:
        colours.remove(Colour.GREEN)
    if len(usable) < len(colours):
        return None
    others = zip(
        (resources.puzzle_words.words[column] for column in rng.sample(usable, len(colours))), colours, strict=True
    )
    cells = [*((word, str(Colour.GREEN)) for word in meant), *others]
    rng.shuffle(cells)
    table = OpenWords(tuple(word for word, _ in cells), "".join(colour for _, colour in cells))
    return table.without(table.sample_touched(rng, max_covered, meant))


def reads_as_meant(
    ear: "Listener", resources: "PuzzleResources", words: Sequence[str], clue_words: Sequence[tuple[int, list[str]]]
) -> bool:
    """Whether this ear ranks the words that each clue means before all others, by the required margin.

    `clue_words` has the row of each clue and the words that it means.
    """
    touch = ear.touch_each([resources.candidate_clues[row] for row, _meant in clue_words], words)
    return all(
        touch[line, [words.index(word) for word in meant]].min()
        >= MIN_EAR_MARGIN * max(touch[line, place] for place, word in enumerate(words) if word not in meant)
        for line, (_row, meant) in enumerate(clue_words)
    )


def give_tasks(rng: random.Random, resources: "PuzzleResources", grade: int) -> Iterator[GiveTask]:
    """Yield `give` tasks of about this grade, without end. For each there is a clue that leaves no doubt."""
    while True:
        size = rng.choice(_MEANT_WORD_COUNTS_BY_GRADE[grade])
        clue_words = _sample_clues_with_words(rng, resources, [size])
        table = _build_table(rng, resources, clue_words, _MAX_COVERED_FOR_GIVING) if clue_words else None
        task = GiveTask(table.words, table.own, size) if table else None
        if task and task.likely_grade(resources) == grade:
            yield task
