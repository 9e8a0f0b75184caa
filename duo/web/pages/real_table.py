"""Help at a real table: enter its words, your side of the key and what happens, and get hints."""

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
from duo.web.app_state import app_state, player_or_new, set_player_cookie
from duo.web.forms import Form
from duo.web.game_view import cards, history
from duo.web.rendering import page, refusal_sentences
from duo.web.visitor import visitor
from duo.words import wordlist
from duo.words.language import with_ligatures

_TABLE_NOTE, _LANG_NOTE = "table", "table-lang"
_MAX_SUGGESTIONS = 8


def show(request: Request, _form: Form) -> Response:
    table, lang = _load_table(request)
    return _table_page(request, table, lang) if table else _words_page(request)


def enter_words(request: Request, form: Form) -> Response:
    """Take the 25 words and show the form for your side of the key."""
    words = tuple(wordlist.parse_words(form.text("words", max_length=4000)))
    if problems := board_problems(words):
        return _words_page(
            request,
            400,
            problems=refusal_sentences(Refusals(problems)),
            typed=form.text("words", max_length=4000),
            mission=form.text("mission"),
        )
    return page(
        request,
        "real-table-key.html",
        words=words,
        lang=form.choice("lang", LANGUAGES, current_language()),
        mission=form.text("mission"),
        problems=[],
        side=Colour.BYSTANDER * CELLS,
    )


def complete_word(request: Request, form: Form) -> Response:
    """Suggest completions of the word being typed, and count the words."""
    typed, known = form.text("words", max_length=4000), _known_words(form.choice("lang", LANGUAGES, current_language()))
    *before, last = [" ".join(part.split()) for part in typed.replace("\n", ",").split(",")]
    entered = {fold(word) for word in before}
    prefix = fold(last)
    suggestions = [
        word for folded, word in known.items() if prefix and folded.startswith(prefix) and folded not in entered
    ]
    return page(
        request,
        "real-table-complete.html",
        suggested=suggestions[:_MAX_SUGGESTIONS],
        count=len({fold(word) for word in (*before, last) if word}),
    )


def lay_table(request: Request, form: Form) -> Response:
    """Store the table with your side of the key."""
    words = tuple(form.texts("w"))[:CELLS]
    lang = form.choice("lang", LANGUAGES, current_language())
    try:
        if problems := board_problems(words):
            raise Refusals(problems)
        mission = dealing.choose_mission(form.text("mission") or None, None, None)
        table = RealTable(words, _own_side(form), mission)
        table.view()
    except Refusal as refusal:
        return page(
            request,
            "real-table-key.html",
            400,
            words=words,
            lang=lang,
            mission=form.text("mission"),
            problems=refusal_sentences(refusal),
            side=_side_from_cells(form),
        )
    player, fresh_secret = player_or_new(request)
    notes = app_state(request).notes
    notes.write(player, _TABLE_NOTE, str(table))
    notes.write(player, _LANG_NOTE, lang)
    return set_player_cookie(RedirectResponse("/table", 303), request, fresh_secret)


def record_event(request: Request, form: Form) -> Response:
    """Record a clue, a touch or another event at the table."""
    table, lang = _load_table(request)
    player = visitor(request).player
    if table is None or player is None:
        return RedirectResponse("/table", 303)
    try:
        app_state(request).notes.write(player, _TABLE_NOTE, str(_table_after(table, form)))
    except Refusal as refusal:
        return _table_page(request, table, lang, 400, problems=refusal_sentences(refusal))
    return RedirectResponse("/table", 303)


def advise(request: Request, form: Form) -> Response:
    """Suggest clues to give, or what the partner's clue may mean."""
    table, lang = _load_table(request)
    if table is None:
        return RedirectResponse("/table", 303)
    level = form.number("level", 2, 1, 3) or 2
    return _table_page(request, table, lang, hints=ModelAdvisor(lang).hint(table.view(), level), level=level)


def check_clue(request: Request, form: Form) -> Response:
    """Show whether a clue is legal at this table."""
    table, lang = _load_table(request)
    if table is None:
        return RedirectResponse("/table", 303)
    clue = Clue(
        OWN_SEAT, with_ligatures(form.text("word", max_length=60).upper(), lang), form.number("count", 1, 0, CELLS) or 0
    )
    why = ModelAdvisor(lang).clue_problem(table.view(), clue) or _("{clue} is a legal clue.", clue=clue.word)
    return _table_page(request, table, lang, hints=[why])


def clear_table(request: Request, _form: Form) -> Response:
    if player := visitor(request).player:
        app_state(request).notes.write(player, _TABLE_NOTE, "")
    return RedirectResponse("/table", 303)


def _table_after(table: RealTable, form: Form) -> RealTable:
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


def _own_side(form: Form) -> str:
    """Your side of the key, from a card's number and side or from the tapped cells."""
    if number := form.text("card"):
        return KeyCard.parse_any(number).side(Seat(form.choice("side", tuple(Seat), Seat.A)))
    side = _side_from_cells(form)
    greens, blacks = side.count(Colour.GREEN), side.count(Colour.ASSASSIN)
    if greens != 9 or blacks != 3:
        raise Refusal(
            "a side has 9 agents and 3 assassins; here are {greens} and {blacks}", greens=greens, blacks=blacks
        )
    return side


def _side_from_cells(form: Form) -> str:
    """The tapped cells as the 25 letters of a side."""
    return "".join(form.choice(f"cell-{place}", tuple(Colour), Colour.BYSTANDER) for place in range(CELLS))


@cache
def _known_words(lang: str) -> dict[str, str]:
    """The shipped words in alphabetical order, by their folded form."""
    return dict(sorted((fold(word), word) for word in wordlist.shipped_wordlist(lang).words))


def _load_table(request: Request) -> tuple[RealTable | None, str]:
    notes, player = app_state(request).notes, visitor(request).player
    text = notes.read(player, _TABLE_NOTE)
    lang = notes.read(player, _LANG_NOTE)
    return (RealTable.parse(text) if text else None), lang if lang in LANGUAGES else current_language()


def _words_page(request: Request, status: int = 200, **values: Any) -> Response:
    return page(request, "real-table-words.html", status, **{"problems": [], "typed": "", "mission": "", **values})


def _table_page(request: Request, table: RealTable, lang: str, status: int = 200, **values: Any) -> Response:
    view = table.view()
    return page(
        request,
        "real-table.html",
        status,
        view=view,
        lang=lang,
        cards=cards(view, (view.own,), view.to_act or OWN_SEAT),
        history=history(view, unfound_counts(view, lang)),
        phase=view.phase.value,
        yours=view.to_act in (OWN_SEAT, None),
        either=view.to_act is None and view.phase is not Phase.OVER,
        **{"problems": [], "hints": [], "level": 0, **values},
    )
