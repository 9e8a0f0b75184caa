"""The giver: which clue to give, and why.

The search itself goes over arrays and stands in `search`; here a table becomes arrays and a find a sentence.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Protocol

import numpy as np

from duo.core.key import Colour
from duo.core.public import places
from duo.core.word import fold
from duo.mind.belief import assumed_side
from duo.mind.belief.belief import believe
from duo.mind.belief.clue_history import ClueMemory, clues_of
from duo.mind.belief.pattern import Group, Side, partner_side
from duo.mind.giver.reason import Danger, reason
from duo.mind.giver.search import ClueWeights, Find, Rewards, best_clues
from duo.mind.listener.intent import LAW_OF_PARTNER, Hearing
from duo.mind.pace import Tally, ease_of
from duo.mind.skill import LEVELS, STYLES, Level, Style
from duo.mind.value import AGENTS_OF_A_SIDE, Stakes
from duo.words.spelling import written

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.core.view import View

    Array = NDArray[np.float64]
    Weights = NDArray[np.float32]

_DOUBT = 0.02  # share of touches that follow no association at all
# The best of twenty thousand clues owes much of its lead to what the listener has wrong. So before a person a pull
# counts less than the listener says, and one too weak leaves nothing in mind at all. Both were chosen by judging the
# clues of one half of the model's sources with the other half (see docs/benchmarks.md).
PERSON = 0.75
_NOTHING = 3.0
_RARE = 0.25  # share of partners who do not know a word of familiarity 0
_RECALL = 0.5  # how much more a word draws the partner that an earlier clue meant already
_EASE_STEP = 0.1
_BROUGHT_IN = 0.4  # share of its worth that such a word has lost, as the earlier clue may bring it in anyway


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A clue: what it is meant for, and what is expected of it.

    `p_all` is the chance that all targets are found, `expected` the number of agents found, `black` and `tan` the
    chances that the turn ends on an assassin or on a bystander.
    """

    word: str
    count: int
    targets: tuple[str, ...]
    p_all: float
    expected: float
    black: float
    tan: float
    why: str


class Giver(Protocol):
    def suggest(self, view: "View", top: int) -> list[Suggestion]:
        """The best clues for this seat to give, best first; only legal ones."""
        ...


class Speaker(Hearing, Protocol):
    """A listener that can be asked for all clue words at once."""

    @property
    def lang(self) -> str: ...

    @property
    def candidates(self) -> Sequence[str]: ...

    @property
    def familiarity(self) -> "NDArray[np.floating]":
        """How well people know each candidate, from 0 to 1."""
        ...

    def touch_all(self, words: Sequence[str]) -> "Weights":
        """The chance of each word to be the next one touched, for every candidate: (candidates, words)."""
        ...

    def pull_all(self, words: Sequence[str], sharpness: float) -> "Weights":
        """How strongly every candidate pulls to each word: chances before they were made to add up to one."""
        ...


@dataclass(frozen=True, slots=True)
class Task:
    """What a giver is asked: the words that the partner may touch by the giver's colours, and what was said before.

    `visible` are all words on the table, which the clue may not touch upon; `said` are words not to be said again.
    """

    green: tuple[str, ...]
    tan: tuple[str, ...]
    black: tuple[str, ...]
    visible: tuple[str, ...]
    stakes: Stakes
    earlier: tuple[ClueMemory, ...] = ()
    said: frozenset[str] = field(default_factory=frozenset)
    ease: float = 0.0

    def eased(self, ease: float) -> "Task":
        """The same before a partner whose touches are right so much more often than people's, in logits."""
        # In steps, so that a slightly changed opinion does not mean another table of values.
        ease = round(ease / _EASE_STEP) * _EASE_STEP
        return replace(self, ease=ease, stakes=replace(self.stakes, pace=self.stakes.pace.eased(ease)))

    @property
    def words(self) -> tuple[str, ...]:
        return self.green + self.tan + self.black


def task(view: "View") -> Task:
    """What this seat is asked when it is to give a clue."""
    by_colour: dict[str, list[str]] = {colour: [] for colour in Colour}
    for place in places(view.marks.open_to(view.partner)):
        by_colour[view.own[place]].append(view.words[place])
    side = partner_side(view)
    theirs = sum(side[place, 0] for place in places(view.marks.visible))
    return Task(
        green=tuple(by_colour[Colour.GREEN]),
        tan=tuple(by_colour[Colour.BYSTANDER]),
        black=tuple(by_colour[Colour.ASSASSIN]),
        visible=view.visible_words,
        stakes=Stakes(len(by_colour[Colour.GREEN]), theirs, view.bank),
        earlier=clues_of(view.seat, view),
        said=frozenset(fold(turn.clue.word) for turn in view.clues),
    )


def task_of(
    green: tuple[str, ...],
    tan: tuple[str, ...],
    black: tuple[str, ...],
    *,
    earlier: tuple[ClueMemory, ...] = (),
    covered: int = 0,
    tokens: int | None = None,
    mistakes: int | None = None,
) -> Task:
    """What a giver is asked at a table of which no more is told; the rest is supposed."""
    left = min(len(green), AGENTS_OF_A_SIDE)
    theirs = assumed_side.partner_left(left, covered)
    return Task(
        green=green,
        tan=tan,
        black=black,
        visible=green + tan + black,
        stakes=Stakes(left, theirs, assumed_side.bank(left + theirs, tokens, mistakes)),
        earlier=earlier,
        said=frozenset(fold(clue.word) for clue in earlier),
    )


