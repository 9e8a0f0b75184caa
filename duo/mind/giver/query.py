"""What a giver is asked to find a clue for, built from a view of a game or from the words of a table."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from duo.core.key import AGENTS_PER_SIDE, Colour
from duo.core.public import places
from duo.core.word import fold
from duo.mind.belief import assumed_side
from duo.mind.belief.clue_history import ClueMemory, clue_memories
from duo.mind.belief.pattern import partner_role_chances
from duo.mind.value import Stakes

if TYPE_CHECKING:
    from duo.core.view import View

_SKILL_STEP_LOGITS = 0.1


@dataclass(frozen=True, slots=True)
class ClueQuery:
    """What a giver needs to know to find a clue.

    `agents`, `bystanders` and `assassins` are the words that the partner may touch, by their role on the giver's side.
    `visible` are all words on the table, which a legal clue must not resemble. `stakes` is the state of the game.
    `given_clue_words` are the clues of both players so far, which are not repeated. `partner_skill` is how much better
    than people the partner is, in logits of the hit rate.
    """

    agents: tuple[str, ...]
    bystanders: tuple[str, ...]
    assassins: tuple[str, ...]
    visible: tuple[str, ...]
    stakes: Stakes
    earlier_clues: tuple[ClueMemory, ...] = ()
    given_clue_words: frozenset[str] = field(default_factory=frozenset)
    partner_skill: float = 0.0

    def with_partner_skill(self, skill: float) -> "ClueQuery":
        """Return the query for a partner who is better than people by `skill` logits."""
        # Rounded, so that a slightly different estimate does not need another table of win chances.
        skill = round(skill / _SKILL_STEP_LOGITS) * _SKILL_STEP_LOGITS
        return replace(
            self, partner_skill=skill, stakes=replace(self.stakes, hit_rates=self.stakes.hit_rates.with_skill(skill))
        )

    @property
    def words(self) -> tuple[str, ...]:
        return self.agents + self.bystanders + self.assassins


def clue_query_from_view(view: "View") -> ClueQuery:
    """Return the query of the seat of this view, which has to give a clue."""
    by_colour: dict[str, list[str]] = {colour: [] for colour in Colour}
    for place in places(view.marks.open_to(view.partner)):
        by_colour[view.own[place]].append(view.words[place])
    chances = partner_role_chances(view)
    partner_left = sum(chances[place, 0] for place in places(view.marks.visible))
    return ClueQuery(
        agents=tuple(by_colour[Colour.GREEN]),
        bystanders=tuple(by_colour[Colour.BYSTANDER]),
        assassins=tuple(by_colour[Colour.ASSASSIN]),
        visible=view.visible_words,
        stakes=Stakes(len(by_colour[Colour.GREEN]), partner_left, view.bank),
        earlier_clues=clue_memories(view.seat, view),
        given_clue_words=frozenset(fold(turn.clue.word) for turn in view.clues),
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
    """Return the query for a table that is described by its words. What the arguments leave out is assumed."""
    own_left = min(len(agents), AGENTS_PER_SIDE)
    partner_left = assumed_side.assumed_partner_agents(own_left, covered)
    return ClueQuery(
        agents=agents,
        bystanders=bystanders,
        assassins=assassins,
        visible=agents + bystanders + assassins,
        stakes=Stakes(own_left, partner_left, assumed_side.assumed_bank(own_left + partner_left, tokens, mistakes)),
        earlier_clues=earlier_clues,
        given_clue_words=frozenset(fold(clue.word) for clue in earlier_clues),
    )
