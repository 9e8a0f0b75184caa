"""What to touch, when to stop, and the order of sudden death.

Whether to touch at all is a question of what the game is worth after a hit, after a miss and after a stop, not of
the number alone: an old clue can make one guess more worth it, and a risky word can be left for later.
"""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from duo.core.position import Guess, Phase, Stop
from duo.mind.belief import Belief, believe
from duo.mind.meaning import Hearing
from duo.mind.question import Question, question
from duo.mind.skill import LEVELS, Level
from duo.mind.value import Stakes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.core.view import View

    Array = NDArray[np.float64]

_LOOK_AHEAD = 6  # touches
_PROVEN = 1 - 1e-9
_TRIES = 4  # first words that sudden death compares


@dataclass(frozen=True, slots=True)
class Ranked:
    """A word, with the chance that a touch of it now is green."""

    word: str
    p: float


class Guesser(Protocol):
    def ranking(self, view: "View") -> list[Ranked]:
        """Every word that this seat may touch, best first."""
        ...

    def decide(self, view: "View") -> Guess | Stop: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """The worth of a turn from here on, the first place to touch (None: stop) and how many touches it takes."""

    worth: float
    first: int | None = None
    touches: int = 0


class ListeningGuesser:
    """A guesser with a listener's ear and a level of skill."""

    def __init__(self, listener: Hearing, level: Level = LEVELS["expert"]) -> None:
        self._listener = listener
        self._level = level

    def ranking(self, view: "View") -> list[Ranked]:
        asked = question(view)
        return _ranked(asked, self._belief(asked))

    def decide(self, view: "View") -> Guess | Stop:
        asked = question(view)
        belief = self._belief(asked)
        if view.phase is Phase.SUDDEN_DEATH:
            return Guess(view.seat, asked.words[_surest_start(belief, round(asked.stakes.giver_left))])
        plan = self._plan(belief, asked, must=not view.clues[-1].touches)
        return Stop(view.seat) if plan.first is None else Guess(view.seat, asked.words[plan.first])

    def answer(self, asked: Question) -> tuple[list[Ranked], int]:
        """Every word with its chance, best first, and how many of them to touch if all goes well."""
        belief = self._belief(asked)
        if asked.clue is None:  # sudden death: every agent has to be found, and nobody stops
            return _ranked(asked, belief), min(max(round(asked.stakes.giver_left), 1), len(asked.words))
        return _ranked(asked, belief), self._plan(belief, asked, must=not asked.found).touches

    def _belief(self, asked: Question) -> Belief:
        earlier = asked.earlier if self._level.memory or not asked.clue else ()
        clues = (*earlier, asked.clue) if asked.clue else earlier
        return believe(self._listener, asked.words, asked.side, clues)

    def _plan(self, belief: Belief, asked: Question, *, must: bool) -> Plan:
        if self._level.memory:  # words that some clue still means, and those that the pattern proves
            proven = belief.chances()[:, 0] >= _PROVEN
            depth = min(round(float(np.maximum(belief.meant(), proven).sum())), _LOOK_AHEAD)
        else:
            depth = asked.clue.left if asked.clue else 0
        if asked.stakes.bank.tokens == 1:  # sudden death follows anyway: one word more may be worth a try
            depth += 1
        return _plan(belief, asked.stakes, asked.found, max(depth, int(must)), must=must)


def _ranked(asked: Question, belief: Belief) -> list[Ranked]:
    chances = belief.chances()
    # Of equals the one that is less likely the assassin comes first.
    order = np.lexsort((chances[:, 2], -chances[:, 0].round(12)))
    return [Ranked(asked.words[place], float(chances[place, 0])) for place in order]


def _plan(belief: Belief, stakes: Stakes, found: int, depth: int, *, must: bool) -> Plan:
    """Go on as long as a touch is worth more than a stop; the first touch of a turn is a must."""
    stop = stakes.after(found, missed=False)
    if not depth or not belief.chances().any():
        return Plan(stop)
    chances = belief.chances()
    missed = stakes.after(found, missed=True)
    worth = chances[:, 0] * stakes.after(found + 1, missed=False) + chances[:, 1] * missed
    worth[~chances.any(axis=1)] = -1.0
    if not must:
        worth[chances[:, 0] <= 0] = -1.0
    best = int(np.argmax(worth))
    if worth[best] < 0:
        return Plan(stop)
    green, bystander, _ = chances[best]
    then = _plan(belief.with_green(best), stakes, found + 1, depth - 1, must=False)
    touch = green * then.worth + bystander * missed
    return Plan(touch, best, 1 + then.touches) if must or touch > stop else Plan(stop)


def _surest_start(belief: Belief, agents: int) -> int:
    """The first place of the order that is most likely right to its end; other orders go by the likeliest next."""
    first = np.argsort(-belief.chances()[:, 0], kind="stable")[:_TRIES]
    return int(max(first, key=lambda place: _all_right(belief, int(place), agents)))


def _all_right(belief: Belief, place: int, agents: int) -> float:
    chance = 1.0
    for _ in range(max(agents, 1)):
        chance *= float(belief.chances()[place, 0])
        belief = belief.with_green(place)
        place = int(np.argmax(belief.chances()[:, 0]))
    return chance


class SamplingGuesser:
    """Touches as people do: not always the best word, but each as often as people would, as many as the number says.

    `rng` is the only thing that two of them differ in.
    """

    def __init__(self, listener: Hearing, rng: random.Random) -> None:
        self._listener = listener
        self._rng = rng
        self._sober = ListeningGuesser(listener)

    def ranking(self, view: "View") -> list[Ranked]:
        return self._sober.ranking(view)

    def decide(self, view: "View") -> Guess | Stop:
        asked = question(view)
        if asked.clue is None or not asked.clue.count:
            return self._sober.decide(view)
        if not asked.clue.left or not asked.prior[:, 0].any():
            return Stop(view.seat) if view.clues[-1].touches else self._sober.decide(view)
        weights = self._listener.touch(asked.clue.word, asked.words) * asked.prior[:, 0]
        return Guess(view.seat, self._rng.choices(asked.words, weights.tolist())[0])
