#!/usr/bin/env python3
"""Take the pictures of docs/web.md: a server, Chromium, and the pages as people see them.

python scripts/docs/web_pictures.py               into docs/pictures
python scripts/docs/web_pictures.py --all FOLDER  every page and phase, phone to 4K, both themes and languages
"""

import argparse
import io
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from browsers import ARGS, CHROMIUM
from servers import Server

from duo.core.game import Game
from duo.core.key import Seat, deal
from duo.core.moves import Clue, Guess, Stop
from duo.core.public import Phase
from duo.puzzle.kinds.registry import TASK_PARSERS
from duo.table.store.database_store import DatabaseStore
from duo.table.store.sqlite import SqliteDatabase
from duo.web.seats import Role, Seats
from duo.web.visitor import PLAYER, hashed, new_secret
from duo.words import wordlist

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SEED = "20260531"
DESK, PHONE = (1200, 820), (390, 780)
Look = tuple[tuple[int, int], str, str, int]
# Every look that is to be judged by eye: size, theme, language, and how large the browser shows everything.
LOOKS: dict[str, Look] = {
    "desk-light-en": (DESK, "light", "en", 1),
    "desk-dark-fr": (DESK, "dark", "fr", 1),
    "phone-light-fr": (PHONE, "light", "fr", 1),
    "phone-dark-en": (PHONE, "dark", "en", 1),
    "small-dark-fr": ((320, 640), "dark", "fr", 1),
    "4k-light-fr": ((3840, 2160), "light", "fr", 1),
    "zoomed-light-en": ((640, 450), "light", "en", 2),
}
WORDS = (
    "WHALE SHARK PIRATE KING TOWER FALL QUEEN ROSE NOTE BELL RIVER CASTLE PIANO ROBOT DRAGON MOON TIGER BRIDGE ENGINE "
    "GLASS HONEY LEMON MARBLE NEEDLE NEW_YORK"
)


def home(page: Page, _server: Server) -> None:
    page.wait_for_selector(".hero")


def begin(page: Page, **choices: str) -> None:
    """The mission that is always the same, with these choices beside it."""
    form = page.locator('form[action="/games"]').last
    form.locator("summary").first.click()
    page.fill("#seed", SEED)
    for name, value in choices.items():
        field = form.locator(f"#{name}")
        field.select_option(value) if name == "first" else field.fill(value)
    form.locator("button").last.click()


def guessing(page: Page, _server: Server) -> None:
    """The partner has given a clue, and a word is chosen."""
    begin(page)
    page.wait_for_selector("#touch")
    page.locator(".board input").nth(7).check(force=True)


def giving(page: Page, _server: Server) -> None:
    """A clue is being typed, and the ruling is there."""
    begin(page, first="A")
    page.locator("#word").type("ocean", delay=30)
    page.wait_for_selector("#ruling .notice")


def inviting(page: Page, _server: Server) -> None:
    page.locator('.hero input[name="with"] + button').click()
    page.locator("#unmet button").click()
    page.wait_for_selector("#link")
    page.locator("svg.qr").scroll_into_view_if_needed()


def ending(page: Page, _server: Server) -> None:
    """A mission played to its end: words are touched until it is."""
    begin(page, mission="3-1")
    while not page.locator(".result").count():
        page.wait_for_selector("#touch, #give, .result")
        if page.locator("#give").count():
            page.fill("#word", "picture")
            page.locator("[data-give]").click()
        elif page.locator("#touch").count():
            page.locator(".board input").first.check(force=True)
            page.locator("[data-touch]").click()
        page.wait_for_timeout(300)
    page.wait_for_selector(".review meter")


def campaign(page: Page, _server: Server) -> None:
    if page.locator("text=Ann+Bob").count():
        return
    page.fill("#team", "Ann+Bob")
    page.locator('form[action="/map/teams"] button').click()
    for _ in range(2):
        page.locator("details summary").first.click()
        page.locator('form[action="/map/enter"] button').click()


def puzzle(page: Page, _server: Server) -> None:
    page.wait_for_selector("form#puzzle")


