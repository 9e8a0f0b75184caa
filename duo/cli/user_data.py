"""Stores of the user's games, real tables and campaigns, in the user data directory."""

import contextlib
from pathlib import Path

from duo.core.refusal import Refusal
from duo.files import store
from duo.table.campaign.campaign_store import CampaignFolder
from duo.table.real_table import TableFolder
from duo.table.store.folder import FolderStore
from duo.table.store.game_store import BrokenSave, GameStore
from duo.text import _

_RECORD_HEADER_BYTES = 8_000


def game_store() -> GameStore:
    """Return the store of the user's games. If `duo web` has been used here, its games are included."""
    folder = FolderStore(store.user_data_dir() / "games")
    if not web_database_path().is_file():
        return folder
    from duo.table.store.database_store import DatabaseStore
    from duo.table.store.joined import JoinedStores
    from duo.table.store.sqlite import SqliteDatabase

    try:
        browser = DatabaseStore(SqliteDatabase(web_database_path()))
    except Refusal as refusal:
        return JoinedStores(folder, broken=[BrokenSave(str(web_database_path()), refusal, put_aside=False)])
    return JoinedStores(folder, browser)


def table_store() -> TableFolder:
    """Return the store of games at real tables, which `duo assist` saves."""
    return TableFolder(store.user_data_dir() / "tables")


def web_database_path() -> Path:
    """Return the path of the database in which `duo web` saves games."""
    return store.user_data_dir() / "web.sqlite"


def campaign_store() -> CampaignFolder:
    return CampaignFolder(store.user_data_dir() / "campaigns")


def describe_broken_save(save: BrokenSave) -> str:
    if save.put_aside:
        return _(
            "A saved game could not be read and was put aside as {file}: {reason}",
            file=save.location,
            reason=save.reason,
        )
    return _("Skipped {file}: {reason}", file=save.location, reason=save.reason)


def is_saved_game_file(path: str) -> bool:
    """Whether this file is in the folder of saved games."""
    return Path(path).resolve().parent == (store.user_data_dir() / "games").resolve()


def last_game_file() -> Path | None:
    """Return the file of the latest finished game.

    If no game is finished, return the file of the latest unfinished game, or None if there is none.
    """
    files = [path for path in (store.user_data_dir() / "games").glob("*.duo") if path.is_file()]
    files.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    return next(filter(_is_game_over, files), files[0] if files else None)


def _is_game_over(path: Path) -> bool:
    """Whether the game in this file has ended. A file that cannot be read counts as unfinished."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        return b'[Result "*"]' not in file.read(_RECORD_HEADER_BYTES)
    return False


def find_game_file(name: str) -> Path | None:
    """Return the file of the saved game with this name, or None. The name may end in `.duo`."""
    path = store.user_data_dir() / "games" / f"{Path(name).name.removesuffix('.duo')}.duo"
    return path if Path(name).name == name and path.is_file() else None
