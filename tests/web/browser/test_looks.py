"""Accessibility (axe-core), layout and page weight in a real browser."""

import io

import pytest
from boards import KEY, WORDS

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue, Guess

PATHS = (
    "/",
    "/help",
    "/score?tokens=2&checks=5",
    "/keys",
    "/map",
    "/puzzles",
    "/puzzles/en/deduce/2/1?now=yes",
    "/puzzles/en/read/1/1?now=yes",
    "/table",
    "/nowhere",
)


# Pages that only a form leads to: the side of the key, and a refusal.
AFTER_A_FORM = (("/table", {"#words": ", ".join(WORDS)}), ("/keys?count=2&seed=1", {"#typed": "nonsense"}))


def send_form(page, server, path, form):
    """Send a form and return the page after it."""
    page.goto(server.address + path)
    for field, value in form.items():
        page.fill(field, value)
    page.locator(next(iter(form))).evaluate("field => field.form.requestSubmit()")
    page.wait_for_selector(".paint, #checked .notice")
    return page


def violations(page):
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page)
    return [
        f"{page.url}: {violation['id']}: {node['html'][:160]}"
        for violation in found.response["violations"]
        for node in violation["nodes"]
    ]


def start_game(page, server, **choices):
    """Start a game from the home page with these choices."""
    page.goto(server.address)
    for name, value in choices.items():
        page.select_option(f'select[name="{name}"]', value)
    page.locator('form[action="/games"]').last.locator("button").last.click()
    page.wait_for_selector("#table")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_axe_finds_no_violation_on_any_page(browse, server, lang, theme):
    page = browse(lang, theme)
    found = []
    for path in PATHS:
        page.goto(server.address + path)
        found += violations(page)
    page.goto(server.address + "/map")
    page.fill("#team", f"{lang} {theme}")
    page.locator('form[action="/map/teams"] button').click()
    found += violations(page)
    start_game(page, server, **{"with": "person", "first": "A"})
    page.locator("#unmet button").click()
    page.wait_for_selector("#link")
    found += violations(page)
    start_game(page, server, first="B")
    page.wait_for_selector("#touch")
    found += violations(page)
    for path, form in AFTER_A_FORM:
        found += violations(send_form(page, server, path, form))
    assert not found


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_axe_finds_no_violation_after_the_end(browse, server, tmp_path, lang):
    """The end, review and replay of a lost mission."""
    record = tmp_path / "lost.duo"
    game = Game.start(WORDS, KEY, extra_headers={"A": "person", "B": "person", "First": "A"}).play(
        Clue(Seat.A, "ZEBRA", 1)
    )
    record.write_text(str(game.play(Guess(Seat.B, WORDS[KEY.a.index("x")]))))
    for theme in ("light", "dark"):
        page = browse(lang, theme)
        page.goto(server.address + "/score")
        page.set_input_files("#record", record)
        page.locator('form[action="/records"] button').click()
        page.wait_for_selector(".review meter")
        found = violations(page)
        page.goto(page.url + "/replay?move=1")
        assert not found + violations(page)


@pytest.mark.parametrize("width", [320, 390, 768, 3840])
def test_no_page_scrolls_sideways(browse, server, width):
    page = browse("fr", width=width, height=900)
    for path in PATHS:
        page.goto(server.address + path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    start_game(page, server, first="A")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_preview_looks_like_the_printed_page(browse, server):
    import pypdfium2
    from PIL import Image, ImageChops, ImageStat

    query = "count=6&seed=7&number=yes&crop_marks=yes&test_page=yes"
    page = browse(width=794, height=1123)  # A4 at 96 dots an inch
    deck = page.request.get(f"{server.address}/keys/deck?{query}&format=pdf").body()
    document = pypdfium2.PdfDocument(deck)
    for number in (3, 4):  # the first sheet of cards, front and back
        printed = document[number - 1].render(scale=96 / 72).to_pil().convert("RGB")
        page.goto(f"{server.address}/keys/page.svg?{query}&shown={number}")
        shown = Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(printed.size)
        assert ImageStat.Stat(ImageChops.difference(printed, shown)).mean < [6, 6, 6]
    document.close()


def test_a_game_page_is_light_and_its_files_are_kept(browse, server):
    page = browse()
    sizes = {}
    page.on("response", lambda answer: sizes.setdefault(answer.url, answer))
    start_game(page, server, **{"with": "person"})
    answers = {url: answer for url, answer in list(sizes.items()) if "events" not in url}
    wire = sum(answer.request.sizes()["responseBodySize"] for answer in answers.values())
    assert wire <= 120_000
    assert all("immutable" in answer.headers["cache-control"] for url, answer in answers.items() if "/static/" in url)