def drawn(pulls: "Weights", familiarity: "NDArray[np.floating]", trust: float = PERSON) -> "tuple[Weights, Weights]":
    """How clues with these pulls draw a partner to each word, and how likely nothing comes to mind.

    A partner who does not know the word touches anything, and even one who does may think of something else.
    """
    doubt = 1 - (1 - _DOUBT) * (1 - _RARE * (1 - np.asarray(familiarity, dtype=np.float64)) ** 2)
    anything = doubt / (1 - doubt) / pulls.shape[1]
    nothing = np.float32(np.exp(trust * _NOTHING))
    share = 1 / (pulls.sum(axis=1) + nothing)
    weights: Weights = pulls * share[:, None]
    weights += anything.astype(np.float32)[:, None]
    return weights, nothing * share


Legal = Callable[[str, Sequence[str]], bool]


class ExpectingGiver:
    """A giver that weighs every clue by what is expected to follow.

    `legal` says whether a clue is allowed on a table of visible words. `trust` says how far to trust the listener:
    1 for a partner who hears just as it does, less for any other, more for one who always touches what it puts first.
    With a `tally` of the partner's touches in earlier games it goes by that partner's pace, and learns in this game
    too; without one it goes by people's figures.
    """

    def __init__(
        self,
        listener: Speaker,
        legal: Legal,
        level: Level = LEVELS["expert"],
        style: Style = STYLES["balanced"],
        trust: float = PERSON,
        tally: Tally | None = None,
    ) -> None:
        self._listener = listener
        self._legal = legal
        self._level = level
        self._style = style
        self._trust = trust
        self._tally = tally

    def suggest(self, view: "View", top: int) -> list[Suggestion]:
        asked = task(view)
        if self._tally is not None:
            touched = Tally.of(turn for turn in view.clues if turn.giver is view.seat)
            asked = asked.eased(ease_of(self._tally + touched)[0])
        return self.answer(asked, top)

    def answer(self, asked: Task, top: int, most: int | None = None) -> list[Suggestion]:
        """The best clues, best first; `most` keeps the number lower than the level does."""
        if not asked.green or top < 1:
            return []
        recall = self._recall(asked)
        weights, nothing = self._weights(asked, recall)
        weights[:, : len(asked.green)] *= np.float32(np.exp(asked.ease))
        rewards = Rewards.of(asked.stakes, self._style, min(most or self._level.most, self._level.most))
        acceptable = np.vectorize(cache(partial(self._acceptable, asked)), otypes=[np.bool_])
        finds = best_clues(_clue_weights(asked, weights, nothing, recall), rewards, acceptable, top)
        return [self._suggestion(asked, find, weights[find.clue], float(nothing[find.clue]), recall) for find in finds]

    def _recall(self, asked: Task) -> "Array":
        """The chance of each word to be taken for one that an earlier clue meant."""
        if not self._level.memory:
            return np.zeros(len(asked.words))
        # The partner does not know the giver's side: to it all words are alike.
        side = Side((Group(asked.words, len(asked.green), len(asked.tan), len(asked.black)),))
        return believe(self._listener, asked.words, side, asked.earlier, LAW_OF_PARTNER).meant()

    def _weights(self, asked: Task, recall: "Array") -> "tuple[Weights, Weights]":
        """What each clue draws, with the words in mind that an earlier clue meant."""
        pulls = self._listener.pull_all(asked.words, self._trust)
        weights, nothing = drawn(pulls, self._listener.familiarity, self._trust)
        if recall.any():
            weights *= (1 + _RECALL * recall).astype(np.float32)
        return weights, nothing

    def _acceptable(self, asked: Task, clue: int) -> bool:
        word = self._listener.candidates[clue]
        known = self._listener.familiarity[clue] >= self._level.known
        return bool(known) and fold(word) not in asked.said and self._legal(word, asked.visible)

    def _suggestion(self, asked: Task, find: Find, weights: "Weights", nothing: float, recall: "Array") -> Suggestion:
        words, greens = asked.words, len(asked.green)
        targets = np.argsort(-weights[:greens], kind="stable")[: find.number]
        missing = weights[greens:] / (float(weights[greens:].sum()) + nothing)
        failed = 1 - find.reached[find.number - 1]
        dangers = [
            Danger(word, Colour.BYSTANDER if place < len(asked.tan) else Colour.ASSASSIN, failed * float(share))
            for place, (word, share) in enumerate(zip(words[greens:], missing, strict=True))
        ]
        black = sum(danger.chance for danger in dangers if danger.colour is Colour.ASSASSIN)
        recalled = [words[place] for place in range(greens) if recall[place] > 0.3 and place in targets]
        return Suggestion(
            word=written(self._listener.candidates[find.clue], self._listener.lang),
            count=find.number,
            targets=tuple(words[place] for place in targets),
            p_all=find.reached[find.number - 1],
            expected=sum(find.reached[: find.number]),
            black=black,
            tan=failed - black,
            why=reason([words[place] for place in targets], dangers, recalled),
        )


def _clue_weights(asked: Task, weights: "Weights", nothing: "Weights", recall: "Array") -> ClueWeights:
    """A partner to whom nothing comes to mind is taken to touch a bystander."""
    greens, tans = len(asked.green), len(asked.tan)
    kinds = np.zeros((len(asked.words), 4), dtype=np.float32)
    kinds[:greens, 0] = 1
    kinds[greens : greens + tans, 1] = 1
    kinds[greens + tans :, 2] = 1
    kinds[:greens, 3] = 1 - _BROUGHT_IN * recall[:greens]
    green, tan, black, credit = (weights @ kinds).T
    return ClueWeights(weights[:, :greens], tan + nothing, black, credit / green)
