"""Stores of campaigns: the interface, and a folder with one file for each team.

A file is changed under a lock. Its content before the last change is kept as `.previous`. A file that cannot be read is
renamed and replaced by that backup.
"""

import contextlib
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote, unquote

from duo.core.game import Game
from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.files import locks, store
from duo.files.reading import read_saved
from duo.table.campaign.campaign import Campaign, CampaignEntry, record_digest
from duo.table.campaign.mission_map import MissionMap

MAX_CAMPAIGN_BYTES = 1 << 25
_MAX_FILE_NAME_LENGTH = 120


@dataclass(frozen=True, slots=True)
class LoadedCampaign:
    """A campaign read from a store. If its file was broken, `damage` says so and names the renamed file."""

    campaign: Campaign
    damage: Refusal | None = None


class CampaignStore(ABC):
    """The interface of every store of campaigns."""

    @abstractmethod
    def teams(self) -> list[str]:
        """The name of every team that has a campaign."""

    @abstractmethod
    def load(self, team: str) -> LoadedCampaign: ...

    @abstractmethod
    def add_campaign(self, campaign: Campaign) -> None:
        """Add an exported campaign. Raises Refusal if the team has one already."""

    @abstractmethod
    def _change(self, team: str, change: Callable[[Campaign], Campaign]) -> tuple[Campaign, LoadedCampaign]:
        """Change a campaign atomically and durably; return it before and after the change."""

    def create(self, team: str, mission_map: MissionMap) -> Campaign:
        """Create a campaign. Raises Refusal if the team has one already."""
        campaign = Campaign(team, mission_map)
        self.add_campaign(campaign)
        return campaign

    def enter(self, team: str, entry: CampaignEntry) -> LoadedCampaign:
        """Add an entry to the team's campaign and save it. Raises Refusal if the campaign has this record already."""

        def enter_game(campaign: Campaign) -> Campaign:
            if entry.record and (number := campaign.entry_number(entry.record)):
                raise Refusal("This game is entered already: it is number {number} of the log", number=number)
            return campaign.with_entry(entry)

        return self._change(team, enter_game)[1]

    def enter_finished_games(self, team: str, games: Iterable[Game], date: str) -> tuple[Campaign, LoadedCampaign]:
        """Enter the team's finished games that are not entered yet; return the campaign before and after.

        If a process is killed between the end of a game and its entry, the next call enters the game.
        """

        def enter_all(campaign: Campaign) -> Campaign:
            for game in games:
                is_ours = game.header("Team") == team and game.final.outcome()
                if (
                    is_ours
                    and not campaign.entry_number(str(game))
                    and record_digest(str(game)) not in campaign.removed
                ):
                    campaign = campaign.with_entry(
                        CampaignEntry.from_game(campaign.map.city(game.header("City")), game, date)
                    )
            return campaign

        return self._change(team, enter_all)

    def remove(self, team: str, number: int | None = None) -> tuple[CampaignEntry, LoadedCampaign]:
        """Remove the entry with this number, or the last entry. Return it and the changed campaign."""
        before, after = self._change(
            team, lambda campaign: campaign.without_entry(number or max(len(campaign.games), 1))
        )
        return before.games[(number or len(before.games)) - 1], after


