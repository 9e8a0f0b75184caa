"""After the end: result, both sides, the review, the replay and the record."""

from itertools import pairwise

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.public import Outcome
from duo.core.record import LONGEST_RECORD, read
from duo.core.refusal import Refusal
from duo.core.scoring import SCORED_TOKENS, figures, score
from duo.mind import registry
from duo.table.campaign.mission_map import called
from duo.table.dealing import seat_holders
from duo.table.events import GameEnded, events
from duo.table.explanation_text import stop_sentence
from duo.table.narration import Narrator
from duo.table.review import review
from duo.table.scorecard import FIGURES, rated, shown
from duo.table.share import share_text
from duo.table.unfound import unfound_in
from duo.text import LANGUAGES, _, spoken
from duo.web.app_state import known_player, services, with_player
from duo.web.forms import Form
from duo.web.game_view import cards, history
from duo.web.games import Open
from duo.web.pages.campaign import entered
from duo.web.rendering import page
from duo.web.seats import Role
from duo.web.visitor import visitor


def show(request: Request, opened: Open) -> Response:
    """How the mission ended; nothing is secret any more."""
    game = opened.game
    final = game.final
    outcome = final.outcome()
    points = score(final)
    return page(
        request,
        "ending.html",
        game=opened.id,
        role=opened.role,
        seat=opened.seat,
        table=final,
        mission=called(final.mission, spoken()),
        board_lang=game.lang if game.lang in LANGUAGES else "",
        cards=cards(final, (final.key.a, final.key.b)),
        history=history(final, unfound_in(game, final)),
        sentence=Narrator(opened.seat).tell(GameEnded(outcome))
        if outcome
        else _("This record is of a game under way."),
        is_won=outcome is Outcome.WON,
        points=points,
        scored_tokens=SCORED_TOKENS,
        meaning="" if points is None else rated(points, final.mission),
        figures=[(_(label), shown(name, figures(final)[name])) for name, label in FIGURES.items()],
        share=share_text(game),
        with_house=any(not holder.is_person for holder in seat_holders(game).values()),
        lang=game.lang,
        team=game.header("Team"),
        entered=entered(request, game),
    )


def record(request: Request, _form: Form) -> Response:
    """The record as a file: only when nothing in it is secret any more."""
    opened = _revealed(request)
    headers = {"Content-Disposition": f'attachment; filename="{opened.id}.duo"'}
    return Response(str(opened.game), media_type="text/plain", headers=headers)


def looked_back(request: Request, _form: Form) -> Response:
    """The review: what each clue meant, how likely each touch was, what else could have been said."""
    opened = _revealed(request)
    game = opened.game
    if game.lang not in LANGUAGES:
        raise Refusal("The partner does not speak the language of these words.")
    people = [seat for seat, holder in seat_holders(game).items() if holder.is_person]
    turns = list(review(game, registry.house_giver(game.lang), registry.house_guesser(game.lang), people))
    return page(request, "review.html", turns=turns, game=opened.id, stop_sentence=stop_sentence)


def replay(request: Request, form: Form) -> Response:
    """The game after so many moves."""
    opened = _revealed(request)
    game = opened.game
    positions, moves = list(game.positions()), game.moves
    at = form.number("move", 0, 0, 500) or 0
    at = min(at, len(moves))
    told: list[str] = []
    if at:
        before, after = list(pairwise(positions))[at - 1]
        told = [Narrator().tell(event) for event in events(before, moves[at - 1], after)]
    position = positions[at]
    return page(
        request, "replay.html", game=opened.id, at=at, last=len(moves), table=position, told=told,
        cards=cards(position, (position.key.a, position.key.b)), history=history(position, unfound_in(game, position)),
        mission=called(position.mission, spoken()), board_lang=game.lang if game.lang in LANGUAGES else "",
    )  # fmt: skip


def bring(request: Request, form: Form) -> Response:
    """A record from elsewhere: checked by every rule, scored and replayed."""
    text = form.upload("record")
    if len(text) > LONGEST_RECORD:
        raise Refusal("a record has at most {most} characters", most=LONGEST_RECORD)
    game = read(text)
    at = services(request)
    player, fresh = known_player(request)
    stored = at.games.begin(game, player, Role.READER)
    return with_player(RedirectResponse(f"/game/{stored.id}", 303), request, fresh)


def _revealed(request: Request) -> Open:
    opened = services(request).games.open(request.path_params["game"], visitor(request).player)
    if not opened.is_over and opened.role is not Role.READER:
        raise Refusal("That is told after the end.")
    return opened
