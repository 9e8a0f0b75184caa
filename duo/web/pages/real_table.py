"""Help at a real table: its words, one's own side of the key, and what is said and touched there."""

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
from duo.table.advice import HouseAdvisor
from duo.table.real_table import OWN_SEAT, PARTNER_SEAT, RealTable
from duo.table.unfound import unfound
from duo.text import LANGUAGES, _, spoken
from duo.web.app_state import known_player, services, with_player
from duo.web.forms import Form
from duo.web.game_view import cards, history
from duo.web.rendering import page, told
from duo.web.visitor import visitor
from duo.words import wordlist
from duo.words.spelling import written

_NOTE, _LANG = "table", "table-lang"
_MOST_SUGGESTED = 8


def show(request: Request, _form: Form) -> Response:
    table, lang = _kept(request)
    return _following(request, table, lang) if table else _asking(request)


def words(request: Request, form: Form) -> Response:
    """The 25 words, then one's own side of the key over them."""
    found = tuple(wordlist.words_of(form.text("words", most=4000)))
    if problems := board_problems(found):
        return _asking(request, 400, problems=told(Refusals(problems)), typed=form.text("words", most=4000),
                       mission=form.text("mission"))  # fmt: skip
    return page(
        request, "real-table-key.html", words=found, lang=form.choice("lang", LANGUAGES, spoken()),
        mission=form.text("mission"), problems=[], side=Colour.BYSTANDER * CELLS,
    )  # fmt: skip


def complete(request: Request, form: Form) -> Response:
    """How the word that is being typed may go on, and how many there are."""
    typed, known = form.text("words", most=4000), _known(form.choice("lang", LANGUAGES, spoken()))
    *before, last = [" ".join(part.split()) for part in typed.replace("\n", ",").split(",")]
    here = {fold(word) for word in before}
    begun = fold(last)
    suggested = [word for folded, word in known.items() if begun and folded.startswith(begun) and folded not in here]
    return page(
        request, "real-table-complete.html", suggested=suggested[:_MOST_SUGGESTED],
        count=len({fold(word) for word in (*before, last) if word}),
    )  # fmt: skip


def lay(request: Request, form: Form) -> Response:
    """The table with one's own side: tapped in, or read from a card's number."""
    found = tuple(form.texts("w"))[:CELLS]
    lang = form.choice("lang", LANGUAGES, spoken())
    try:
        if problems := board_problems(found):
            raise Refusals(problems)
        mission = dealing.mission(form.text("mission") or None, None, None)
        table = RealTable(found, _side(form), mission)
        table.view()
    except Refusal as refusal:
        return page(
            request, "real-table-key.html", 400, words=found, lang=lang, mission=form.text("mission"),
            problems=told(refusal), side=_tapped(form),
        )  # fmt: skip
    player, fresh = known_player(request)
    notes = services(request).notes
    notes.write(player, _NOTE, str(table))
    notes.write(player, _LANG, lang)
    return with_player(RedirectResponse("/table", 303), request, fresh)


def happened(request: Request, form: Form) -> Response:
    """Something that was said or touched at the table."""
    table, lang = _kept(request)
    player = visitor(request).player
    if table is None or player is None:
        return RedirectResponse("/table", 303)
    try:
        services(request).notes.write(player, _NOTE, str(_after(table, form)))
    except Refusal as refusal:
        return _following(request, table, lang, 400, problems=told(refusal))
    return RedirectResponse("/table", 303)


def advise(request: Request, form: Form) -> Response:
    """Clues to give, or what the partner's clue may mean."""
    table, lang = _kept(request)
    if table is None:
        return RedirectResponse("/table", 303)
    level = form.number("level", 2, 1, 3) or 2
    return _following(request, table, lang, hints=HouseAdvisor(lang).hint(table.view(), level), level=level)


def judge(request: Request, form: Form) -> Response:
    """Whether a clue may be given at this table."""
    table, lang = _kept(request)
    if table is None:
        return RedirectResponse("/table", 303)
    clue = Clue(OWN_SEAT, written(form.text("word", most=60).upper(), lang), form.number("count", 1, 0, CELLS) or 0)
    why = HouseAdvisor(lang).objection(table.view(), clue) or _("{clue} is a legal clue.", clue=clue.word)
    return _following(request, table, lang, hints=[why])


def clear(request: Request, _form: Form) -> Response:
    if player := visitor(request).player:
        services(request).notes.write(player, _NOTE, "")
    return RedirectResponse("/table", 303)


def _after(table: RealTable, form: Form) -> RealTable:
    view = table.view()
    seat = view.to_act or (OWN_SEAT if form.choice("who", ("me", "partner"), "me") == "me" else PARTNER_SEAT)
    place = form.number("place", None, 0, CELLS - 1)
    match form.choice("what", ("clue", "touch", "stop", "done", "undo"), "touch"):
        case "clue":
            count = form.number("count", 1, 0, CELLS)
            word = written(form.text("word", most=60).upper(), table.lang)
            return table.said(Clue(seat, word, 1 if count is None else count,
                                   invalid=form.flag("invalid")))  # fmt: skip
        case "stop":
            return table.stopped(seat)
        case "done":
            return table.heard_finished()
        case "undo":
            return table.back()
    if place is None:
        raise Refusal("Choose a word first, then touch it.")
    if seat is PARTNER_SEAT:
        return table.touched_by_partner(table.words[place])
    return table.touched(table.words[place], Colour(form.choice("colour", tuple(Colour), Colour.GREEN)))


def _side(form: Form) -> str:
    """One's own side: from a card's number and the side that one sees, or as it was tapped in."""
    if number := form.text("card"):
        return KeyCard.read(number).side(Seat(form.choice("side", tuple(Seat), Seat.A)))
    side = _tapped(form)
    greens, blacks = side.count(Colour.GREEN), side.count(Colour.ASSASSIN)
    if greens != 9 or blacks != 3:
        raise Refusal("a side has 9 agents and 3 assassins; here are {greens} and {blacks}",
                      greens=greens, blacks=blacks)  # fmt: skip
    return side


def _tapped(form: Form) -> str:
    """The colours that were tapped in, 25 letters."""
    return "".join(form.choice(f"cell-{place}", tuple(Colour), Colour.BYSTANDER) for place in range(CELLS))


@cache
def _known(lang: str) -> dict[str, str]:
    """The words of the list that ships in the order of the alphabet, each by the form in which spelling is compared."""
    return dict(sorted((fold(word), word) for word in wordlist.shipped(lang).words))


def _kept(request: Request) -> tuple[RealTable | None, str]:
    notes, player = services(request).notes, visitor(request).player
    text = notes.read(player, _NOTE)
    lang = notes.read(player, _LANG)
    return (RealTable.parse(text) if text else None), lang if lang in LANGUAGES else spoken()


def _asking(request: Request, status: int = 200, **values: Any) -> Response:
    return page(request, "real-table-words.html", status, **{"problems": [], "typed": "", "mission": "", **values})


def _following(request: Request, table: RealTable, lang: str, status: int = 200, **values: Any) -> Response:
    view = table.view()
    return page(
        request,
        "real-table.html",
        status,
        view=view,
        lang=lang,
        cards=cards(view, (view.own,), view.to_act or OWN_SEAT),
        history=history(view, unfound(view, lang)),
        phase=view.phase.value,
        yours=view.to_act in (OWN_SEAT, None),
        either=view.to_act is None and view.phase is not Phase.OVER,
        **{"problems": [], "hints": [], "level": 0, **values},
    )
