"""The values for the templates of an unfinished game. They contain only what the visitor may know."""

import time
from typing import Any

from duo.core.key import Seat
from duo.core.moves import Clue
from duo.core.public import Phase, PublicState, Variant
from duo.table.campaign.mission_map import format_mission
from duo.table.dealing import seat_holders
from duo.table.session import Session
from duo.table.unfound import unfound_counts_in_game
from duo.text import LANGUAGES, _, current_language
from duo.web.app_state import AppState
from duo.web.game_view import (
    build_word_cards,
    clue_history,
    delayed_position,
    onlooker_state,
    recent_event_sentences,
    turn_sentence,
)
from duo.web.games import OpenGame
from duo.web.seats import Role

_MAX_CLUE_COUNT = 9


def game_template_values(
    state: AppState, opened: OpenGame, *, refused: str = "", typed: Clue | None = None, notice: str = ""
) -> dict[str, Any]:
    """The values for the template game.html.

    `typed` is a clue that was not accepted, and `refused` the reason. `notice` is a message to show.
    """
    game, seat = opened.game, opened.seat
    session = state.games.create_session(opened)
    people = people_template_values(state, opened)
    table, sides, may_act = _visible_state(people["onlooker_consent"], opened, session)
    is_own_turn = seat is not None and seat in session.awaiting
    return {
        "version": opened.stored.version,
        "table": table,
        "cards": build_word_cards(table, sides, seat),
        "own_open": _count_own_unfound_agents(table, seat, sides),
        "history": clue_history(table, unfound_counts_in_game(game, table)),
        # The clue already stands above the words to touch.
        "repeated": table.phase is Phase.GUESS and is_own_turn and not table.clues[-1].touches,
        "events": recent_event_sentences(game, seat) if opened.role is not Role.ONLOOKER or not sides else [],
        "turn_sentence": turn_sentence(table, may_act, seat),
        "is_late": seat is None and bool(sides),
        "mission": format_mission(table.mission, current_language()),
        "board_lang": game.lang if game.lang in LANGUAGES else "",
        "phase": table.phase.value,
        "thinks": not session.awaiting and table.phase is not Phase.OVER,
        "games_ahead": state.ai_runner.count_games_ahead(opened.id),
        "problem": state.ai_runner.problem_text(opened.id),
        "notice": notice,
        "refused": refused,
        "typed": typed,
        "typed_places": [table.words.index(word) for word in typed.meant] if typed else [],
        "invitation": "",
        "title": _page_title(table, seat, is_own_turn=is_own_turn),
        **_action_template_values(session, table, seat, is_own_turn=is_own_turn),
        **people,
    }


def people_template_values(state: AppState, opened: OpenGame) -> dict[str, Any]:
    """The values for the templates people.html and who.html: the people at a game, and which seats the AI plays."""
    holders, now = seat_holders(opened.game), time.time()
    people = [
        {"role": person.role.value, "name": person.name, "is_present": person.is_present(now)}
        for person in state.seats.participants(opened.id)
    ]
    opposite = opened.seat and opened.seat.other
    unmet = (
        opened.can_invite
        and opposite is not None
        and holders[opposite].is_person
        and opposite not in (person["role"] for person in people)
    )
    return {
        "game": opened.id,
        "seat": opened.seat,
        "can_invite": opened.can_invite,
        "ai_seats": {seat: not holders[seat].is_person for seat in Seat},
        "people": people,
        "onlooker_consent": state.seats.onlooker_consent(opened.id),
        "unmet": unmet,
    }


def _action_template_values(
    session: Session, table: PublicState, seat: Seat | None, *, is_own_turn: bool
) -> dict[str, Any]:
    """The values that say what the visitor can do now."""
    with_ai = seat is not None and not seat_holders(session.game)[seat.other].is_person
    return {
        "gives": is_own_turn and table.phase is Phase.CLUE,
        "touches": is_own_turn and table.phase in (Phase.GUESS, Phase.SUDDEN_DEATH),
        "may_defer": is_own_turn and with_ai and len(session.acting_order) > 1,
        "may_stop": table.phase is Phase.SUDDEN_DEATH or bool(table.clues and table.clues[-1].touches),
        "may_ask_why": with_ai and seat is not None and _has_seat_touched(table, seat.other),
        "practice": session.rules.practice,
        "counts": range(0 if Variant.ZERO in table.variants else 1, _MAX_CLUE_COUNT + 1),
    }


def _visible_state(
    consent: dict[Seat, bool], opened: OpenGame, session: Session
) -> tuple[PublicState, tuple[str, ...], tuple[Seat, ...]]:
    """The table that a visitor may see, the sides of the key that they may see, and the seats that may act.

    `consent` says which seats allow onlookers to see both sides of the key.
    """
    final = opened.game.final
    if opened.seat:
        view = final.view(opened.seat)
        return view, (view.own,), session.acting_order
    if all(consent.values()):
        earlier = delayed_position(opened.game)
        first = session.rules.first if not earlier.clues else None
        may_act = (first,) if first else earlier.givers or earlier.guessers
        return onlooker_state(earlier), (earlier.key.a, earlier.key.b), may_act
    return onlooker_state(final), (), session.acting_order


def _count_own_unfound_agents(table: PublicState, seat: Seat | None, sides: tuple[str, ...]) -> int:
    """The number of unfound agents on the visitor's own side."""
    if seat is None:
        return 0
    return sum(letter == "g" and not table.marks.agents >> place & 1 for place, letter in enumerate(sides[0]))


def _has_seat_touched(table: PublicState, seat: Seat) -> bool:
    return any(touch.seat is seat for touch in table.touches())


def _page_title(table: PublicState, seat: Seat | None, *, is_own_turn: bool) -> str:
    mission = format_mission(table.mission, current_language())
    # Not inside the f-string: the extraction of messages does not look there.
    turn = _("Your turn")
    return f"● {turn} · {mission} · duo" if is_own_turn and seat else f"{mission} · duo"
