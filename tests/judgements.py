"""Counts how often clues are judged."""

from dataclasses import dataclass, field

from duo.core import referee
from duo.core.moves import Clue
from duo.words.legality import ClueJudge


@dataclass
class Judgements:
    """The clues judged by the clue rules and by the referee, in order."""

    legality: list[str] = field(default_factory=list)
    referee: list[str] = field(default_factory=list)

    def take(self):
        """What was judged since the last call."""
        taken = self.legality[:], self.referee[:]
        self.legality.clear()
        self.referee.clear()
        return taken


def count_judgements(monkeypatch):
    """Count from now on. The judges still judge."""
    counted = Judgements()
    check_meaning, check_move = ClueJudge.check, referee.check_move

    def judge_meaning(judge, clue, *args, **kwargs):
        counted.legality.append(clue)
        return check_meaning(judge, clue, *args, **kwargs)

    def judge_move(table, move):
        if isinstance(move, Clue):
            counted.referee.append(move.word)
        return check_move(table, move)

    monkeypatch.setattr(ClueJudge, "check", judge_meaning)
    monkeypatch.setattr(referee, "check_move", judge_move)
    return counted
