"""Help for a game at a real table: the visitor enters its words, one side of the key and each move, and gets hints."""

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.key import CELLS, Colour, KeyCard, Seat
from duo.core.moves import Clue
from duo.core.public import Phase
from duo.core.refusal import Refusal, Refusals
from duo.core.word import board_problems, fold
from duo.table import dealing
from duo.table.advice import ModelAdvisor
from duo.table.real_table import OWN_SEAT, PARTNER_SEAT, RealTable
from duo.table.unfound import unfound_counts
from duo.text import LANGUAGES, _, current_language
from duo.web.app_state import app_state, find_or_create_player, set_player_cookie
from duo.web.forms import Form
from duo.web.game_view import build_word_cards, clue_history
from duo.web.rendering import refusal_sentences, render_page
from duo.web.visitor import identify_visitor
from duo.words import wordlist
from duo.words.language import with_ligatures

_TABLE_NOTE_NAME, _LANGUAGE_NOTE_NAME = "table", "table-lang"
_MAX_SUGGESTIONS = 8


def show_real_table(request: Request, _form: Form) -> Response:
    table, lang = _load_table(request)
    return _table_page(request, table, lang) if table else _words_form_page(request)


def enter_words(request: Request, form: Form) -> Response:
    """Check the 25 words of the form, and show the next form, for the visitor's side of the key."""
    words = tuple(wordlist.parse_words(form.text("words", max_length=4000)))
    if problems := board_problems(words):
        return _words_form_page(
            request,
            400,
            problems=refusal_sentences(Refusals(problems)),
            typed=form.text("words", max_length=4000),
            mission=form.text("mission"),
        )
    return render_page(
        request,
        "real-table-key.html",
        words=words,
        lang=form.choice("lang", LANGUAGES, current_language()),
        mission=form.text("mission"),
        problems=[],
        side=Colour.BYSTANDER * CELLS,
    )


def suggest_completions(request: Request, form: Form) -> Response:
    """Suggest completions of the last word of the form, and count the words entered."""
    typed, known = (
        form.text("words", max_length=4000),
        _shipped_words_by_fold(form.choice("lang", LANGUAGES, current_language())),
    )
    *before, last = [" ".join(part.split()) for part in typed.replace("\n", ",").split(",")]
    entered = {fold(word) for word in before}
    prefix = fold(last)
    suggestions = [
        word for folded, word in known.items() if prefix and folded.startswith(prefix) and folded not in entered
    ]
    return render_page(
        request,
        "real-table-complete.html",
        suggested=suggestions[:_MAX_SUGGESTIONS],
        count=len({fold(word) for word in (*before, last) if word}),
    )


def set_up_table(request: Request, form: Form) -> Response:
    """Store the table: the words, the mission and the visitor's side of the key."""
    words = tuple(form.texts("w"))[:CELLS]
    lang = form.choice("lang", LANGUAGES, current_language())
    try:
        if problems := board_problems(words):
            raise Refusals(problems)
        mission = dealing.choose_mission(form.text("mission") or None, None, None)
        table = RealTable(words, _own_side_from_form(form), mission)
        table.view()
    except Refusal as refusal:
        return render_page(
            request,
            "real-table-key.html",
            400,
            words=words,
            lang=lang,
            mission=form.text("mission"),
            problems=refusal_sentences(refusal),
            side=_side_from_tapped_cells(form),
        )
    player, fresh_secret = find_or_create_player(request)
    notes = app_state(request).notes
    notes.write(player, _TABLE_NOTE_NAME, str(table))
    notes.write(player, _LANGUAGE_NOTE_NAME, lang)
    return set_player_cookie(RedirectResponse("/table", 303), request, fresh_secret)


def record_event(request: Request, form: Form) -> Response:
    """Record what happened at the table: a clue, a touch, the end of a turn, or the undoing of the last event."""
    table, lang = _load_table(request)
    player = identify_visitor(request).player
    if table is None or player is None:
        return RedirectResponse("/table", 303)
    try:
        app_state(request).notes.write(player, _TABLE_NOTE_NAME, str(_apply_event(table, form)))
    except Refusal as refusal:
        return _table_page(request, table, lang, 400, problems=refusal_sentences(refusal))
    return RedirectResponse("/table", 303)


def show_advice(request: Request, form: Form) -> Response:
    """Show hints: clues that the visitor can give, or words that the partner's clue may mean."""
    table, lang = _load_table(request)
    if table is None:
        return RedirectResponse("/table", 303)
    level = form.number("level", 2, 1, 3) or 2
    return _table_page(request, table, lang, hints=ModelAdvisor(lang).hint(table.view(), level), level=level)


