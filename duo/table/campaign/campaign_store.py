"""Campaigns where they are kept. On disk that is one file a team, changed under a lock, never lost.

The text before the last change is kept beside it as `.previous`. A file that cannot be read is put aside under a name
of its own, and the previous one takes its place.
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

MAX_BYTES = 1 << 25
_MAX_FILE_NAME_LENGTH = 120


@dataclass(frozen=True, slots=True)
class LoadedCampaign:
    """A campaign as it is on disk. `damage` tells what had to be put aside to get it, if anything."""

    campaign: Campaign
    damage: Refusal | None = None


class Campaigns(ABC):
    """What every store of campaigns does, whatever it is made of."""

    @abstractmethod
    def teams(self) -> list[str]:
        """Every team that has a campaign."""

    @abstractmethod
    def load(self, team: str) -> LoadedCampaign: ...

    @abstractmethod
    def adopt(self, campaign: Campaign) -> None:
        """Keep a campaign that somebody exported; a team of that name must not have one."""

    @abstractmethod
    def _change(self, team: str, change: Callable[[Campaign], Campaign]) -> tuple[Campaign, LoadedCampaign]:
        """The campaign before and after a change, on disk before it is returned; nobody else changes it meanwhile."""

    def create(self, team: str, mission_map: MissionMap) -> Campaign:
        """A new campaign on disk; a team of that name must not have one."""
        campaign = Campaign(team, mission_map)
        self.adopt(campaign)
        return campaign

    def enter(self, team: str, played: CampaignEntry) -> LoadedCampaign:
        """The campaign with this mission entered, on disk before it is returned; a record is entered once."""

        def entered(campaign: Campaign) -> Campaign:
            if played.record and (number := campaign.entry_number(played.record)):
                raise Refusal("This game is entered already: it is number {number} of the log", number=number)
            return campaign.with_entry(played)

        return self._change(team, entered)[1]

    def enter_finished_games(self, team: str, games: Iterable[Game], date: str) -> tuple[Campaign, LoadedCampaign]:
        """Enter the finished games that the team played for a city and that are not entered yet; before and after.

        A player who is stopped between the end of a game and its entry loses nothing: the next call enters it.
        """

        def caught_up(campaign: Campaign) -> Campaign:
            for game in games:
                ours = game.header("Team") == team and game.final.outcome()
                if ours and not campaign.entry_number(str(game)) and record_digest(str(game)) not in campaign.removed:
                    campaign = campaign.with_entry(
                        CampaignEntry.from_game(campaign.map.city(game.header("City")), game, date)
                    )
            return campaign

        return self._change(team, caught_up)

    def remove(self, team: str, number: int | None = None) -> tuple[CampaignEntry, LoadedCampaign]:
        """Take an entry out again, the last unless its number is told."""
        before, after = self._change(
            team, lambda campaign: campaign.without_entry(number or max(len(campaign.games), 1))
        )
        return before.games[(number or len(before.games)) - 1], after


class CampaignFolder(Campaigns):
    """The campaigns of one folder, which is made when the first of them begins."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def adopt(self, campaign: Campaign) -> None:
        path = self._path(campaign.team)
        with _exclusive_lock(path):
            if path.exists() or _backup_path(path).exists():
                raise team_exists_error(campaign.team)
            store.write(path, str(campaign))

    def rename(self, team: str, name: str) -> LoadedCampaign:
        """Give a campaign's team another name."""
        path = self._path(team)
        with _exclusive_lock(path):
            loaded = _load(path, team)
            renamed = replace(loaded.campaign, team=name)
            if self._path(name) == path:
                store.write(path, str(renamed))
            else:
                self.adopt(renamed)
                path.unlink()
                _backup_path(path).unlink(missing_ok=True)
        return LoadedCampaign(renamed, loaded.damage)

    def delete(self, team: str) -> Path:
        """Put a campaign aside, where duo looks for none; the file that it is kept in."""
        path = self._path(team)
        with _exclusive_lock(path):
            _load(path, team)
            aside = next(name for name in _spare_paths(path, "deleted") if not name.exists())
            path.rename(aside)
            _backup_path(path).unlink(missing_ok=True)
        return aside

    def load(self, team: str) -> LoadedCampaign:
        path = self._path(team)
        with _exclusive_lock(path):
            return _load(path, team)

    def teams(self) -> list[str]:
        """One whose file cannot be read is called as its file is; what is no file is none."""
        files = (path for kind in ("json", "previous") for path in self._folder.glob(f"team-*.{kind}"))
        found = []
        for stem in sorted({path.stem for path in files if path.is_file()}):
            try:
                found.append(_read(self._folder / f"{stem}.json").team)
            except (Refusal, OSError):
                found.append(unquote(stem.removeprefix("team-")))
        return found

    def _change(self, team: str, change: Callable[[Campaign], Campaign]) -> tuple[Campaign, LoadedCampaign]:
        path = self._path(team)
        with _exclusive_lock(path):
            loaded = _load(path, team)
            after = change(loaded.campaign)
            if after != loaded.campaign:
                store.write(_backup_path(path), str(loaded.campaign))
                store.write(path, str(after))
        return loaded.campaign, LoadedCampaign(after, loaded.damage)

    def _path(self, team: str) -> Path:
        # Whatever a team is called, its file name is safe, and teams that read the same are the same.
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
    """Nobody else changes this campaign meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with locks.lock(path.with_suffix(".lock")):
        for draft in path.parent.glob(f".{path.stem}.*"):  # of a process that was killed while writing
            draft.unlink(missing_ok=True)
        yield


def _load(path: Path, team: str) -> LoadedCampaign:
    try:
        return LoadedCampaign(_read(path))
    except FileNotFoundError:
        if not _backup_path(path).exists():
            raise no_campaign_error(team) from None
        return _recover(path, Refusal("{file} is gone", file=path.name))
    except Refusal as reason:
        return _recover(path, reason)


def _recover(path: Path, reason: Refusal) -> LoadedCampaign:
    """The state before the last change, after the broken file was put aside."""
    aside = next(name for name in _spare_paths(path, "broken") if not name.exists())
    with contextlib.suppress(FileNotFoundError):
        path.rename(aside)
    try:
        campaign = _read(_backup_path(path))
    except (Refusal, FileNotFoundError):
        raise Refusal(
            "the campaign could not be read and was kept as {file}: {reason}", file=aside, reason=reason
        ) from reason
    store.write(path, str(campaign))
    damage = Refusal(
        "the campaign could not be read and was kept as {file}; what it was before its last change is used: {reason}",
        file=aside,
        reason=reason,
    )
    return LoadedCampaign(campaign, damage)


def _spare_paths(path: Path, why: str) -> Iterator[Path]:
    number = 0
    while True:
        number += 1
        yield path.with_suffix(f".{why}-{number}")


def _read(path: Path) -> Campaign:
    return Campaign.parse(read_saved(path, MAX_BYTES))
