"""The missions that wait, as `duo play --list` tells them; given up and deleted by their numbers there."""

from duo.cli import home, shell
from duo.cli.terminal import output
from duo.core.refusal import Refusal
from duo.table.saves import Waiting
from duo.table.setting import seat_holders
from duo.text import _


def tidied(give_up: str | None, delete: str | None, *, as_json: bool) -> None:
    """List the missions that wait, after giving one up or deleting one."""
    games = home.games()
    waiting, _broken = games.unfinished()
    if give_up and not games.give_up(_named(give_up, waiting).id):
        raise Refusal("That mission is being played elsewhere.")
    if delete and not games.discard(_named(delete, waiting).id):
        raise Refusal("That mission is being played elsewhere.")
    if give_up or delete:
        waiting, _broken = games.unfinished()
    if as_json:
        shell.answer({"missions": [_value(mission) for mission in waiting]})
        return
    if not waiting:
        shell.echo(_("No mission waits: duo play begins one."))
        return
    from duo.cli.terminal.waiting import listed

    out = output.console()
    for line in listed(waiting, len(waiting) + 4):
        out.print(line, soft_wrap=True)


def _named(name: str, waiting: list[Waiting]) -> Waiting:
    """The mission of this number in the list, or of this id."""
    if name.isascii() and name.isdecimal() and 1 <= int(name) <= len(waiting):
        return waiting[int(name) - 1]
    found = next((mission for mission in waiting if mission.id == name), None)
    if found is None:
        raise Refusal("No mission {name} waits; duo play --list lists them", name=name)
    return found


def _value(mission: Waiting) -> dict[str, object]:
    game = mission.game
    return {
        "id": mission.id, "left": mission.left.isoformat(timespec="seconds"), "mission": str(game.final.mission),
        "lang": game.lang, "found": game.final.found, "turn": len(game.final.clues), "phase": game.final.phase,
        "seats": {seat: str(holder) for seat, holder in seat_holders(game).items()},
        "practice": game.header("Practice") == "yes", "daily": game.header("Daily") or None,
        "team": game.header("Team") or None, "city": game.header("City") or None,
    }  # fmt: skip
