"""The guesser: what to touch, when to stop, and the order of touches in sudden death.

The guesser compares the chance to win after a touch with the chance to win after a stop. So it may touch more words
than the number of the clue, because of an earlier clue, or fewer, because the next word is risky.
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

_MAX_LOOKAHEAD_TOUCHES = 6  # touches
# Before the last token the guesser touches a word only if a clue meant it with the first chance, or if it is an agent
# with the second. In games with a giver who uses another model, other touches gained nothing: see
# docs/notebook/2026-11-18.md, "Guessers with strangers' clues".
_MIN_MEANT_CHANCE, _MIN_AGENT_CHANCE = 0.2, 0.6
_MIN_CERTAIN_CHANCE = 1 - 1e-9
_MAX_SUDDEN_DEATH_STARTS = 4  # words that are compared as the first touch of sudden death


@dataclass(frozen=True, slots=True)
class Ranked:
    """A word in a ranking, and the chance `p` that it is an agent."""

    word: str
    p: float


class Guesser(Protocol):
    def ranking(self, view: "View") -> list[Ranked]:
        """Return every word that this seat may touch, best first."""
        ...

    def decide(self, view: "View") -> Guess | Stop: ...


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """A plan for the rest of a turn.

    `value` is the chance to win with this plan. `first` is the place of the word to touch first, or None to stop.
    `touches` is the number of touches if all are right.
    """

    value: float
    first: int | None = None
    touches: int = 0


class ListeningGuesser:
    """A guesser that infers what all clues meant and touches words while this raises the chance to win.

    `listener` says how strongly a clue brings each word to mind. `level` is how well the guesser plays.
    """

    def __init__(self, listener: ClueListener, level: Level = LEVELS["expert"]) -> None:
        self._listener = listener
        self._level = level

    def ranking(self, view: "View") -> list[Ranked]:
        return _rank_words(self.belief(guess_query_from_view(view)))

    def decide(self, view: "View") -> Guess | Stop:
        query = guess_query_from_view(view)
        first = self._choose_first_place(query, self.belief(query))
        return Stop(view.seat) if first is None else Guess(view.seat, query.words[first])

    def answer(self, query: GuessQuery) -> tuple[tuple[WordEstimate, ...], int]:
        """Return an estimate for every word, best first, and how many of them to touch if all are agents."""
        belief = self.belief(query)
        estimates = word_estimates(belief, self._considered_clues(query))
        if query.clue is None:  # sudden death: every agent has to be found, and nobody may stop
            return estimates, min(max(round(query.stakes.giver_left), 1), len(query.words))
        return estimates, self._plan_turn(belief, query).touches

    def explain(self, query: GuessQuery, move: Guess | Stop | None = None) -> Explanation:
        """Return the numbers behind this guesser's decision or, if `move` is given, behind a move of any player."""
        belief = self.belief(query)
        estimates = word_estimates(belief, self._considered_clues(query))
        if move is None:
            first = self._choose_first_place(query, belief)
            word = None if first is None else query.words[first]
        else:
            word = move.word if isinstance(move, Guess) else None
        if word is not None:
            estimates = tuple(sorted(estimates, key=lambda estimate: estimate.word != word))
        if query.clue is None:
            return Explanation(word, estimates, estimates[0].p, None, all_answered=False)
        touch = _plan_touch(belief, query.stakes, query.found_count, belief.words.index(estimates[0].word))
        stop = query.stakes.win_chance_after(query.found_count, missed=False) if query.found_count else None
        return Explanation(word, estimates, touch.value, stop, all_answered=not self._max_touches(belief, query))

    def belief(self, query: GuessQuery) -> Belief:
        """Return what this guesser believes about the words that it may touch."""
        return infer_belief(self._listener, query.words, query.side, self._considered_clues(query))

    def _considered_clues(self, query: GuessQuery) -> tuple[ClueMemory, ...]:
        """Return the clues that this guesser considers. A beginner forgets earlier clues until sudden death."""
        return (query.clue,) if query.clue and not self._level.has_memory else query.clues

    def _choose_first_place(self, query: GuessQuery, belief: Belief) -> int | None:
        """Return the place of the word to touch now, or None to stop."""
        if query.clue is None:
            return _safest_first_place(belief, round(query.stakes.giver_left))
        return self._plan_turn(belief, query).first

    def _plan_turn(self, belief: Belief, query: GuessQuery) -> TurnPlan:
        """Return the best plan for the rest of a turn outside sudden death."""
        depth = self._max_touches(belief, query)
        if query.stakes.bank.tokens == 1:  # sudden death follows anyway, so one more touch may be worth it
            depth += 1
        must_touch = not query.found_count  # the first touch of a turn is compulsory
        return _best_plan(belief, query.stakes, query.found_count, max(depth, int(must_touch)), must_touch=must_touch)

    def _max_touches(self, belief: Belief, query: GuessQuery) -> int:
        """Return how many words to touch at most.

        For a beginner it is the number of the clue less the words found. For other levels it is the expected number of
        open words that the clues mean.
        """
        if query.clue and not self._level.has_memory:
            return query.clue.remaining
        certain = belief.chances()[:, 0] >= _MIN_CERTAIN_CHANCE
        return min(round(float(np.maximum(belief.meant_chances(), certain).sum())), _MAX_LOOKAHEAD_TOUCHES)


