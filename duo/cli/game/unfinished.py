"""List, resume, give up and delete unfinished missions and real tables."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from duo.cli import user_data
from duo.cli.safe_output import echo, print_json
from duo.cli.terminal import output
from duo.cli.terminal.unfinished_menu import PlayableT, describe_unfinished, public_state, unfinished_list_lines
from duo.core.game import Game
from duo.core.refusal import Refusal
from duo.table.dealing import seat_holders
from duo.table.store.game_store import BrokenSave, SavedEntry, SaveHandle
from duo.text import N_, _

if TYPE_CHECKING:
    from duo.cli.terminal.screen import Screen


class UnfinishedStore(Protocol[PlayableT]):
    """A store of unfinished missions, or of unfinished games at real tables."""

    def unfinished(self) -> tuple[list[SavedEntry[PlayableT]], list[BrokenSave]]: ...

    def resume(self, game_id: str) -> tuple[PlayableT, SaveHandle[PlayableT]] | None: ...

    def give_up(self, game_id: str) -> bool: ...

    def discard(self, game_id: str) -> bool: ...


def resume_chosen_entry(
    screen: "Screen",
    games: UnfinishedStore[PlayableT],
    choose: Callable[[list[SavedEntry[PlayableT]]], SavedEntry[PlayableT] | None],
) -> tuple[PlayableT, SaveHandle[PlayableT]] | None:
    """Resume the unfinished entry that `choose` returns. Return None if `choose` returns None.

    `choose` is called again if another process has resumed the chosen entry in the meantime.
    """
    while True:
        entries, broken_saves = games.unfinished()
        for save in broken_saves:
            screen.console.print(user_data.describe_broken_save(save))
        entry = choose(entries)
        if not entry:
            return None
        if resumed := games.resume(entry.id):
            return resumed
        screen.console.print(_("That mission has been continued elsewhere."))


def manage_unfinished(
    games: UnfinishedStore[PlayableT], give_up: str | None, delete: str | None, *, empty_message: str, as_json: bool
) -> None:
    """Give up or delete an unfinished entry, and print the list of the remaining ones.

    `give_up` and `delete` name an entry by its number in the list or by its id.
    """
    entries, broken_saves = games.unfinished()
    for save in broken_saves:
        echo(f"duo: {user_data.describe_broken_save(save)}", err=True)
    sentences = []
    for name, action, sentence in (
        (give_up, games.give_up, N_("Given up: {mission}.")),
        (delete, games.discard, N_("Deleted: {mission}.")),
    ):
        if name:
            entry = _find_unfinished_entry(name, entries)
            if not action(entry.id):
                raise Refusal("That mission is being played elsewhere.")
            sentences.append(_(sentence, mission=describe_unfinished(entry)))
    if sentences:
        entries, _broken_saves = games.unfinished()
    if as_json:
        print_json({"missions": [_unfinished_entry_json(entry) for entry in entries]})
        return
    for sentence in sentences:
        echo(sentence)
    if not entries:
        echo(empty_message)
        return
    out = output.console()
    for line in unfinished_list_lines(entries, len(entries) + 4):
        out.print(line, soft_wrap=True)


def _find_unfinished_entry(name: str, entries: list[SavedEntry[PlayableT]]) -> SavedEntry[PlayableT]:
    """Return the entry whose number in the list, or whose id, is `name`."""
    if name.isascii() and name.isdecimal() and 1 <= int(name) <= len(entries):
        return entries[int(name) - 1]
    found = next((entry for entry in entries if entry.id == name), None)
    if found is None:
        raise Refusal("The list has no number {name}; see --list", name=name)
    return found


def _unfinished_entry_json(entry: SavedEntry[PlayableT]) -> dict[str, object]:
    game, state = entry.game, public_state(entry.game)
    value = {
        "id": entry.id,
        "left": entry.left_at.isoformat(timespec="seconds"),
        "mission": str(state.mission),
        "lang": game.lang,
        "found": state.found,
        "turn": len(state.clues),
        "phase": state.phase,
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