def check_clue(request: Request, form: Form) -> Response:
    """Show whether the clue of the form is legal at the stored table."""
    table, lang = _load_table(request)
    if table is None:
        return RedirectResponse("/table", 303)
    clue = Clue(
        OWN_SEAT, with_ligatures(form.text("word", max_length=60).upper(), lang), form.number("count", 1, 0, CELLS) or 0
    )
    why = ModelAdvisor(lang).clue_problem(table.view(), clue) or _("{clue} is a legal clue.", clue=clue.word)
    return _table_page(request, table, lang, hints=[why])


def clear_table(request: Request, _form: Form) -> Response:
    if player := identify_visitor(request).player:
        app_state(request).notes.write(player, _TABLE_NOTE_NAME, "")
    return RedirectResponse("/table", 303)


def _apply_event(table: RealTable, form: Form) -> RealTable:
    """The table after the event that the form describes. Raises Refusal if the event is not possible."""
    view = table.view()
    seat = view.to_act or (OWN_SEAT if form.choice("who", ("me", "partner"), "me") == "me" else PARTNER_SEAT)
    place = form.number("place", None, 0, CELLS - 1)
    match form.choice("what", ("clue", "touch", "stop", "done", "undo"), "touch"):
        case "clue":
            count = form.number("count", 1, 0, CELLS)
            word = with_ligatures(form.text("word", max_length=60).upper(), table.lang)
            return table.with_clue(Clue(seat, word, 1 if count is None else count, invalid=form.flag("invalid")))
        case "stop":
            return table.with_stop(seat)
        case "done":
            return table.with_partner_finished()
        case "undo":
            return table.undo()
    if place is None:
        raise Refusal("Choose a word first, then touch it.")
    if seat is PARTNER_SEAT:
        return table.with_partner_touch(table.words[place])
    return table.with_own_touch(table.words[place], Colour(form.choice("colour", tuple(Colour), Colour.GREEN)))


def _own_side_from_form(form: Form) -> str:
    """The visitor's side of the key, as 25 letters. The form has the number of a key card, or the tapped cells."""
    if number := form.text("card"):
        return KeyCard.parse_any(number).side(Seat(form.choice("side", tuple(Seat), Seat.A)))
    side = _side_from_tapped_cells(form)
    greens, blacks = side.count(Colour.GREEN), side.count(Colour.ASSASSIN)
    if greens != 9 or blacks != 3:
        raise Refusal(
            "a side has 9 agents and 3 assassins; here are {greens} and {blacks}", greens=greens, blacks=blacks
        )
    return side


def _side_from_tapped_cells(form: Form) -> str:
    """The side of the key that was tapped cell by cell, as 25 letters."""
    return "".join(form.choice(f"cell-{place}", tuple(Colour), Colour.BYSTANDER) for place in range(CELLS))


@cache
def _shipped_words_by_fold(lang: str) -> dict[str, str]:
    """The words of the shipped word list, in alphabetical order.

    The keys of the dictionary are their folded forms, which ignore case.
    """
    return dict(sorted((fold(word), word) for word in wordlist.shipped_wordlist(lang).words))


def _load_table(request: Request) -> tuple[RealTable | None, str]:
    """The visitor's stored table, or None, and the language of its words."""
    notes, player = app_state(request).notes, identify_visitor(request).player
    text = notes.read(player, _TABLE_NOTE_NAME)
    lang = notes.read(player, _LANGUAGE_NOTE_NAME)
    return (RealTable.parse(text) if text else None), lang if lang in LANGUAGES else current_language()


def _words_form_page(request: Request, status: int = 200, **values: Any) -> Response:
    return render_page(
        request, "real-table-words.html", status, **{"problems": [], "typed": "", "mission": "", **values}
    )


def _table_page(request: Request, table: RealTable, lang: str, status: int = 200, **values: Any) -> Response:
    view = table.view()
    return render_page(
        request,
        "real-table.html",
        status,
        view=view,
        lang=lang,
        cards=build_word_cards(view, (view.own,), view.to_act or OWN_SEAT),
        history=clue_history(view, unfound_counts(view, lang)),
        phase=view.phase.value,
        yours=view.to_act in (OWN_SEAT, None),
        either=view.to_act is None and view.phase is not Phase.OVER,
        **{"problems": [], "hints": [], "level": 0, **values},
    )
