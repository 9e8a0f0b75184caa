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
from duo.mind.belief.belief import infer_belief
from duo.mind.belief.clue_history import ClueMemory, clue_memories
from duo.mind.belief.pattern import PatternGroup, SidePrior, partner_role_chances
from duo.mind.giver.reason import Danger, explain_clue
from duo.mind.giver.search import ClueWeights, FoundClue, Rewards, best_clues
from duo.mind.listener.intent import PARTNER_INTENT_MODEL, ClueListener
from duo.mind.pace import TouchTally, estimate_skill
from duo.mind.skill import LEVELS, STYLES, Level, PlayStyle
from duo.mind.value import AGENTS_PER_SIDE, Stakes
from duo.words.spelling import with_ligatures

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.core.view import View

    Array = NDArray[np.float64]
    Weights = NDArray[np.float32]

_RANDOM_TOUCH_SHARE = 0.02  # share of touches that follow no association at all
# The best of twenty thousand clues owes much of its lead to what the listener has wrong. So before a person a pull
# counts less than the listener says, and one too weak leaves nothing in mind at all. Both were chosen by judging the
# clues of one half of the model's sources with the other half (see docs/benchmarks.md).
HUMAN_TRUST = 0.75
_NOTHING_LOG_WEIGHT = 3.0
_UNKNOWN_WORD_SHARE = 0.25  # share of partners who do not know a word of familiarity 0
_RECALL_BOOST = 0.5  # how much more a word draws the partner that an earlier clue meant already
_SKILL_STEP = 0.1
_RECALLED_DISCOUNT = 0.4  # share of its worth that such a word has lost, as the earlier clue may bring it in anyway


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


class VocabularyListener(ClueListener, Protocol):
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

    def candidate_associations(self, words: Sequence[str], sharpness: float) -> "Weights":
        """How strongly every candidate pulls to each word: chances before they were made to add up to one."""
        ...


@dataclass(frozen=True, slots=True)
class ClueQuery:
    """What a giver is asked: the words that the partner may touch by the giver's colours, and what was said before.

    `visible` are all words on the table, which the clue may not touch upon; `said` are words not to be said again.
    """

    agents: tuple[str, ...]
    bystanders: tuple[str, ...]
    assassins: tuple[str, ...]
    visible: tuple[str, ...]
    stakes: Stakes
    earlier_clues: tuple[ClueMemory, ...] = ()
    said_words: frozenset[str] = field(default_factory=frozenset)
    partner_skill: float = 0.0

    def with_partner_skill(self, skill: float) -> "ClueQuery":
        """The same before a partner whose touches are right so much more often than people's, in logits."""
        # In steps, so that a slightly changed opinion does not mean another table of values.
        skill = round(skill / _SKILL_STEP) * _SKILL_STEP
        return replace(
            self, partner_skill=skill, stakes=replace(self.stakes, hit_rates=self.stakes.hit_rates.with_skill(skill))
        )

    @property
    def words(self) -> tuple[str, ...]:
        return self.agents + self.bystanders + self.assassins


def clue_query_from_view(view: "View") -> ClueQuery:
    """What this seat is asked when it is to give a clue."""
    by_colour: dict[str, list[str]] = {colour: [] for colour in Colour}
    for place in places(view.marks.open_to(view.partner)):
        by_colour[view.own[place]].append(view.words[place])
    side = partner_role_chances(view)
    theirs = sum(side[place, 0] for place in places(view.marks.visible))
    return ClueQuery(
        agents=tuple(by_colour[Colour.GREEN]),
        bystanders=tuple(by_colour[Colour.BYSTANDER]),
        assassins=tuple(by_colour[Colour.ASSASSIN]),
        visible=view.visible_words,
        stakes=Stakes(len(by_colour[Colour.GREEN]), theirs, view.bank),
        earlier_clues=clue_memories(view.seat, view),
        said_words=frozenset(fold(turn.clue.word) for turn in view.clues),
    )


def clue_query_from_words(
    agents: tuple[str, ...],
    bystanders: tuple[str, ...],
    assassins: tuple[str, ...],
    *,
    earlier_clues: tuple[ClueMemory, ...] = (),
    covered: int = 0,
    tokens: int | None = None,
    mistakes: int | None = None,
) -> ClueQuery:
    """What a giver is asked at a table of which no more is told; the rest is supposed."""
    left = min(len(agents), AGENTS_PER_SIDE)
    theirs = assumed_side.assumed_partner_agents(left, covered)
    return ClueQuery(
        agents=agents,
        bystanders=bystanders,
        assassins=assassins,
        visible=agents + bystanders + assassins,
        stakes=Stakes(left, theirs, assumed_side.assumed_bank(left + theirs, tokens, mistakes)),
        earlier_clues=earlier_clues,
        said_words=frozenset(fold(clue.word) for clue in earlier_clues),
    )


def partner_weights(
    associations: "Weights", familiarity: "NDArray[np.floating]", trust: float = HUMAN_TRUST
) -> "tuple[Weights, Weights]":
    """How clues with these pulls draw a partner to each word, and how likely nothing comes to mind.

    A partner who does not know the word touches anything, and even one who does may think of something else.
    """
    doubt = 1 - (1 - _RANDOM_TOUCH_SHARE) * (
        1 - _UNKNOWN_WORD_SHARE * (1 - np.asarray(familiarity, dtype=np.float64)) ** 2
    )
    anything = doubt / (1 - doubt) / associations.shape[1]
    nothing = np.float32(np.exp(trust * _NOTHING_LOG_WEIGHT))
    share = 1 / (associations.sum(axis=1) + nothing)
    weights: Weights = associations * share[:, None]
    weights += anything.astype(np.float32)[:, None]
    return weights, nothing * share