def _rank_words(belief: Belief) -> list[Ranked]:
    chances = belief.chances()
    # Of equally likely agents, the one that is less likely an assassin comes first.
    order = np.lexsort((chances[:, 2], -chances[:, 0]))
    return [Ranked(belief.words[place], float(chances[place, 0])) for place in order]


def _best_plan(belief: Belief, stakes: Stakes, found: int, depth: int, *, must_touch: bool) -> TurnPlan:
    """Return the best plan of at most `depth` touches. It touches words as long as this is better than a stop."""
    stop = stakes.win_chance_after(found, missed=False)
    chances = belief.chances()
    if not depth or not chances.any():
        return TurnPlan(stop)
    missed = stakes.win_chance_after(found, missed=True)
    values = chances[:, 0] * stakes.win_chance_after(found + 1, missed=False) + chances[:, 1] * missed
    values[~chances.any(axis=1)] = -1.0
    if not must_touch:
        values[chances[:, 0] <= 0] = -1.0
    if not must_touch and stakes.bank.tokens > 1:  # a word that no clue means can wait for a later clue
        values[(belief.meant_chances() < _MIN_MEANT_CHANCE) & (chances[:, 0] < _MIN_AGENT_CHANCE)] = -1.0
    best = int(np.argmax(values))
    if values[best] < 0:
        return TurnPlan(stop)
    touch = _plan_touch(belief, stakes, found, best, depth)
    return touch if must_touch or touch.value > stop else TurnPlan(stop)


def _plan_touch(
    belief: Belief, stakes: Stakes, found: int, place: int, depth: int = _MAX_LOOKAHEAD_TOUCHES
) -> TurnPlan:
    """Return the plan that touches the word at `place` and then follows the best plan."""
    agent, bystander, _ = belief.chances()[place]
    rest = _best_plan(belief.with_agent_found(place), stakes, found + 1, depth - 1, must_touch=False)
    value = agent * rest.value + bystander * stakes.win_chance_after(found, missed=True)
    return TurnPlan(float(value), place, 1 + rest.touches)


def _safest_first_place(belief: Belief, agents: int) -> int:
    """Return the place of the word to touch first in sudden death, so that all `agents` are found most likely."""
    starts = np.argsort(-belief.chances()[:, 0], kind="stable")[:_MAX_SUDDEN_DEATH_STARTS]
    return int(max(starts, key=lambda place: _chance_all_touches_right(belief, int(place), agents)))


def _chance_all_touches_right(belief: Belief, place: int, agents: int) -> float:
    """Return the chance to find all `agents` by touching `place` first and then always the likeliest agent."""
    chance = 1.0
    for _ in range(max(agents, 1)):
        chance *= float(belief.chances()[place, 0])
        belief = belief.with_agent_found(place)
        place = int(np.argmax(belief.chances()[:, 0]))
    return chance


class SamplingGuesser:
    """A guesser that imitates people: it chooses words at random, with the chances that people would touch them.

    It touches as many words as the number of the clue. In sudden death and after a clue of 0 it plays as
    `ListeningGuesser` does.
    """

    def __init__(self, listener: ClueListener, rng: random.Random) -> None:
        self._listener = listener
        self._rng = rng
        self._fallback = ListeningGuesser(listener)

    def ranking(self, view: "View") -> list[Ranked]:
        return self._fallback.ranking(view)

    def decide(self, view: "View") -> Guess | Stop:
        query = guess_query_from_view(view)
        if query.clue is None or not query.clue.count:
            return self._fallback.decide(view)
        if not query.clue.remaining or not query.prior[:, 0].any():
            return Stop(view.seat) if view.clues[-1].touches else self._fallback.decide(view)
        weights = self._listener.touch(query.clue.word, query.words) * query.prior[:, 0]
        return Guess(view.seat, self._rng.choices(query.words, weights.tolist())[0])
