"""What to touch, when to stop, and the order of sudden death.

Whether to touch at all is a question of what the game is worth after a hit, after a miss and after a stop, not of
the number alone: an old clue can make one guess more worth it, and a risky word can be left for later.
"""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from duo.core.position import Guess, Stop
from duo.mind.belief.belief import Belief, infer_belief
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.guesser.explanation import Explanation, WordEstimate, word_estimates
from duo.mind.guesser.query import GuessQuery, guess_query_from_view
from duo.mind.listener.intent import ClueListener
from duo.mind.skill import LEVELS, Level
from duo.mind.value import Stakes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.core.view import View

    Array = NDArray[np.float64]

_MAX_LOOKAHEAD = 6  # touches
# Before the last token a word is touched only if it is so likely meant, or so likely green whatever was meant: in games
# with a giver of another mind, touches of words less likely meant gained nothing (see docs/benchmarks.md).
_MIN_MEANT_CHANCE, _MIN_AGENT_CHANCE = 0.2, 0.6
_CERTAIN_CHANCE = 1 - 1e-9
_SUDDEN_DEATH_STARTS = 4  # first words that sudden death compares


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
class TurnPlan:
    """The worth of a turn from here on, the first place to touch (None: stop) and how many touches it takes."""

    value: float
    first: int | None = None
    touches: int = 0


class ListeningGuesser:
    """A guesser with a listener's ear and a level of skill."""

    def __init__(self, listener: ClueListener, level: Level = LEVELS["expert"]) -> None:
        self._listener = listener
        self._level = level

    def ranking(self, view: "View") -> list[Ranked]:
        return _rank(self.belief(guess_query_from_view(view)))

    def decide(self, view: "View") -> Guess | Stop:
        asked = guess_query_from_view(view)
        first = self._choose_first(asked, self.belief(asked))
        return Stop(view.seat) if first is None else Guess(view.seat, asked.words[first])

    def answer(self, query: GuessQuery) -> tuple[tuple[WordEstimate, ...], int]:
        """Every word with its chance and its clue, best first, and how many of them to touch if all goes well."""
        belief = self.belief(query)
        found = word_estimates(belief, self._considered_clues(query))
        if query.clue is None:  # sudden death: every agent has to be found, and nobody stops
            return found, min(max(round(query.stakes.giver_left), 1), len(query.words))
        return found, self._plan_turn(belief, query).touches

    def explain(self, query: GuessQuery, move: Guess | Stop | None = None) -> Explanation:
        """Why it would decide as it does; or the same numbers for this move, whoever made it."""
        belief = self.belief(query)
        found = word_estimates(belief, self._considered_clues(query))
        if move is None:
            first = self._choose_first(query, belief)
            word = None if first is None else query.words[first]
        else:
            word = move.word if isinstance(move, Guess) else None
        if word is not None:
            found = tuple(sorted(found, key=lambda thought: thought.word != word))
        if query.clue is None:
            return Explanation(word, found, found[0].p, None, all_answered=False)
        touch = _plan_touch(belief, query.stakes, query.found_count, belief.words.index(found[0].word))
        stop = query.stakes.win_chance_after(query.found_count, missed=False) if query.found_count else None
        return Explanation(word, found, touch.value, stop, all_answered=not self._max_touches(belief, query))

    def belief(self, query: GuessQuery) -> Belief:
        """What it thinks of the words that it may touch."""
        return infer_belief(self._listener, query.words, query.side, self._considered_clues(query))

    def _considered_clues(self, query: GuessQuery) -> tuple[ClueMemory, ...]:
        """The clues that it thinks of: a beginner forgets the earlier ones until sudden death."""
        return (query.clue,) if query.clue and not self._level.has_memory else query.clues

    def _choose_first(self, query: GuessQuery, belief: Belief) -> int | None:
        """The place to touch now; None to stop."""
        if query.clue is None:
            return _safest_start(belief, round(query.stakes.giver_left))
        return self._plan_turn(belief, query).first

    def _plan_turn(self, belief: Belief, query: GuessQuery) -> TurnPlan:
        depth = self._max_touches(belief, query)
        if query.stakes.bank.tokens == 1:  # sudden death follows anyway: one word more may be worth a try
            depth += 1
        must = not query.found_count  # the first touch of a turn
        return _best_plan(belief, query.stakes, query.found_count, max(depth, int(must)), must_touch=must)

    def _max_touches(self, belief: Belief, query: GuessQuery) -> int:
        """How many words to touch at most: a beginner keeps to the number, others to what the clues still mean."""
        if query.clue and not self._level.has_memory:
            return query.clue.remaining
        proven = belief.chances()[:, 0] >= _CERTAIN_CHANCE
        return min(round(float(np.maximum(belief.meant_chances(), proven).sum())), _MAX_LOOKAHEAD)