def real_table(page: Page, _server: Server) -> None:
    page.fill("#words", WORDS.replace(" ", ", "))
    page.locator('form[action="/table/words"] button').click()
    page.fill("#card", "HDNQXZJ2WH1~")
    page.locator('form[action="/table/lay"] button').last.click()
    page.locator('form[action="/table/hint"] button').last.click()
    page.wait_for_selector(".notice.good")


def nothing(_page: Page, _server: Server) -> None:
    pass


def at_table(turns: int, *, ends: str = "") -> Callable[[Page, Server], None]:
    """A game that stands in the store: after so many turns, with a clue that is heard, or at its end."""

    def act(page: Page, server: Server) -> None:
        store = DatabaseStore(SqliteDatabase(Path(server.store)))
        secret = new_secret()
        stored = store.add(played(page.evaluate("navigator.language")[:2], turns, ends))
        Seats(store.database).sit(stored.id, hashed(secret), Role.A, "Ann")
        page.context.add_cookies([{"name": PLAYER, "value": secret, "url": page.url}])
        page.goto(f"{server.address}/game/{stored.id}")
        page.wait_for_selector(".review meter" if ends in ("won", "lost") else ".board")

    return act


def played(lang: str, turns: int, ends: str) -> Game:
    """A game whose turns go well, but for some bystanders."""
    words = wordlist.draw(wordlist.shipped(lang), random.Random(int(SEED)))
    game = Game.start(words, deal(random.Random(4)), lang=lang, more={"A": "person", "B": "person", "First": "A"})
    clues = iter(CLUES[lang])
    for number in range(turns):
        game = _turn(game, next(clues), miss=number % 3 == 1, most=1 + number % 2 if ends != "won" else 3)
    giver = game.final.to_act or Seat.A
    if ends in ("heard", "lost"):
        game = game.play(Clue(giver, next(clues), 2))
    if ends == "lost":
        game = game.play(Guess(giver.other, words[game.final.key.side(giver).index("x")]))
    return game


def _turn(game: Game, word: str, *, miss: bool, most: int) -> Game:
    """A clue, the agents that it is for, and a bystander if the turn goes wrong."""
    giver = game.final.to_act or Seat.A
    game = game.play(Clue(giver, word, min(most + miss, 3)))
    side, guesser = game.final.key.side(giver), giver.other
    for _ in range(most):
        places = [p for p in range(25) if side[p] == "g" and game.final.marks.open_to(guesser) >> p & 1]
        if places and game.final.phase is Phase.GUESS:
            game = game.play(Guess(guesser, game.final.words[places[0]]))
    if miss and game.final.phase is Phase.GUESS:
        places = [p for p in range(25) if side[p] == "." and game.final.marks.open_to(guesser) >> p & 1]
        return game.play(Guess(guesser, game.final.words[places[-1]]))
    return game.play(Stop(guesser)) if game.final.phase is Phase.GUESS else game


def replaying(page: Page, server: Server) -> None:
    at_table(3, ends="lost")(page, server)
    page.goto(page.url + "/replay?move=5")


def lobby(page: Page, _server: Server) -> None:
    """What the other sees who opens the link."""
    page.locator('.hero input[name="with"] + button').click()
    page.locator("#unmet button").click()
    link = page.locator("#link").input_value()
    page.context.clear_cookies(name=PLAYER)
    page.goto(link)


def answered(page: Page, _server: Server) -> None:
    page.wait_for_selector("form#puzzle")
    page.locator('button[value="solution"]').click()
    page.wait_for_selector("form#puzzle strong")


def refused(page: Page, _server: Server) -> None:
    """An error page: a mission that there is not, sent without scripts."""
    page.evaluate(
        """() => {
        const form = document.querySelector('form[action="/games"]');
        form.append(Object.assign(document.createElement("input"), {name: "mission", value: "Atlantis"}));
        form.submit();
        }"""
    )
    page.wait_for_url("**/games")


