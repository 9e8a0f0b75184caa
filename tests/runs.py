"""A hand-written header and result of a lab run."""

from duo.core.position import Outcome
from duo.lab.results import GameResult, RunHeader

HEADER = RunHeader(
    duo="1.0", seed=7, lang="en", mission="9-9", giver="duo", guesser="human-like", words="abc", models={"duo": "d1"}
)


def result(index=0, **changed):
    figures = {
        "index": index,
        "seed": HEADER.game_seed(index),
        "result": Outcome.WON,
        "turns": 7,
        "tokens_left": 2,
        "checks": 6,
        "bystanders": 1,
        "found": 15,
        "sudden_death": False,
        "score": 12,
        "game": '[Duo "1"]\n',
    }
    return GameResult(**(figures | changed))
