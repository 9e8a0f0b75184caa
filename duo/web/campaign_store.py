"""Campaigns on a public server, stored in the database per browser."""

from collections.abc import Callable
from urllib.parse import quote

from duo.core.word import fold
from duo.table.campaign.campaign import Campaign
from duo.table.campaign.campaign_store import Campaigns, LoadedCampaign, no_campaign_error, team_exists_error
from duo.web.seats import Notes

_PREFIX = "campaign-"


class CampaignNotes(Campaigns):
    """The campaigns of one browser, each in a note of its own."""

    def __init__(self, notes: Notes, player: bytes | None) -> None:
        self._notes = notes
        self._player = player

    def teams(self) -> list[str]:
        texts = [self._notes.read(self._player, name) for name in self._notes.names(self._player, _PREFIX)]
        return sorted(Campaign.parse(text).team for text in texts if text)

    def load(self, team: str) -> LoadedCampaign:
        text = self._notes.read(self._player, _note_name(team))
        if not text:
            raise no_campaign_error(team)
        return LoadedCampaign(Campaign.parse(text))

    def adopt(self, campaign: Campaign) -> None:
        def create(text: str) -> str:
            if text:
                raise team_exists_error(campaign.team)
            return str(campaign)

        self._write(campaign.team, create)

    def _change(self, team: str, change: Callable[[Campaign], Campaign]) -> tuple[Campaign, LoadedCampaign]:
        states: list[Campaign] = []

        def apply_change(text: str) -> str:
            if not text:
                raise no_campaign_error(team)
            before = Campaign.parse(text)
            states.extend((before, change(before)))
            return str(states[-1])

        self._write(team, apply_change)
        before, after = states
        return before, LoadedCampaign(after)

    def _write(self, team: str, change: Callable[[str], str]) -> None:
        if self._player is None:
            raise no_campaign_error(team)
        self._notes.change(self._player, _note_name(team), change)


def _note_name(team: str) -> str:
    """Names with the same folded form (for example in another case) are the same team."""
    return _PREFIX + quote(fold(team), safe="")
