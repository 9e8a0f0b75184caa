"""The giver: which clue to give, and why.

The search for the best clue works on arrays and is in `search`. This module computes the arrays from the words of the
table, and turns the clue that the search finds into a suggestion.

A candidate is a word that the giver may give as a clue. A listener is a model of how people understand clues. The
association of a clue with a word is how strongly the clue brings the word to mind, according to the listener. Trust is
how sharply the partner is assumed to follow these associations.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial
from typing import TYPE_CHECKING, Protocol

import numpy as np

from duo.core.key import Colour
from duo.core.word import fold
from duo.mind.belief.belief import infer_belief
from duo.mind.belief.pattern import PatternGroup, SidePrior
from duo.mind.giver.query import ClueQuery, clue_query_from_view
from duo.mind.giver.reason import ClueReason, Danger, Reason, format_reason
from duo.mind.giver.search import ClueWeights, FoundClue, TurnRewards, best_clues
from duo.mind.hit_rates import TouchTally, estimate_skill
from duo.mind.listener.intent import PARTNER_INTENT_MODEL, ClueListener
from duo.mind.skill import LEVELS, STYLES, Level, PlayStyle
from duo.words.language import with_ligatures

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.core.view import View

    Array = NDArray[np.float64]
    Weights = NDArray[np.float32]

_RANDOM_TOUCH_SHARE = 0.02  # share of touches that follow no association at all
# The best of twenty thousand clues owes much of its lead to errors of the listener. So for a person an association
# counts less than the listener says, and a weak one may bring nothing to mind. Both numbers were chosen by judging the
# clues of one half of the model's sources with the other half (docs/decisions/0017-trust-and-penalty.md).
HUMAN_TRUST = 0.75
_NOTHING_IN_MIND_LOG_WEIGHT = 3.0
_MAX_SHARE_NOT_KNOWING_CLUE = 0.25  # share of partners who do not know a clue of familiarity 0
_RECALLED_WORD_BOOST = 0.5  # relative increase of the weight of a word that an earlier clue meant
_RECALLED_WORD_DISCOUNT = 0.4  # share of its value that such a word loses, as it may be found by the earlier clue


@dataclass(frozen=True, slots=True, init=False)
class Suggestion:
    """A clue with its targets and its expected result.

    `p_all` is the chance that all targets are found and `expected` the expected number of agents found. `black` and
    `tan` are the chances that the turn ends on an assassin or on a bystander. `why` is the reason as a sentence in the
    current language.
    """

    word: str
    count: int
    targets: tuple[str, ...]
    p_all: float
    expected: float
    black: float
    tan: float
    reason: Reason

    def __init__(
        self,
        word: str,
        count: int,
        targets: tuple[str, ...],
        p_all: float,
        expected: float,
        black: float,
        tan: float,
        reason: Reason = "",
        *,
        why: str = "",
    ) -> None:
        """Make a suggestion. `why` is the reason as text. Bots written for duo 0.2 pass it instead of `reason`."""
        values = (word, count, targets, p_all, expected, black, tan, reason or why)
        for field, value in zip(fields(self), values, strict=True):
            object.__setattr__(self, field.name, value)

    @property
    def why(self) -> str:
        return format_reason(self.reason)


class Giver(Protocol):
    def suggest(self, view: "View", top: int) -> list[Suggestion]:
        """Return the best legal clues for this seat to give, best first."""
        ...


class VocabularyListener(ClueListener, Protocol):
    """A listener that can also compute its answers for all candidates at once. A candidate is a possible clue."""

    @property
    def lang(self) -> str: ...

    @property
    def candidates(self) -> Sequence[str]: ...

    @property
    def familiarity(self) -> "NDArray[np.floating]":
        """How well people know each candidate, from 0 to 1."""
        ...

    def touch_all(self, words: Sequence[str]) -> "Weights":
        """Return the chance that each word is touched next after each candidate: (candidates, words)."""
        ...

    def candidate_associations(self, words: Sequence[str], sharpness: float) -> "Weights":
        """Return how strongly each candidate brings each word to mind: (candidates, words).

        Associations are positive and do not add up to 1. A larger `sharpness` increases the differences between them.
        """
        ...


def partner_weights(
    associations: "Weights", familiarity: "NDArray[np.floating]", trust: float = HUMAN_TRUST
) -> "tuple[Weights, Weights]":
    """Return how likely a partner is to touch each word after each clue, as weights: (clues, words) and (clues).

    The second array is the weight of the case that nothing on the table comes to mind. `familiarity` is how well people
    know each clue. A partner who does not know the clue touches a random word.
    """
    random_share = 1 - (1 - _RANDOM_TOUCH_SHARE) * (
        1 - _MAX_SHARE_NOT_KNOWING_CLUE * (1 - np.asarray(familiarity, dtype=np.float64)) ** 2
    )
    random_weight = random_share / (1 - random_share) / associations.shape[1]
    nothing = np.float32(np.exp(trust * _NOTHING_IN_MIND_LOG_WEIGHT))
    scale = 1 / (associations.sum(axis=1) + nothing)
    weights: Weights = associations * scale[:, None]
    weights += random_weight.astype(np.float32)[:, None]
    return weights, nothing * scale


LegalityCheck = Callable[[str, Sequence[str]], bool]


class ExpectedValueGiver:
    """A giver that chooses the clue with the highest expected value.

    `is_legal` says whether a clue is allowed on a table of visible words. `trust` is how sharply the partner follows
    the listener's associations. It is 1 for a partner who understands clues exactly as the listener does. It is less
    for other partners, and more for a partner who always touches the word that the listener ranks first.

    `tally` counts the partner's right and wrong touches in earlier games. With a tally the giver adapts to the skill of
    the partner, and goes on learning during the game. Without a tally it assumes people's hit rates.
    """

    def __init__(
        self,
        listener: VocabularyListener,
        is_legal: LegalityCheck,
        level: Level = LEVELS["expert"],
        style: PlayStyle = STYLES["balanced"],
        trust: float = HUMAN_TRUST,
        tally: TouchTally | None = None,
    ) -> None:
        self._listener = listener
        self._is_legal = is_legal
        self._level = level
        self._style = style
        self._trust = trust
        self._tally = tally

    def suggest(self, view: "View", top: int) -> list[Suggestion]:
        query = clue_query_from_view(view)
        if self._tally is not None:
            this_game = TouchTally.from_turns(turn for turn in view.clues if turn.giver is view.seat)
            query = query.with_partner_skill(estimate_skill(self._tally + this_game)[0])
        return self.answer(query, top)

    def answer(self, query: ClueQuery, top: int, max_number: int | None = None) -> list[Suggestion]:
        """Return the `top` best clues, best first. `max_number` can lower the largest number that the level allows."""
        if not query.agents or top < 1:
            return []
        recall = self._recall_chances(query)
        weights, nothing = self._partner_weights(query, recall)
        weights[:, : len(query.agents)] *= np.float32(np.exp(query.partner_skill))
        rewards = TurnRewards.from_stakes(
            query.stakes, self._style, min(max_number or self._level.max_number, self._level.max_number)
        )
        acceptable = np.vectorize(cache(partial(self._is_acceptable, query)), otypes=[np.bool_])
        finds = best_clues(_sum_weights_by_role(query, weights, nothing, recall), rewards, acceptable, top)
        return [
            self._make_suggestion(query, find, weights[find.clue], float(nothing[find.clue]), recall) for find in finds
        ]

    def _recall_chances(self, query: ClueQuery) -> "Array":
        """Return for each word the chance that the partner believes an earlier clue meant it."""
        if not self._level.has_memory:
            return np.zeros(len(query.words))
        # The partner does not know the giver's side, so all words are alike.
        side = SidePrior((PatternGroup(query.words, len(query.agents), len(query.bystanders), len(query.assassins)),))
        return infer_belief(
            self._listener, query.words, side, query.earlier_clues, PARTNER_INTENT_MODEL
        ).meant_chances()

    def _partner_weights(self, query: ClueQuery, recall: "Array") -> "tuple[Weights, Weights]":
        """Return `partner_weights` for all candidates, with larger weights for words that an earlier clue meant."""
        associations = self._listener.candidate_associations(query.words, self._trust)
        weights, nothing = partner_weights(associations, self._listener.familiarity, self._trust)
        if recall.any():
            weights *= (1 + _RECALLED_WORD_BOOST * recall).astype(np.float32)
        return weights, nothing

    def _is_acceptable(self, query: ClueQuery, clue: int) -> bool:
        word = self._listener.candidates[clue]
        is_familiar = self._listener.familiarity[clue] >= self._level.min_familiarity
        return bool(is_familiar) and fold(word) not in query.given_clue_words and self._is_legal(word, query.visible)

    def _make_suggestion(
        self, query: ClueQuery, find: FoundClue, weights: "Weights", nothing: float, recall: "Array"
    ) -> Suggestion:
        words, agents = query.words, len(query.agents)
        targets = np.argsort(-weights[:agents], kind="stable")[: find.number]
        miss_shares = weights[agents:] / (float(weights[agents:].sum()) + nothing)
        miss = 1 - find.run_chances[find.number - 1]
        dangers = [
            Danger(word, Colour.BYSTANDER if place < len(query.bystanders) else Colour.ASSASSIN, miss * float(share))
            for place, (word, share) in enumerate(zip(words[agents:], miss_shares, strict=True))
        ]
        assassin = sum(danger.chance for danger in dangers if danger.colour is Colour.ASSASSIN)
        target_words = tuple(words[place] for place in targets)
        recalled = tuple(words[place] for place in range(agents) if recall[place] > 0.3 and place in targets)
        return Suggestion(
            word=with_ligatures(self._listener.candidates[find.clue], self._listener.lang),
            count=find.number,
            targets=target_words,
            p_all=find.run_chances[find.number - 1],
            expected=sum(find.run_chances[: find.number]),
            black=assassin,
            tan=miss - assassin,
            reason=ClueReason(target_words, tuple(sorted(dangers, key=lambda danger: -danger.chance)), recalled),
        )


def _sum_weights_by_role(query: ClueQuery, weights: "Weights", nothing: "Weights", recall: "Array") -> ClueWeights:
    """Sum the weights of the words by role. The weight of nothing coming to mind is added to the bystanders."""
    agents, bystanders = len(query.agents), len(query.bystanders)
    roles = np.zeros((len(query.words), 4), dtype=np.float32)
    roles[:agents, 0] = 1
    roles[agents : agents + bystanders, 1] = 1
    roles[agents + bystanders :, 2] = 1
    roles[:agents, 3] = 1 - _RECALLED_WORD_DISCOUNT * recall[:agents]
    agent, bystander, assassin, credit = (weights @ roles).T
    return ClueWeights(weights[:, :agents], bystander + nothing, assassin, credit / agent)
