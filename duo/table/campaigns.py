"""The campaigns on disk: one file a team, changed under a lock, never lost.

The text before the last change is kept beside it as `.previous`. A file that cannot be read is put aside under a name
of its own, and the previous one takes its place.
"""

import contextlib
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from duo.core.game import Game
from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.files import locks, store
from duo.files.reading import read_text
from duo.table.campaign import Campaign, Played
from duo.table.missionmap import MissionMap

MOST_BYTES = 1 << 25
_LONGEST_FILE_NAME = 120


@dataclass(frozen=True, slots=True)
class Loaded:
    """A campaign as it is on disk. `damage` tells what had to be put aside to get it, if anything."""

    campaign: Campaign
    damage: Refusal | None = None


class CampaignFolder:
    """The campaigns of one folder, which is made when the first of them begins."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def create(self, team: str, mission_map: MissionMap) -> Campaign:
        """A new campaign on disk; a team of that name must not have one."""
        campaign = Campaign(team, mission_map)
        path = self._path(team)
        with _alone(path):
            if path.exists() or _previous(path).exists():
                raise Refusal("{team} has a campaign already; choose another name", team=team)
            store.write(path, str(campaign))
        return campaign

    def enter(self, team: str, played: Played) -> Loaded:
        """The campaign with this mission entered, on disk before it is returned."""
        path = self._path(team)
        with _alone(path):
            loaded = _load(path, team)
            after = loaded.campaign.after(played)
            store.write(_previous(path), str(loaded.campaign))
            store.write(path, str(after))
        return Loaded(after, loaded.damage)

    def take_back(self, team: str) -> Loaded:
        """The campaign without its last entry, which must be one of a real table: a record tells what was played."""
        path = self._path(team)
        with _alone(path):
            loaded = _load(path, team)
            before = loaded.campaign.before_last()
            store.write(_previous(path), str(loaded.campaign))
            store.write(path, str(before))
        return Loaded(before, loaded.damage)

    def catch_up(self, team: str, games: Iterable[Game], date: str) -> tuple[Campaign, Loaded]:
        """Enter the finished games that the team played for a city and that are not entered yet; before and after.

        A player who is stopped between the end of a game and its entry loses nothing: the next call enters it.
        """
        path = self._path(team)
        with _alone(path):
            loaded = _load(path, team)
            known = {played.record for played in loaded.campaign.games}
            after = loaded.campaign
            for game in games:
                if game.header("Team") == team and game.final.outcome() and str(game) not in known:
                    after = after.after(Played.of(after.map.city(game.header("City")), game, date))
            if after != loaded.campaign:
                store.write(_previous(path), str(loaded.campaign))
                store.write(path, str(after))
        return loaded.campaign, Loaded(after, loaded.damage)

    def load(self, team: str) -> Loaded:
        path = self._path(team)
        with _alone(path):
            return _load(path, team)

    def teams(self) -> list[str]:
        """Every team that has a campaign; one whose file cannot be read is called as its file is."""
        found = []
        for stem in sorted(
            {path.stem for kind in ("json", "previous") for path in self._folder.glob(f"team-*.{kind}")}
        ):
            try:
                found.append(_read(self._folder / f"{stem}.json").team)
            except (Refusal, FileNotFoundError):
                found.append(unquote(stem.removeprefix("team-")))
        return found

    def _path(self, team: str) -> Path:
        # Whatever a team is called, its file name is safe, and teams that read the same are the same.
        name = quote(fold(team), safe="").replace(".", "%2E")
        if len(name) > _LONGEST_FILE_NAME:
            name = f"{name[:60]}~{hashlib.sha256(name.encode()).hexdigest()[:32]}"
        return self._folder / f"team-{name}.json"


def _previous(path: Path) -> Path:
    return path.with_suffix(".previous")


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Nobody else changes this campaign meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with locks.lock(path.with_suffix(".lock")):
        for draft in path.parent.glob(f".{path.stem}.*"):  # of a process that was killed while writing
            draft.unlink(missing_ok=True)
        yield


def _load(path: Path, team: str) -> Loaded:
    try:
        return Loaded(_read(path))
    except FileNotFoundError:
        if not _previous(path).exists():
            raise Refusal("{team} has no campaign yet: duo campaign new begins one", team=team) from None
        return _recovered(path, Refusal("{file} is gone", file=path.name))
    except Refusal as reason:
        return _recovered(path, reason)


def _recovered(path: Path, reason: Refusal) -> Loaded:
    """The state before the last change, after the broken file was put aside."""
    aside = next(name for name in _aside_names(path) if not name.exists())
    with contextlib.suppress(FileNotFoundError):
        path.rename(aside)
    try:
        campaign = _read(_previous(path))
    except (Refusal, FileNotFoundError):
        raise Refusal(
            "the campaign could not be read and was kept as {file}: {reason}", file=aside, reason=reason
        ) from reason
    store.write(path, str(campaign))
    damage = Refusal(
        "the campaign could not be read and was kept as {file}; what it was before its last change is used: {reason}",
        file=aside, reason=reason,
    )  # fmt: skip
    return Loaded(campaign, damage)


def _aside_names(path: Path) -> Iterator[Path]:
    number = 0
    while True:
        number += 1
        yield path.with_suffix(f".broken-{number}")


def _read(path: Path) -> Campaign:
    return Campaign.parse(read_text(str(path), MOST_BYTES))
