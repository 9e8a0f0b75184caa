"""The key card page: preview and download of a deck of key cards, and a check of cards from elsewhere."""

import io
import zipfile
from collections.abc import Iterable
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.key import KeyCard, Seat
from duo.core.refusal import Refusal
from duo.deck import file
from duo.deck.file import Deck
from duo.deck.make import make_deck
from duo.paper import pdf, svg
from duo.paper.face import draw_face
from duo.paper.layout import Flip
from duo.paper.palette import PaletteName
from duo.paper.print_job import PrintJob, deck_title
from duo.paper.shapes import Page, Spot, place_drawing
from duo.paper.size import CARD_SIZES, KEY_CARD_SIZE, PAGE_SIZES, Size
from duo.table.dealing import random_seed
from duo.web.forms import Form
from duo.web.rendering import is_htmx, refusal_sentences, render_page

MAX_WEB_CARDS = 500
DOWNLOAD_FORMATS = ("pdf", "svg", "png", "tts", "json", "csv")
_OPTION_NAMES = (
    "count",
    "seed",
    "balance",
    "size",
    "page",
    "flip",
    "palette",
    "symbols",
    "number",
    "qr",
    "test_page",
    "thumb",
    "crop_marks",
)
_MAX_SEED = 1 << 63
_MEDIA_TYPES = {"pdf": "application/pdf", "svg": "image/svg+xml", "json": "application/json", "csv": "text/csv"}
_ZIP_MEDIA_TYPE = "application/zip"
# An SVG picture is a document of its own. It may contain styles and nothing else.
_SVG_HEADERS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"}


def show_key_cards(request: Request, form: Form) -> Response:
    """Show the print options and a preview of the deck. A URL without options is redirected to the default options."""
    if not form.text("seed"):
        return RedirectResponse(f"/keys?count=20&seed={random_seed()}&number=yes&crop_marks=yes&test_page=yes", 303)
    pages, problems = 0, list[str]()
    try:
        pages = _print_job_from_form(form, "pdf").page_count(_deck_from_form(form).cards)
    except Refusal as refusal:
        problems = refusal_sentences(refusal)
    return render_page(
        request,
        "keys.html",
        chosen={name: form.text(name) for name in _OPTION_NAMES},
        query=request.url.query,
        pages=pages,
        problems=problems,
        most=MAX_WEB_CARDS,
        shown=form.number("shown", min(3, pages), 1, 100_000),
    )


def send_page_svg(_request: Request, form: Form) -> Response:
    """Send one page of the deck as SVG, for the preview. The downloaded files contain the same drawing."""
    cards = _deck_from_form(form).cards
    page_number = form.number("shown", 1, 1, 100_000)
    for number, sheet in enumerate(_print_job_from_form(form, "svg").pages(cards), start=1):
        if number == page_number:
            return _svg_response(sheet)
    raise Refusal("there is no page {page}", page=page_number)


def send_card_face_svg(_request: Request, form: Form) -> Response:
    """Send one side of a key card as SVG."""
    style = PrintJob(kind="tts", symbols=True).style
    seat = Seat(form.choice("side", tuple(Seat), Seat.A))
    drawing = draw_face(KeyCard.parse_any(form.text("card")), seat, style)
    return _svg_response(Page(*style.size, place_drawing(drawing, Spot(0, 0, *style.size))))


def download_deck(_request: Request, form: Form) -> Response:
    """Send the deck in the chosen format. Formats of several files are sent as a ZIP archive."""
    kind = form.choice("format", DOWNLOAD_FORMATS, "pdf")
    deck = _deck_from_form(form)
    name = f"key-cards-{len(deck.cards)}-seed-{deck.seed}"
    if kind == "json":
        return _file_response(deck.to_json().encode(), f"{name}.json", kind)
    if kind == "csv":
        return _file_response(deck.to_csv().encode(), f"{name}.csv", kind)
    job = _print_job_from_form(form, kind)
    if kind == "pdf":
        return _file_response(pdf.document(job.pages(deck.cards), deck_title(), job.flip), f"{name}.pdf", kind)
    if kind == "svg":
        drawings = [svg.document(sheet, deck_title()).encode() for sheet in job.pages(deck.cards)]
        digits = max(2, len(str(len(drawings))))
        files: Iterable[tuple[str, bytes]] = (
            (f"page-{number:0{digits}d}.svg", data) for number, data in enumerate(drawings, start=1)
        )
    elif kind == "png":
        files = job.png_faces(deck.cards)
    else:
        files = job.tabletop_files(deck.cards, str)
    return _file_response(_zip_files(files), f"{name}-{kind}.zip", kind)


def check_deck(request: Request, form: Form) -> Response:
    """Show whether the cards of a deck file, or a typed card, are valid key cards."""
    text = form.uploaded_text("deck")
    cards: tuple[KeyCard, ...] = ()
    problems: list[str] = []
    try:
        cards = file.Deck.parse(text).cards
    except Refusal as refusal:
        problems = refusal_sentences(refusal)
    # htmx shows an error response at the top of the page. Status 200 puts the problems beside the form.
    status = 200 if cards or is_htmx(request) else 400
    return render_page(request, "keys-check.html", status, cards=cards[:4], count=len(cards), problems=problems)


def _print_job_from_form(form: Form, kind: str) -> PrintJob:
    size = form.text("size", "key") or "key"
    job = PrintJob(
        kind=kind,
        size=KEY_CARD_SIZE if size == "key" else Size.parse(size, CARD_SIZES),
        page=PAGE_SIZES[form.choice("page", tuple(PAGE_SIZES), "a4")],
        flip=Flip(form.choice("flip", tuple(Flip), Flip.LONG)),
        palette=PaletteName(form.choice("palette", tuple(PaletteName), PaletteName.COLOUR)),
        symbols=form.flag("symbols"),
        number=form.flag("number"),
        qr=form.flag("qr"),
        test_page=form.flag("test_page"),
        reference_page=form.flag("thumb"),
        crop_marks=form.flag("crop_marks"),
    )
    job.check()
    return job


def _deck_from_form(form: Form) -> Deck:
    count = form.number("count", 20, 1, MAX_WEB_CARDS)
    seed = form.number("seed", 0, 0, _MAX_SEED)
    return _cached_deck(count or 20, seed or 0, balance=form.flag("balance"))


@lru_cache(maxsize=16)
def _cached_deck(count: int, seed: int, *, balance: bool) -> Deck:
    return make_deck(count, seed, balance=balance)


def _svg_response(sheet: Page) -> Response:
    return Response(svg.document(sheet, deck_title()), media_type=_MEDIA_TYPES["svg"], headers=_SVG_HEADERS)


def _file_response(data: bytes, name: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=_ZIP_MEDIA_TYPE if name.endswith(".zip") else _MEDIA_TYPES[kind], headers=headers)


def _zip_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()
