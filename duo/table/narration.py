"""Sentences for the events of a game, shared by every front end."""

from collections.abc import Iterable
from typing import assert_never

from duo.core.game import Game
from duo.core.key import Colour, Seat
from duo.core.position import Outcome, Touch
from duo.table import events as game_events
from duo.table.campaign.mission_map import City
from duo.table.dealing import SeatHolder, seat_holders
from duo.table.missions import CampaignProgress
from duo.text import N_, _, current_language, format_refusal

_END_SENTENCES = {
    Outcome.WON: N_("Mission accomplished: all 15 agents are found!"),
    Outcome.ASSASSIN: N_("Mission failed: that was an assassin."),
    Outcome.SUDDEN_DEATH: N_("Mission failed in sudden death: agents are still missing."),
    Outcome.TOKENS: N_("Mission failed: the mistake costs two tokens and only one is left."),
}
_TOUCH_SENTENCES = {
    Colour.GREEN: (
        N_("You touch {word}: an agent!"),
        N_("Your partner touches {word}: an agent!"),
        N_("{seat} touches {word}: an agent!"),
    ),
    Colour.BYSTANDER: (
        N_("You touch {word}: a bystander."),
        N_("Your partner touches {word}: a bystander."),
        N_("{seat} touches {word}: a bystander."),
    ),
    Colour.ASSASSIN: (
        N_("You touch {word}: an ASSASSIN!"),
        N_("Your partner touches {word}: an ASSASSIN!"),
        N_("{seat} touches {word}: an ASSASSIN!"),
    ),
}


_PARTNER_STYLES = {"careful": N_("careful"), "balanced": N_("balanced"), "bold": N_("bold")}
_PARTNER_LEVELS = {"beginner": N_("beginner"), "regular": N_("regular"), "expert": N_("expert")}


class Narrator:
    """Addresses one seat as "you", or names both seats by their letters if no seat is given."""

    def __init__(self, seat: Seat | None = None) -> None:
        self._addressed_seat = seat

    def describe(self, event: game_events.Event) -> str:
        """The sentence for an event."""
        match event:
            case game_events.ClueGiven(seat, word, count):
                sentence = self._describe_clue(seat, word, count)
            case game_events.PenaltyPaid():
                sentence = _("The clue is invalid: a token is discarded, and the turn goes on.")
            case game_events.NothingToGoBy(seat):
                sentence = self._choose_wording(
                    seat,
                    N_("You have nothing to go by."),
                    N_("Your partner has nothing to go by: no clue points to a word that is left."),
                    N_("{seat} has nothing to go by."),
                )
            case game_events.Touched(touch, tokens):
                sentence = self._describe_touch(touch, tokens)
            case game_events.TurnStopped(seat):
                sentence = self._describe_stop(seat)
            case game_events.SideFinished(seat):
                sentence = self._describe_finished_side(seat)
            case game_events.SuddenDeathBegan(seats):
                sentence = self._describe_sudden_death(seats)
            case game_events.GameEnded(outcome):
                sentence = _(_END_SENTENCES[outcome])
            case _:
                assert_never(event)
        return sentence

    def _choose_wording(self, seat: Seat, you: str, partner: str, by_letter: str, **fields: object) -> str:
        if self._addressed_seat is None:
            return _(by_letter, seat=seat, **fields)
        template = you if seat is self._addressed_seat else partner
        return _(template, **fields) if fields else _(template)

    def _describe_clue(self, seat: Seat, word: str, count: int) -> str:
        return self._choose_wording(
            seat,
            N_("Your clue: {word} {count}"),
            N_("Your partner's clue: {word} {count}"),
            N_("{seat}'s clue: {word} {count}"),
            word=word.upper(),
            count=count,
        )

    def _describe_touch(self, touch: Touch, tokens: int) -> str:
        sentence = self._choose_wording(touch.seat, *_TOUCH_SENTENCES[touch.colour], word=touch.word)
        if touch.colour is Colour.BYSTANDER and tokens == 1:
            return sentence + " " + _("The turn ends, and a token lies on the word.")
        if touch.colour is Colour.BYSTANDER and tokens > 1:
            return sentence + " " + _("No token is left for mistakes, so this one costs two. The turn ends.")
        return sentence

    def _describe_stop(self, seat: Seat) -> str:
        return self._choose_wording(
            seat,
            N_("You stop: the turn ends with a checkmark."),
            N_("Your partner stops: the turn ends with a checkmark."),
            N_("{seat} stops: the turn ends with a checkmark."),
        )

    def _describe_finished_side(self, seat: Seat) -> str:
        return self._choose_wording(
            seat,
            N_("All nine agents of your side are covered: only your partner gives clues now."),
            N_("All nine agents of your partner's side are covered: only you give clues now."),
            N_("All nine agents of side {seat} are covered: only the other seat gives clues now."),
        )

    def _describe_sudden_death(self, seats: tuple[Seat, ...]) -> str:
        start = _("The bank is empty: SUDDEN DEATH! No more clues, and the first miss loses.")
        if len(seats) > 1:
            return start + " " + _("Both seats still have words to find.")
        who = self._choose_wording(
            seats[0],
            N_("Only you still have words to find."),
            N_("Only your partner still has words to find."),
            N_("Only {seat} still has words to find."),
        )
        return f"{start} {who}"


def describe_campaign_progress(progress: CampaignProgress | None) -> list[str]:
    """Sentences on the entry of a mission in its campaign, and on the cities that it opened."""
    if progress is None:
        return []
    if progress.problem:
        return [format_refusal(progress.problem)]
    entered = _("Added to the campaign of {team}: {city}.", team=progress.team, city=progress.city)
    return [entered, *describe_open_cities(progress.opened)]


def describe_open_cities(cities: Iterable[City]) -> list[str]:
    """One sentence for each city of the map that has opened."""
    return [
        _("{city} is open now: mission {mission}.", city=city.name_in(current_language()), mission=city.numbers)
        for city in cities
    ]


def format_partner(holder: SeatHolder) -> str:
    """The name of an AI partner: its style and level."""
    style, level = _(_PARTNER_STYLES[holder.style]), _(_PARTNER_LEVELS[holder.level])
    return _("duo {style} {level}", style=style, level=level)


def describe_mission_kind(game: Game) -> str:
    """The kind of mission (daily, campaign, practice, hot seat), and the AI partner if there is one."""
    parts = []
    if game.header("Daily"):
        parts.append(_("daily"))
    if team := game.header("Team"):
        parts.append(_("campaign of {team}", team=team))
    if game.header("Practice") == "yes":
        parts.append(_("practice"))
    partner = next((holder for holder in seat_holders(game).values() if not holder.is_person), None)
    parts.append(_("with {partner}", partner=format_partner(partner)) if partner else _("hot seat"))
    return ", ".join(parts)
