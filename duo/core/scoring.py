"""The figures of a game: tokens, points and the rulebook's rating."""

from enum import StrEnum

from duo.core.public import Outcome, PublicState
from duo.core.record import UNFINISHED_RESULT
from duo.core.refusal import Refusal, Refusals

SCORED_TOKENS = 9
# A win takes at least two turns, since a clue yields at most the nine agents of its giver's side.
MAX_TOKENS_LEFT = SCORED_TOKENS - 2


class Rating(StrEnum):
    WON = "won"
    GOOD = "good"
    INCREDIBLE = "incredible"
    MISSION_MAP = "mission-map"


def points(tokens_left: int, checks: int, *, sudden_death: bool) -> int:
    """Return the points of a win: 3 for each token left and 1 for each checkmark, less 1 for sudden death."""
    return 3 * tokens_left + checks - sudden_death


def score(table: PublicState) -> int | None:
    """The points of a game; None unless it was won with nine tokens."""
    if table.outcome() is not Outcome.WON or table.mission.tokens != SCORED_TOKENS:
        return None
    return points(table.bank.tokens, table.checks, sudden_death=table.sudden_death)


def score_from_figures(tokens_left: int, checks: int, *, sudden_death: bool) -> int:
    """The points of a game won at a real table; raises Refusals for impossible figures."""
    if problems := figure_problems(tokens_left, checks, sudden_death=sudden_death):
        raise Refusals(problems)
    return points(tokens_left, checks, sudden_death=sudden_death)


def figure_problems(tokens_left: int, checks: int, *, sudden_death: bool) -> list[Refusal]:
    """Every reason why a game won with nine tokens cannot end with these figures."""
    problems = []
    if tokens_left < 0 or checks < 0:
        problems.append(Refusal("tokens and checkmarks are counted from 0"))
    if tokens_left > MAX_TOKENS_LEFT:
        problems.append(
            Refusal("{tokens} tokens cannot be left: a win takes two turns at least, so 7 at most", tokens=tokens_left)
        )
    if tokens_left + checks > SCORED_TOKENS:
        problems.append(
            Refusal(
                "tokens left ({tokens}) and checkmarks ({checks}) cannot be more than nine together",
                tokens=tokens_left,
                checks=checks,
            )
        )
    if sudden_death and tokens_left > 0:
        problems.append(
            Refusal(
                "sudden death starts when the bank is empty: no token can be left, not {tokens}", tokens=tokens_left
            )
        )
    if not sudden_death and checks == 0:
        problems.append(Refusal("the turn that wins spends a token as a checkmark, so there is one at least"))
    return problems


def rating(won_points: int) -> Rating:
    """The rulebook's rating of a score."""
    if won_points > 10:
        return Rating.MISSION_MAP
    if won_points >= 9:
        return Rating.INCREDIBLE
    return Rating.GOOD if won_points > 5 else Rating.WON


def figures(table: PublicState) -> dict[str, str | int | bool | None]:
    """The figures in the format of `duo replay --json`."""
    return {
        "result": table.outcome() or UNFINISHED_RESULT,
        "turns": table.turns,
        "tokens_left": table.bank.tokens,
        "checks": table.checks,
        "bystanders": table.bystanders,
        "discarded": table.discarded,
        "sudden_death": table.sudden_death,
        "found": table.found,
        "phase": table.phase,
        "to_act": table.to_act,
        "score": score(table),
    }
