"""Codenames Duo: the game, its partner, its cards and its puzzles.

This module exports what a bot, a notebook or a front end needs; docs/api.md has examples. Names are imported on first
use, so that importing duo is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duo.core.game import Game, read
    from duo.core.key import KeyCard, Seat
    from duo.core.mission import Mission
    from duo.core.moves import Clue, Guess, Stop
    from duo.core.position import Position
    from duo.core.public import Outcome, Phase, Variant
    from duo.core.refusal import Refusal
    from duo.core.scoring import score
    from duo.core.view import View
    from duo.mind.giver.giver import Suggestion
    from duo.mind.guesser.guesser import Ranked
    from duo.mind.registry import giver, guesser
    from duo.table.dealing import deal
    from duo.table.json_views import event_json, view_json
    from duo.table.partner import partner
    from duo.table.players import AIPlayer, Player
    from duo.table.session import HouseRules, Session
    from duo.words.legality import check

__version__ = "0.2.0.dev0"

__all__ = [
    "AIPlayer",
    "Clue",
    "Game",
    "Guess",
    "HouseRules",
    "KeyCard",
    "Mission",
    "Outcome",
    "Phase",
    "Player",
    "Position",
    "Ranked",
    "Refusal",
    "Seat",
    "Session",
    "Stop",
    "Suggestion",
    "Variant",
    "View",
    "check",
    "deal",
    "event_json",
    "giver",
    "guesser",
    "partner",
    "read",
    "score",
    "view_json",
]

_EXPORTS = {
    "duo.core.game": ("Game", "read"),
    "duo.core.key": ("KeyCard", "Seat"),
    "duo.core.mission": ("Mission",),
    "duo.core.moves": ("Clue", "Guess", "Stop"),
    "duo.core.position": ("Position",),
    "duo.core.public": ("Outcome", "Phase", "Variant"),
    "duo.core.refusal": ("Refusal",),
    "duo.core.scoring": ("score",),
    "duo.core.view": ("View",),
    "duo.mind.giver.giver": ("Suggestion",),
    "duo.mind.guesser.guesser": ("Ranked",),
    "duo.mind.registry": ("giver", "guesser"),
    "duo.table.partner": ("partner",),
    "duo.table.players": ("AIPlayer", "Player"),
    "duo.table.session": ("HouseRules", "Session"),
    "duo.table.dealing": ("deal",),
    "duo.table.json_views": ("event_json", "view_json"),
    "duo.words.legality": ("check",),
}
_MODULE_BY_NAME = {name: module for module, names in _EXPORTS.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _MODULE_BY_NAME:
        raise AttributeError(f"module 'duo' has no attribute {name!r}")
    value: object = getattr(import_module(_MODULE_BY_NAME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