# name: (address, what is done there)
SCENES: dict[str, tuple[str, Callable[[Page, Server], None]]] = {
    "home": ("/", home),
    "guessing": ("/", guessing),
    "giving": ("/", giving),
    "middle": ("/", at_table(4)),
    "heard": ("/", at_table(5, ends="heard")),
    "waiting": ("/", at_table(5)),
    "sudden": ("/", at_table(9)),
    "won": ("/", at_table(6, ends="won")),
    "lost": ("/", at_table(3, ends="lost")),
    "replay": ("/", replaying),
    "inviting": ("/", inviting),
    "lobby": ("/", lobby),
    "ending": ("/", ending),
    "map": ("/map", campaign),
    "puzzles": ("/puzzles", nothing),
    **{f"puzzle-{kind}": (f"/puzzles/{{lang}}/{kind}/2/1", puzzle) for kind in TASK_PARSERS},
    **{f"puzzle-{kind}-answer": (f"/puzzles/{{lang}}/{kind}/2/1", answered) for kind in TASK_PARSERS},
    "daily": ("/puzzles/daily", puzzle),
    "table": ("/table", real_table),
    "keys": ("/keys", nothing),
    "score": ("/score?tokens=2&checks=5", nothing),
    "rules": ("/help", nothing),
    "missing": ("/nowhere", nothing),
    "refused": ("/", refused),
}
CLUES = {
    "en": "OCEAN MUSIC WINTER ROYAL KITCHEN JOURNEY METAL ANIMAL FESTIVAL SCIENCE".split(),
    "fr": "OCÉAN MUSIQUE HIVER ROYAL CUISINE VOYAGE MÉTAL ANIMAL FÊTE SCIENCE".split(),
}
# The pictures of the guide: scene, size, theme, language.
SHOWN = {
    "web-home": ("home", DESK, "light", "en"),
    "web-guessing": ("guessing", DESK, "light", "en"),
    "web-giving-phone": ("giving", PHONE, "dark", "fr"),
    "web-ending": ("ending", DESK, "light", "en"),
    "web-map": ("map", DESK, "dark", "en"),
    "web-table-phone": ("table", PHONE, "light", "en"),
}


def take(browser: Browser, server: Server, scene: str, look: Look, *, full: bool) -> bytes:
    """The picture of a scene."""
    path, act = SCENES[scene]
    size, theme, lang, zoom = look
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if theme == "dark" else "light",
        locale=lang, has_touch=size[0] < 600, device_scale_factor=zoom,
        reduced_motion="reduce",
    )  # fmt: skip
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto(server.address + path.format(lang=lang))
    act(page, server)
    page.wait_for_load_state("networkidle") if "game" not in page.url else page.wait_for_timeout(400)
    data = page.screenshot(full_page=full)
    context.close()
    return data


def small(data: bytes) -> bytes:
    """The picture in few colours: a page needs no more, and the guide stays light."""
    out = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("RGB").quantize(256).save(out, "PNG", optimize=True)
    return out.getvalue()


def take_all(browser: Browser, server: Server, folder: Path, scenes: list[str], looks: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for scene in scenes:
        for name in looks:
            (folder / f"{scene}-{name}.png").write_bytes(take(browser, server, scene, LOOKS[name], full=True))
            print(f"{scene}-{name}.png", flush=True)


def take_shown(browser: Browser, server: Server) -> None:
    for name, (scene, size, theme, lang) in SHOWN.items():
        data = small(take(browser, server, scene, (size, theme, lang, 1), full=False))
        (PICTURES / f"{name}.png").write_bytes(data)
        print(f"{name}.png {len(data) / 1000:.0f} kB")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", type=Path, metavar="FOLDER")
    parser.add_argument("--scene", choices=list(SCENES), action="append", help="with --all: only this one")
    parser.add_argument("--look", choices=list(LOOKS), action="append", help="with --all: only this one")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        try:
            if options.all:
                take_all(browser, server, options.all, options.scene or list(SCENES), options.look or list(LOOKS))
            else:
                take_shown(browser, server)
        finally:
            server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
