"""Codenames Duo: the game, its partner, its cards and its puzzles.

These are the names that a bot, a notebook or a front end needs; docs/api.md shows each at work. A name is imported
from its module when it is first used, so that importing duo costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duo.core.game import Game, read
    from duo.core.key import Colour, KeyCard, Seat
    from duo.core.mission import Bank, Mission
    from duo.core.moves import Clue, Guess, Move, Stop, Touch, Turn
    from duo.core.position import Position
    from duo.core.public import Marks, Outcome, Phase, Variant
    from duo.core.record import RecordBroken
    from duo.core.refusal import Refusal, Refusals
    from duo.core.rules import Rule, RuleBroken
    from duo.core.scoring import Rating, rating, score
    from duo.core.view import View
    from duo.deck.file import Deck
    from duo.deck.make import make_deck
    from duo.engine.client import Engine, EngineError
    from duo.mind.giver.giver import Giver, Suggestion
    from duo.mind.giver.reason import ClueReason, Danger, MarginReason
    from duo.mind.guesser.guesser import Guesser, Ranked
    from duo.mind.listener.listener import Listener
    from duo.mind.model.model import Model
    from duo.mind.registry import giver, guesser, listener
    from duo.puzzle.daily import daily_puzzle
    from duo.puzzle.making.make import make_puzzles
    from duo.puzzle.pack import Pack
    from duo.puzzle.puzzle import Kind, Proof, Puzzle
    from duo.puzzle.statement import Statement, Verdict
    from duo.table.dealing import deal
    from duo.table.events import (
        ClueGiven,
        Event,
        GameEnded,
        NothingToGoBy,
        PenaltyPaid,
        SideFinished,
        SuddenDeathBegan,
        Touched,
        TurnStopped,
    )
    from duo.table.json_views import event_json, view_json
    from duo.table.players import AIPlayer, Player, ScriptedPlayer, partner
    from duo.table.session import ClueRefused, HouseRules, InvalidClues, Session
    from duo.words.clue_rule import ClueRule
    from duo.words.legality import Ruling, check

__version__ = "0.2.0.dev0"

__all__ = [
    "AIPlayer",
    "Bank",
    "Clue",
    "ClueGiven",
    "ClueReason",
    "ClueRefused",
    "ClueRule",
    "Colour",
    "Danger",
    "Deck",
    "Engine",
    "EngineError",
    "Event",
    "Game",
    "GameEnded",
    "Giver",
    "Guess",
    "Guesser",
    "HouseRules",
    "InvalidClues",
    "KeyCard",
    "Kind",
    "Listener",
    "MarginReason",
    "Marks",
    "Mission",
    "Model",
    "Move",
    "NothingToGoBy",
    "Outcome",
    "Pack",
    "PenaltyPaid",
    "Phase",
    "Player",
    "Position",
    "Proof",
    "Puzzle",
    "Ranked",
    "Rating",
    "RecordBroken",
    "Refusal",
    "Refusals",
    "Rule",
    "RuleBroken",
    "Ruling",
    "ScriptedPlayer",
    "Seat",
    "Session",
    "SideFinished",
    "Statement",
    "Stop",
    "SuddenDeathBegan",
    "Suggestion",
    "Touch",
    "Touched",
    "Turn",
    "TurnStopped",
    "Variant",
    "Verdict",
    "View",
    "check",
    "daily_puzzle",
    "deal",
    "event_json",
    "giver",
    "guesser",
    "listener",
    "make_deck",
    "make_puzzles",
    "partner",
    "rating",
    "read",
    "score",
    "view_json",
]

_EXPORTS = {
    "duo.core.game": ("Game", "read"),
    "duo.core.key": ("Colour", "KeyCard", "Seat"),
    "duo.core.mission": ("Bank", "Mission"),
    "duo.core.moves": ("Clue", "Guess", "Move", "Stop", "Touch", "Turn"),
    "duo.core.position": ("Position",),
    "duo.core.public": ("Marks", "Outcome", "Phase", "Variant"),
    "duo.core.record": ("RecordBroken",),
    "duo.core.refusal": ("Refusal", "Refusals"),
    "duo.core.rules": ("Rule", "RuleBroken"),
    "duo.core.scoring": ("Rating", "rating", "score"),
    "duo.core.view": ("View",),
    "duo.deck.file": ("Deck",),
    "duo.deck.make": ("make_deck",),
    "duo.engine.client": ("Engine", "EngineError"),
    "duo.mind.giver.giver": ("Giver", "Suggestion"),
    "duo.mind.giver.reason": ("ClueReason", "Danger", "MarginReason"),
    "duo.mind.guesser.guesser": ("Guesser", "Ranked"),
    "duo.mind.listener.listener": ("Listener",),
    "duo.mind.model.model": ("Model",),
    "duo.mind.registry": ("giver", "guesser", "listener"),
    "duo.puzzle.daily": ("daily_puzzle",),
    "duo.puzzle.making.make": ("make_puzzles",),
    "duo.puzzle.pack": ("Pack",),
    "duo.puzzle.puzzle": ("Kind", "Proof", "Puzzle"),
    "duo.puzzle.statement": ("Statement", "Verdict"),
    "duo.table.dealing": ("deal",),
    "duo.table.events": (
        "ClueGiven",
        "Event",
        "GameEnded",
        "NothingToGoBy",
        "PenaltyPaid",
        "SideFinished",
        "SuddenDeathBegan",
        "Touched",
        "TurnStopped",
    ),
    "duo.table.json_views": ("event_json", "view_json"),
    "duo.table.players": ("AIPlayer", "Player", "ScriptedPlayer", "partner"),
    "duo.table.session": ("ClueRefused", "HouseRules", "InvalidClues", "Session"),
    "duo.words.clue_rule": ("ClueRule",),
    "duo.words.legality": ("Ruling", "check"),
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