LegalityCheck = Callable[[str, Sequence[str]], bool]


class ExpectedValueGiver:
    """A giver that weighs every clue by what is expected to follow.

    `legal` says whether a clue is allowed on a table of visible words. `trust` says how far to trust the listener:
    1 for a partner who hears just as it does, less for any other, more for one who always touches what it puts first.
    With a `tally` of the partner's touches in earlier games it goes by that partner's pace, and learns in this game
    too; without one it goes by people's figures.
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
        self._legal = is_legal
        self._level = level
        self._style = style
        self._trust = trust
        self._tally = tally

    def suggest(self, view: "View", top: int) -> list[Suggestion]:
        asked = clue_query_from_view(view)
        if self._tally is not None:
            touched = TouchTally.from_turns(turn for turn in view.clues if turn.giver is view.seat)
            asked = asked.with_partner_skill(estimate_skill(self._tally + touched)[0])
        return self.answer(asked, top)

    def answer(self, query: ClueQuery, top: int, max_number: int | None = None) -> list[Suggestion]:
        """The best clues, best first; `most` keeps the number lower than the level does."""
        if not query.agents or top < 1:
            return []
        recall = self._recall_chances(query)
        weights, nothing = self._partner_weights(query, recall)
        weights[:, : len(query.agents)] *= np.float32(np.exp(query.partner_skill))
        rewards = Rewards.from_stakes(
            query.stakes, self._style, min(max_number or self._level.max_number, self._level.max_number)
        )
        acceptable = np.vectorize(cache(partial(self._is_acceptable, query)), otypes=[np.bool_])
        finds = best_clues(_clue_weights(query, weights, nothing, recall), rewards, acceptable, top)
        return [
            self._make_suggestion(query, find, weights[find.clue], float(nothing[find.clue]), recall) for find in finds
        ]

    def _recall_chances(self, query: ClueQuery) -> "Array":
        """The chance of each word to be taken for one that an earlier clue meant."""
        if not self._level.has_memory:
            return np.zeros(len(query.words))
        # The partner does not know the giver's side: to it all words are alike.
        side = SidePrior((PatternGroup(query.words, len(query.agents), len(query.bystanders), len(query.assassins)),))
        return infer_belief(
            self._listener, query.words, side, query.earlier_clues, PARTNER_INTENT_MODEL
        ).meant_chances()

    def _partner_weights(self, asked: ClueQuery, recall: "Array") -> "tuple[Weights, Weights]":
        """What each clue draws, with the words in mind that an earlier clue meant."""
        pulls = self._listener.candidate_associations(asked.words, self._trust)
        weights, nothing = partner_weights(pulls, self._listener.familiarity, self._trust)
        if recall.any():
            weights *= (1 + _RECALL_BOOST * recall).astype(np.float32)
        return weights, nothing

    def _is_acceptable(self, query: ClueQuery, clue: int) -> bool:
        word = self._listener.candidates[clue]
        known = self._listener.familiarity[clue] >= self._level.min_familiarity
        return bool(known) and fold(word) not in query.said_words and self._legal(word, query.visible)

    def _make_suggestion(
        self, asked: ClueQuery, find: FoundClue, weights: "Weights", nothing: float, recall: "Array"
    ) -> Suggestion:
        words, greens = asked.words, len(asked.agents)
        targets = np.argsort(-weights[:greens], kind="stable")[: find.number]
        missing = weights[greens:] / (float(weights[greens:].sum()) + nothing)
        failed = 1 - find.run_chances[find.number - 1]
        dangers = [
            Danger(word, Colour.BYSTANDER if place < len(asked.bystanders) else Colour.ASSASSIN, failed * float(share))
            for place, (word, share) in enumerate(zip(words[greens:], missing, strict=True))
        ]
        black = sum(danger.chance for danger in dangers if danger.colour is Colour.ASSASSIN)
        recalled = [words[place] for place in range(greens) if recall[place] > 0.3 and place in targets]
        return Suggestion(
            word=with_ligatures(self._listener.candidates[find.clue], self._listener.lang),
            count=find.number,
            targets=tuple(words[place] for place in targets),
            p_all=find.run_chances[find.number - 1],
            expected=sum(find.run_chances[: find.number]),
            black=black,
            tan=failed - black,
            why=explain_clue([words[place] for place in targets], dangers, recalled),
        )


def _clue_weights(query: ClueQuery, weights: "Weights", nothing: "Weights", recall: "Array") -> ClueWeights:
    """A partner to whom nothing comes to mind is taken to touch a bystander."""
    greens, tans = len(query.agents), len(query.bystanders)
    kinds = np.zeros((len(query.words), 4), dtype=np.float32)
    kinds[:greens, 0] = 1
    kinds[greens : greens + tans, 1] = 1
    kinds[greens + tans :, 2] = 1
    kinds[:greens, 3] = 1 - _RECALLED_DISCOUNT * recall[:greens]
    green, tan, black, credit = (weights @ kinds).T
    return ClueWeights(weights[:, :greens], tan + nothing, black, credit / green)
