"""What to touch, when to stop, and the order of sudden death.

Whether to touch at all is a question of what the game is worth after a hit, after a miss and after a stop, not of
the number alone: an old clue can make one guess more worth it, and a risky word can be left for later.
"""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from duo.core.position import Guess, Stop
from duo.mind.belief.belief import Belief, believe
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.guesser.explanation import Explanation, Thought, thoughts
from duo.mind.guesser.query import Question, question
from duo.mind.listener.intent import Hearing
from duo.mind.skill import LEVELS, Level
from duo.mind.value import Stakes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.core.view import View

    Array = NDArray[np.float64]

_LOOK_AHEAD = 6  # touches
# Before the last token a word is touched only if it is so likely meant, or so likely green whatever was meant: in games
# with a giver of another mind, touches of words less likely meant gained nothing (see docs/benchmarks.md).
_SPOKEN_FOR, _LIKELY = 0.2, 0.6
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
        return _ranked(self.belief(question(view)))

    def decide(self, view: "View") -> Guess | Stop:
        asked = question(view)
        first = self._first(asked, self.belief(asked))
        return Stop(view.seat) if first is None else Guess(view.seat, asked.words[first])

    def answer(self, asked: Question) -> tuple[tuple[Thought, ...], int]:
        """Every word with its chance and its clue, best first, and how many of them to touch if all goes well."""
        belief = self.belief(asked)
        found = thoughts(belief, self._heard(asked))
        if asked.clue is None:  # sudden death: every agent has to be found, and nobody stops
            return found, min(max(round(asked.stakes.giver_left), 1), len(asked.words))
        return found, self._plan(belief, asked).touches

    def explain(self, asked: Question, move: Guess | Stop | None = None) -> Explanation:
        """Why it would decide as it does; or the same numbers for this move, whoever made it."""
        belief = self.belief(asked)
        found = thoughts(belief, self._heard(asked))
        if move is None:
            first = self._first(asked, belief)
            word = None if first is None else asked.words[first]
        else:
            word = move.word if isinstance(move, Guess) else None
        if word is not None:
            found = tuple(sorted(found, key=lambda thought: thought.word != word))
        if asked.clue is None:
            return Explanation(word, found, found[0].p, None, answered=False)
        touch = _touched(belief, asked.stakes, asked.found, belief.words.index(found[0].word))
        stop = asked.stakes.after(asked.found, missed=False) if asked.found else None
        return Explanation(word, found, touch.worth, stop, answered=not self._depth(belief, asked))

    def belief(self, asked: Question) -> Belief:
        """What it thinks of the words that it may touch."""
        return believe(self._listener, asked.words, asked.side, self._heard(asked))

    def _heard(self, asked: Question) -> tuple[ClueMemory, ...]:
        """The clues that it thinks of: a beginner forgets the earlier ones until sudden death."""
        return (asked.clue,) if asked.clue and not self._level.memory else asked.clues

    def _first(self, asked: Question, belief: Belief) -> int | None:
        """The place to touch now; None to stop."""
        if asked.clue is None:
            return _surest_start(belief, round(asked.stakes.giver_left))
        return self._plan(belief, asked).first

    def _plan(self, belief: Belief, asked: Question) -> Plan:
        depth = self._depth(belief, asked)
        if asked.stakes.bank.tokens == 1:  # sudden death follows anyway: one word more may be worth a try
            depth += 1
        must = not asked.found  # the first touch of a turn
        return _plan(belief, asked.stakes, asked.found, max(depth, int(must)), must=must)

    def _depth(self, belief: Belief, asked: Question) -> int:
        """How many words to touch at most: a beginner keeps to the number, others to what the clues still mean."""
        if asked.clue and not self._level.memory:
            return asked.clue.left
        proven = belief.chances()[:, 0] >= _PROVEN
        return min(round(float(np.maximum(belief.meant(), proven).sum())), _LOOK_AHEAD)


def _ranked(belief: Belief) -> list[Ranked]:
    chances = belief.chances()
    # Of equals the one that is less likely the assassin comes first.
    order = np.lexsort((chances[:, 2], -chances[:, 0]))
    return [Ranked(belief.words[place], float(chances[place, 0])) for place in order]


def _plan(belief: Belief, stakes: Stakes, found: int, depth: int, *, must: bool) -> Plan:
    """Go on as long as a touch is worth more than a stop; the first touch of a turn is a must."""
    stop = stakes.after(found, missed=False)
    chances = belief.chances()
    if not depth or not chances.any():
        return Plan(stop)
    missed = stakes.after(found, missed=True)
    worth = chances[:, 0] * stakes.after(found + 1, missed=False) + chances[:, 1] * missed
    worth[~chances.any(axis=1)] = -1.0
    if not must:
        worth[chances[:, 0] <= 0] = -1.0
    if not must and stakes.bank.tokens > 1:  # luck alone is no reason: a later clue may speak
        worth[(belief.meant() < _SPOKEN_FOR) & (chances[:, 0] < _LIKELY)] = -1.0
    best = int(np.argmax(worth))
    if worth[best] < 0:
        return Plan(stop)
    touch = _touched(belief, stakes, found, best, depth)
    return touch if must or touch.worth > stop else Plan(stop)


def _touched(belief: Belief, stakes: Stakes, found: int, place: int, depth: int = _LOOK_AHEAD) -> Plan:
    """Touch this word, and then go on as is best."""
    green, bystander, _ = belief.chances()[place]
    then = _plan(belief.with_green(place), stakes, found + 1, depth - 1, must=False)
    worth = green * then.worth + bystander * stakes.after(found, missed=True)
    return Plan(float(worth), place, 1 + then.touches)


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
