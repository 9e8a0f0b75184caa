"""A spoiler-free text about a game, for sharing."""

from collections.abc import Iterable

from duo.core.game import Game
from duo.core.position import Outcome, Touch
from duo.core.record import UNFINISHED_RESULT
from duo.core.scoring import score
from duo.table.campaign.mission_map import format_mission
from duo.text import N_, _, current_language, ngettext

_COLOUR_EMOJI = {"g": "🟩", ".": "🟨", "x": "⬛"}
_COLOUR_SIGNS = {"g": "+", ".": "~", "x": "#"}

RESULT_LABELS = {
    Outcome.WON: N_("won"),
    Outcome.ASSASSIN: N_("lost to an assassin"),
    Outcome.SUDDEN_DEATH: N_("lost in sudden death"),
    Outcome.TOKENS: N_("lost: out of tokens"),
    UNFINISHED_RESULT: N_("not finished"),
}


def share_text(game: Game, *, unicode: bool = True) -> str:
    """The result on one line, then a line for each turn with the colours that were touched."""
    final = game.final
    parts = [
        _("duo {mission}", mission=format_mission(final.mission, current_language()))
        + (f" ({daily})" if (daily := game.header("Daily")) else ""),
        _(RESULT_LABELS[final.outcome() or UNFINISHED_RESULT]),
        ngettext("{count} turn", "{count} turns", final.turns),
    ]
    points = score(final)
    if points is not None:
        parts.append(ngettext("{count} point", "{count} points", points))
    signs = _COLOUR_EMOJI if unicode else _COLOUR_SIGNS
    lines = [_format_touches(f"{turn.giver}", turn.touches, signs) for turn in final.clues if turn.touches]
    if final.sudden:
        lines.append(_format_touches("SD", final.sudden, signs))
    return "\n".join([", ".join(parts), *lines])


def _format_touches(name: str, touches: Iterable[Touch], signs: dict[str, str]) -> str:
    return f"{name} " + "".join(signs[touch.colour] for touch in touches)
