"""Campaigns on a public server. The database stores them for each browser."""

from collections.abc import Callable
from urllib.parse import quote

from duo.core.word import fold
from duo.table.campaign.campaign import Campaign
from duo.table.campaign.campaign_store import CampaignStore, LoadedCampaign, no_campaign_error, team_exists_error
from duo.web.seats import BrowserNotes

_NOTE_NAME_PREFIX = "campaign-"


class BrowserCampaigns(CampaignStore):
    """The campaigns of one browser. Each is stored as one note, a text that the database keeps for a browser."""

    def __init__(self, notes: BrowserNotes, player: bytes | None) -> None:
        self._notes = notes
        self._player = player

    def teams(self) -> list[str]:
        texts = [
            self._notes.read(self._player, name)
            for name in self._notes.names_with_prefix(self._player, _NOTE_NAME_PREFIX)
        ]
        return sorted(Campaign.parse(text).team for text in texts if text)

    def load(self, team: str) -> LoadedCampaign:
        text = self._notes.read(self._player, _note_name(team))
        if not text:
            raise no_campaign_error(team)
        return LoadedCampaign(Campaign.parse(text))

    def add_campaign(self, campaign: Campaign) -> None:
        def create(text: str) -> str:
            if text:
                raise team_exists_error(campaign.team)
            return str(campaign)

        self._write_note(campaign.team, create)

    def _change(self, team: str, change: Callable[[Campaign], Campaign]) -> tuple[Campaign, LoadedCampaign]:
        states: list[Campaign] = []

        def apply_change(text: str) -> str:
            if not text:
                raise no_campaign_error(team)
            before = Campaign.parse(text)
            states.extend((before, change(before)))
            return str(states[-1])

        self._write_note(team, apply_change)
        before, after = states
        return before, LoadedCampaign(after)

    def _write_note(self, team: str, change: Callable[[str], str]) -> None:
        if self._player is None:
            raise no_campaign_error(team)
        self._notes.change(self._player, _note_name(team), change)


def _note_name(team: str) -> str:
    """The name of the note with a team's campaign.

    Team names that differ only in case or extra blanks have the same folded form, and so the same note.
    """
    return _NOTE_NAME_PREFIX + quote(fold(team), safe="")
