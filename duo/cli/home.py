"""The stores of the user's own games and campaigns, which the commands hand to the table."""

from duo.files import store
from duo.table.campaigns import CampaignFolder
from duo.table.saves import FolderStore


def games() -> FolderStore:
    return FolderStore(store.home() / "games")


def campaigns() -> CampaignFolder:
    return CampaignFolder(store.home() / "campaigns")