class CampaignFolder(CampaignStore):
    """A store that keeps campaigns in a folder. Saving the first campaign creates the folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add_campaign(self, campaign: Campaign) -> None:
        path = self._campaign_path(campaign.team)
        with _exclusive_lock(path):
            if path.exists() or _backup_path(path).exists():
                raise team_exists_error(campaign.team)
            store.write_atomically(path, str(campaign))

    def rename(self, team: str, name: str) -> LoadedCampaign:
        """Rename the team of a campaign."""
        path = self._campaign_path(team)
        with _exclusive_lock(path):
            loaded = _load_or_recover(path, team)
            renamed = replace(loaded.campaign, team=name)
            if self._campaign_path(name) == path:
                store.write_atomically(path, str(renamed))
            else:
                self.add_campaign(renamed)
                path.unlink()
                _backup_path(path).unlink(missing_ok=True)
        return LoadedCampaign(renamed, loaded.damage)

    def delete(self, team: str) -> Path:
        """Rename the file of a campaign so that duo ignores it; return the new path."""
        path = self._campaign_path(team)
        with _exclusive_lock(path):
            _load_or_recover(path, team)
            aside = next(name for name in _numbered_paths(path, "deleted") if not name.exists())
            path.rename(aside)
            _backup_path(path).unlink(missing_ok=True)
        return aside

    def load(self, team: str) -> LoadedCampaign:
        path = self._campaign_path(team)
        with _exclusive_lock(path):
            return _load_or_recover(path, team)

    def teams(self) -> list[str]:
        """Return the names of all teams. If a file cannot be read, the name comes from its file name."""
        files = (path for kind in ("json", "previous") for path in self._folder.glob(f"team-*.{kind}"))
        found = []
        for stem in sorted({path.stem for path in files if path.is_file()}):
            try:
                found.append(_read_campaign(self._folder / f"{stem}.json").team)
            except (Refusal, OSError):
                found.append(unquote(stem.removeprefix("team-")))
        return found

    def _change(self, team: str, change: Callable[[Campaign], Campaign]) -> tuple[Campaign, LoadedCampaign]:
        path = self._campaign_path(team)
        with _exclusive_lock(path):
            loaded = _load_or_recover(path, team)
            after = change(loaded.campaign)
            if after != loaded.campaign:
                store.write_atomically(_backup_path(path), str(loaded.campaign))
                store.write_atomically(path, str(after))
        return loaded.campaign, LoadedCampaign(after, loaded.damage)

    def _campaign_path(self, team: str) -> Path:
        # Any team name gives a safe file name, and names that fold to the same text share a file.
        name = quote(fold(team), safe="", errors="surrogateescape").replace(".", "%2E")
        if len(name) > _MAX_FILE_NAME_LENGTH:
            name = f"{name[:60]}~{hashlib.sha256(name.encode()).hexdigest()[:32]}"
        return self._folder / f"team-{name}.json"


def team_exists_error(team: str) -> Refusal:
    return Refusal("{team} has a campaign already; choose another name", team=team)


def no_campaign_error(team: str) -> Refusal:
    return Refusal("{team} has no campaign yet: duo campaign new begins one", team=team)


def _backup_path(path: Path) -> Path:
    return path.with_suffix(".previous")


@contextlib.contextmanager
def _exclusive_lock(path: Path) -> Iterator[None]:
    """Lock the campaign against changes by other processes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with locks.hold_lock(path.with_suffix(".lock")):
        for draft in path.parent.glob(f".{path.stem}.*"):  # left by a process that was killed while writing
            draft.unlink(missing_ok=True)
        yield


def _load_or_recover(path: Path, team: str) -> LoadedCampaign:
    try:
        return LoadedCampaign(_read_campaign(path))
    except FileNotFoundError:
        if not _backup_path(path).exists():
            raise no_campaign_error(team) from None
        return _restore_backup(path, Refusal("{file} is gone", file=path.name))
    except Refusal as reason:
        return _restore_backup(path, reason)


def _restore_backup(path: Path, reason: Refusal) -> LoadedCampaign:
    """Rename the broken file and restore the backup. Raises Refusal if the backup is broken or missing."""
    aside = next(name for name in _numbered_paths(path, "broken") if not name.exists())
    with contextlib.suppress(FileNotFoundError):
        path.rename(aside)
    try:
        campaign = _read_campaign(_backup_path(path))
    except (Refusal, FileNotFoundError):
        raise Refusal(
            "the campaign could not be read and was kept as {file}: {reason}", file=aside, reason=reason
        ) from reason
    store.write_atomically(path, str(campaign))
    damage = Refusal(
        "the campaign could not be read and was kept as {file}; what it was before its last change is used: {reason}",
        file=aside,
        reason=reason,
    )
    return LoadedCampaign(campaign, damage)


def _numbered_paths(path: Path, why: str) -> Iterator[Path]:
    number = 0
    while True:
        number += 1
        yield path.with_suffix(f".{why}-{number}")


def _read_campaign(path: Path) -> Campaign:
    return Campaign.parse(read_saved(path, MAX_CAMPAIGN_BYTES))