def _rank(belief: Belief) -> list[Ranked]:
    chances = belief.chances()
    # Of equals the one that is less likely the assassin comes first.
    order = np.lexsort((chances[:, 2], -chances[:, 0]))
    return [Ranked(belief.words[place], float(chances[place, 0])) for place in order]


def _best_plan(belief: Belief, stakes: Stakes, found: int, depth: int, *, must_touch: bool) -> TurnPlan:
    """Go on as long as a touch is worth more than a stop; the first touch of a turn is a must."""
    stop = stakes.win_chance_after(found, missed=False)
    chances = belief.chances()
    if not depth or not chances.any():
        return TurnPlan(stop)
    missed = stakes.win_chance_after(found, missed=True)
    worth = chances[:, 0] * stakes.win_chance_after(found + 1, missed=False) + chances[:, 1] * missed
    worth[~chances.any(axis=1)] = -1.0
    if not must_touch:
        worth[chances[:, 0] <= 0] = -1.0
    if not must_touch and stakes.bank.tokens > 1:  # luck alone is no reason: a later clue may speak
        worth[(belief.meant_chances() < _MIN_MEANT_CHANCE) & (chances[:, 0] < _MIN_AGENT_CHANCE)] = -1.0
    best = int(np.argmax(worth))
    if worth[best] < 0:
        return TurnPlan(stop)
    touch = _plan_touch(belief, stakes, found, best, depth)
    return touch if must_touch or touch.value > stop else TurnPlan(stop)


def _plan_touch(belief: Belief, stakes: Stakes, found: int, place: int, depth: int = _MAX_LOOKAHEAD) -> TurnPlan:
    """Touch this word, and then go on as is best."""
    green, bystander, _ = belief.chances()[place]
    then = _best_plan(belief.with_green(place), stakes, found + 1, depth - 1, must_touch=False)
    worth = green * then.value + bystander * stakes.win_chance_after(found, missed=True)
    return TurnPlan(float(worth), place, 1 + then.touches)


def _safest_start(belief: Belief, agents: int) -> int:
    """The first place of the order that is most likely right to its end; other orders go by the likeliest next."""
    first = np.argsort(-belief.chances()[:, 0], kind="stable")[:_SUDDEN_DEATH_STARTS]
    return int(max(first, key=lambda place: _all_right_chance(belief, int(place), agents)))


def _all_right_chance(belief: Belief, place: int, agents: int) -> float:
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

    def __init__(self, listener: ClueListener, rng: random.Random) -> None:
        self._listener = listener
        self._rng = rng
        self._sober = ListeningGuesser(listener)

    def ranking(self, view: "View") -> list[Ranked]:
        return self._sober.ranking(view)

    def decide(self, view: "View") -> Guess | Stop:
        asked = guess_query_from_view(view)
        if asked.clue is None or not asked.clue.count:
            return self._sober.decide(view)
        if not asked.clue.remaining or not asked.prior[:, 0].any():
            return Stop(view.seat) if view.clues[-1].touches else self._sober.decide(view)
        weights = self._listener.touch(asked.clue.word, asked.words) * asked.prior[:, 0]
        return Guess(view.seat, self._rng.choices(asked.words, weights.tolist())[0])
