"""What waits to be gone on with, as --list tells it; given up, deleted and resumed by its number there."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from duo.cli import shell, user_data
from duo.cli.terminal import output
from duo.cli.terminal.unfinished_menu import PlayableT, describe_unfinished, public_state, unfinished_lines
from duo.core.game import Game
from duo.core.refusal import Refusal
from duo.table.dealing import seat_holders
from duo.table.store.folder import BrokenSave, SavedEntry, SaveHandle
from duo.text import N_, _

if TYPE_CHECKING:
    from duo.cli.terminal.screen import Screen


class UnfinishedStore(Protocol[PlayableT]):
    """Where what waits is kept: missions, or real tables."""

    def unfinished(self) -> tuple[list[SavedEntry[PlayableT]], list[BrokenSave]]: ...

    def resume(self, game_id: str) -> tuple[PlayableT, SaveHandle[PlayableT]] | None: ...

    def give_up(self, game_id: str) -> bool: ...

    def discard(self, game_id: str) -> bool: ...


def resume_chosen(
    screen: "Screen",
    games: UnfinishedStore[PlayableT],
    choose: Callable[[list[SavedEntry[PlayableT]]], SavedEntry[PlayableT] | None],
) -> tuple[PlayableT, SaveHandle[PlayableT]] | None:
    """What is chosen of that which waits, held for play; None if nothing is."""
    while True:
        waiting, broken = games.unfinished()
        for save in broken:
            screen.console.print(user_data.describe_broken_save(save))
        mission = choose(waiting)
        if not mission:
            return None
        if taken := games.resume(mission.id):
            return taken
        screen.console.print(_("That mission has been continued elsewhere."))


def list_unfinished(
    games: UnfinishedStore[PlayableT], give_up: str | None, delete: str | None, *, empty_message: str, as_json: bool
) -> None:
    """List what waits, after giving one up or deleting one; `nothing` is told if nothing does."""
    waiting, broken = games.unfinished()
    for save in broken:
        shell.echo(f"duo: {user_data.describe_broken_save(save)}", err=True)
    done = []
    for name, act, sentence in (
        (give_up, games.give_up, N_("Given up: {mission}.")),
        (delete, games.discard, N_("Deleted: {mission}.")),
    ):
        if name:
            mission = _find_unfinished(name, waiting)
            if not act(mission.id):
                raise Refusal("That mission is being played elsewhere.")
            done.append(_(sentence, mission=describe_unfinished(mission)))
    if done:
        waiting, _broken = games.unfinished()
    if as_json:
        shell.print_json({"missions": [_unfinished_json(mission) for mission in waiting]})
        return
    for sentence in done:
        shell.echo(sentence)
    if not waiting:
        shell.echo(empty_message)
        return
    out = output.console()
    for line in unfinished_lines(waiting, len(waiting) + 4):
        out.print(line, soft_wrap=True)


def _find_unfinished(name: str, waiting: list[SavedEntry[PlayableT]]) -> SavedEntry[PlayableT]:
    """What has this number in the list, or this id."""
    if name.isascii() and name.isdecimal() and 1 <= int(name) <= len(waiting):
        return waiting[int(name) - 1]
    found = next((mission for mission in waiting if mission.id == name), None)
    if found is None:
        raise Refusal("There is no number {name} in the list; see --list", name=name)
    return found


def _unfinished_json(mission: SavedEntry[PlayableT]) -> dict[str, object]:
    game, table = mission.game, public_state(mission.game)
    value = {
        "id": mission.id,
        "left": mission.left_at.isoformat(timespec="seconds"),
        "mission": str(table.mission),
        "lang": game.lang,
        "found": table.found,
        "turn": len(table.clues),
        "phase": table.phase,
    }
    if not isinstance(game, Game):
        return value
    return value | {
        "seats": {seat: str(holder) for seat, holder in seat_holders(game).items()},
        "practice": game.header("Practice") == "yes",
        "daily": game.header("Daily") or None,
        "team": game.header("Team") or None,
        "city": game.header("City") or None,
    }
