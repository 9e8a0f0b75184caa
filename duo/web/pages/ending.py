"""The pages of a finished game: result, review, replay and record. Also the upload of records."""

from itertools import pairwise

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.game import read
from duo.core.public import Outcome
from duo.core.record import MAX_RECORD_LENGTH
from duo.core.refusal import Refusal
from duo.core.scoring import SCORED_TOKENS, figures, score
from duo.mind import registry
from duo.table.campaign.mission_map import format_mission
from duo.table.dealing import seat_holders
from duo.table.events import GameEnded, events_of_move
from duo.table.explanation_text import stop_sentence
from duo.table.narration import Narrator
from duo.table.review import review
from duo.table.scorecard import FIGURE_LABELS, describe_rating, format_figure
from duo.table.share import share_text
from duo.table.unfound import unfound_counts_in_game
from duo.text import LANGUAGES, _, current_language
from duo.web.app_state import app_state, find_or_create_player, set_player_cookie
from duo.web.forms import Form
from duo.web.game_view import build_word_cards, clue_history
from duo.web.games import OpenGame
from duo.web.pages.campaign import enter_finished_mission
from duo.web.rendering import render_page
from duo.web.seats import Role
from duo.web.visitor import identify_visitor


def show_finished_game(request: Request, opened: OpenGame) -> Response:
    """Show the result of a game and both sides of its key."""
    game = opened.game
    final = game.final
    outcome = final.outcome()
    points = score(final)
    return render_page(
        request,
        "ending.html",
        game=opened.id,
        role=opened.role,
        seat=opened.seat,
        table=final,
        mission=format_mission(final.mission, current_language()),
        board_lang=game.lang if game.lang in LANGUAGES else "",
        cards=build_word_cards(final, (final.key.a, final.key.b)),
        history=clue_history(final, unfound_counts_in_game(game, final)),
        sentence=Narrator(opened.seat).describe(GameEnded(outcome))
        if outcome
        else _("This record is of a game under way."),
        is_won=outcome is Outcome.WON,
        points=points,
        scored_tokens=SCORED_TOKENS,
        meaning="" if points is None else describe_rating(points, final.mission),
        figures=[(_(label), format_figure(name, figures(final)[name])) for name, label in FIGURE_LABELS.items()],
        share=share_text(game),
        has_ai_seat=any(not holder.is_person for holder in seat_holders(game).values()),
        lang=game.lang,
        team=game.header("Team"),
        entered=enter_finished_mission(request, game),
    )


def download_record(request: Request, _form: Form) -> Response:
    """Send the record of a game as a file."""
    opened = _open_game_without_secrets(request)
    headers = {"Content-Disposition": f'attachment; filename="{opened.id}.duo"'}
    return Response(str(opened.game), media_type="text/plain", headers=headers)


def show_review(request: Request, _form: Form) -> Response:
    """Show the review: what each clue meant, how likely each touch was, and alternative clues."""
    opened = _open_game_without_secrets(request)
    game = opened.game
    if game.lang not in LANGUAGES:
        raise Refusal("The partner does not speak the language of these words.")
    people = [seat for seat, holder in seat_holders(game).items() if holder.is_person]
    turns = list(review(game, registry.ai_giver(game.lang), registry.ai_guesser(game.lang), people))
    return render_page(request, "review.html", turns=turns, game=opened.id, stop_sentence=stop_sentence)


def show_replay(request: Request, form: Form) -> Response:
    """Show the game after a given number of moves."""
    opened = _open_game_without_secrets(request)
    game = opened.game
    positions, moves = list(game.positions()), game.moves
    number = min(form.number("move", 0, 0, 500) or 0, len(moves))
    sentences: list[str] = []
    if number:
        before, after = list(pairwise(positions))[number - 1]
        sentences = [Narrator().describe(event) for event in events_of_move(before, moves[number - 1], after)]
    position = positions[number]
    return render_page(
        request,
        "replay.html",
        game=opened.id,
        move_number=number,
        last_move=len(moves),
        table=position,
        events=sentences,
        cards=build_word_cards(position, (position.key.a, position.key.b)),
        history=clue_history(position, unfound_counts_in_game(game, position)),
        mission=format_mission(position.mission, current_language()),
        board_lang=game.lang if game.lang in LANGUAGES else "",
    )


def upload_record(request: Request, form: Form) -> Response:
    """Check and store an uploaded record. The visitor who uploaded it can then replay it."""
    text = form.uploaded_text("record")
    if len(text) > MAX_RECORD_LENGTH:
        raise Refusal("a record has at most {most} characters", most=MAX_RECORD_LENGTH)
    game = read(text)
    player, fresh_secret = find_or_create_player(request)
    stored = app_state(request).games.begin(game, player, Role.READER)
    return set_player_cookie(RedirectResponse(f"/game/{stored.id}", 303), request, fresh_secret)


def _open_game_without_secrets(request: Request) -> OpenGame:
    """Open a finished game or an uploaded record. Raises Refusal for any other game, as its key is still secret."""
    opened = app_state(request).games.open(request.path_params["game"], identify_visitor(request).player)
    if not opened.is_over and opened.role is not Role.READER:
        raise Refusal("This is shown only after the end of the mission.")
    return opened
