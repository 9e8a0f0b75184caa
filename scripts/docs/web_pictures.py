#!/usr/bin/env python3
"""Take the screenshots of docs/web.md with a server and Chromium.

python scripts/docs/web_pictures.py               write docs/pictures/web-*.png
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
from duo.web.visitor import PLAYER_COOKIE, hash_secret, new_secret
from duo.words import wordlist

PICTURES_DIR = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SEED = "20260531"
DESKTOP_SIZE, PHONE_SIZE = (1200, 820), (390, 780)
PictureLook = tuple[tuple[int, int], str, str, int]
# Looks to check by eye: size, theme, language and zoom.
LOOKS: dict[str, PictureLook] = {
    "desk-light-en": (DESKTOP_SIZE, "light", "en", 1),
    "desk-dark-fr": (DESKTOP_SIZE, "dark", "fr", 1),
    "phone-light-fr": (PHONE_SIZE, "light", "fr", 1),
    "phone-dark-en": (PHONE_SIZE, "dark", "en", 1),
    "small-dark-fr": ((320, 640), "dark", "fr", 1),
    "4k-light-fr": ((3840, 2160), "light", "fr", 1),
    "zoomed-light-en": ((640, 450), "light", "en", 2),
}
WORDS = (
    "WHALE SHARK PIRATE KING TOWER FALL QUEEN ROSE NOTE BELL RIVER CASTLE PIANO ROBOT DRAGON MOON TIGER BRIDGE ENGINE "
    "GLASS HONEY LEMON MARBLE NEEDLE NEW_YORK"
)


def open_home(page: Page, _server: Server) -> None:
    page.wait_for_selector(".hero")


def start_mission(page: Page, **choices: str) -> None:
    """Start the mission with the fixed seed and these choices."""
    form = page.locator('form[action="/games"]').last
    form.locator("summary").first.click()
    page.fill("#seed", SEED)
    for name, value in choices.items():
        field = form.locator(f"#{name}")
        field.select_option(value) if name == "first" else field.fill(value)
    form.locator("button").last.click()


def choose_word(page: Page, _server: Server) -> None:
    """Wait for the partner's clue and choose a word."""
    start_mission(page)
    page.wait_for_selector("#touch")
    page.locator(".board input").nth(7).check(force=True)


def type_clue(page: Page, _server: Server) -> None:
    """Type a clue and wait for the ruling."""
    start_mission(page, first="A")
    page.locator("#word").type("ocean", delay=30)
    page.wait_for_selector("#ruling .notice")


def invite_partner(page: Page, _server: Server) -> None:
    page.locator('.hero input[name="with"] + button').click()
    page.locator("#unmet button").click()
    page.wait_for_selector("#link")
    page.locator("svg.qr").scroll_into_view_if_needed()


def play_to_end(page: Page, _server: Server) -> None:
    """Play a short mission to its end by touching the first word."""
    start_mission(page, mission="3-1")
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


def enter_campaign(page: Page, _server: Server) -> None:
    if page.locator("text=Ann+Bob").count():
        return
    page.fill("#team", "Ann+Bob")
    page.locator('form[action="/map/teams"] button').click()
    for _ in range(2):
        page.locator("details summary").first.click()
        page.locator('form[action="/map/enter"] button').click()


def open_puzzle(page: Page, _server: Server) -> None:
    page.wait_for_selector("form#puzzle")


def advise_real_table(page: Page, _server: Server) -> None:
    page.fill("#words", WORDS.replace(" ", ", "))
    page.locator('form[action="/table/words"] button').click()
    page.fill("#card", "HDNQXZJ2WH1~")
    page.locator('form[action="/table/lay"] button').last.click()
    page.locator('form[action="/table/hint"] button').last.click()
    page.wait_for_selector(".notice.good")


def do_nothing(_page: Page, _server: Server) -> None:
    pass


def open_stored_game(turns: int, *, outcome: str = "") -> Callable[[Page, Server], None]:
    """Return an action that opens a stored game after some turns. `outcome` is `heard` (a clue), `won` or `lost`."""

    def act(page: Page, server: Server) -> None:
        store = DatabaseStore(SqliteDatabase(Path(server.store)))
        secret = new_secret()
        stored = store.add(play_scripted_game(page.evaluate("navigator.language")[:2], turns, outcome))
        Seats(store.database).assign_role(stored.id, hash_secret(secret), Role.A, "Ann")
        page.context.add_cookies([{"name": PLAYER_COOKIE, "value": secret, "url": page.url}])
        page.goto(f"{server.address}/game/{stored.id}")
        page.wait_for_selector(".review meter" if outcome in ("won", "lost") else ".board")

    return act


def play_scripted_game(lang: str, turns: int, outcome: str) -> Game:
    """Return a game whose turns go well, except for some bystanders."""
    words = wordlist.draw_words(wordlist.shipped_wordlist(lang), random.Random(int(SEED)))
    game = Game.start(
        words, deal(random.Random(4)), lang=lang, extra_headers={"A": "person", "B": "person", "First": "A"}
    )
    clues = iter(CLUES[lang])
    for number in range(turns):
        game = _play_turn(game, next(clues), miss=number % 3 == 1, hits=1 + number % 2 if outcome != "won" else 3)
    giver = game.final.to_act or Seat.A
    if outcome in ("heard", "lost"):
        game = game.play(Clue(giver, next(clues), 2))
    if outcome == "lost":
        game = game.play(Guess(giver.other, words[game.final.key.side(giver).index("x")]))
    return game


def _play_turn(game: Game, word: str, *, miss: bool, hits: int) -> Game:
    """Play a clue, touch its agents, and touch a bystander if the turn misses."""
    giver = game.final.to_act or Seat.A
    game = game.play(Clue(giver, word, min(hits + miss, 3)))
    side, guesser = game.final.key.side(giver), giver.other
    for _ in range(hits):
        places = [p for p in range(25) if side[p] == "g" and game.final.marks.open_to(guesser) >> p & 1]
        if places and game.final.phase is Phase.GUESS:
            game = game.play(Guess(guesser, game.final.words[places[0]]))
    if miss and game.final.phase is Phase.GUESS:
        places = [p for p in range(25) if side[p] == "." and game.final.marks.open_to(guesser) >> p & 1]
        return game.play(Guess(guesser, game.final.words[places[-1]]))
    return game.play(Stop(guesser)) if game.final.phase is Phase.GUESS else game


def open_replay(page: Page, server: Server) -> None:
    open_stored_game(3, outcome="lost")(page, server)
    page.goto(page.url + "/replay?move=5")


def open_lobby(page: Page, _server: Server) -> None:
    """Open the invitation as the other player."""
    page.locator('.hero input[name="with"] + button').click()
    page.locator("#unmet button").click()
    link = page.locator("#link").input_value()
    page.context.clear_cookies(name=PLAYER_COOKIE)
    page.goto(link)


def show_solution(page: Page, _server: Server) -> None:
    page.wait_for_selector("form#puzzle")
    page.locator('button[value="solution"]').click()
    page.wait_for_selector("form#puzzle strong")


def submit_bad_mission(page: Page, _server: Server) -> None:
    """Submit an unknown mission without scripts, to get an error page."""
    page.evaluate(
        """() => {
        const form = document.querySelector('form[action="/games"]');
        form.append(Object.assign(document.createElement("input"), {name: "mission", value: "Atlantis"}));
        form.submit();
        }"""
    )
    page.wait_for_url("**/games")


# name: (address, action on the page)
SCENES: dict[str, tuple[str, Callable[[Page, Server], None]]] = {
    "home": ("/", open_home),
    "guessing": ("/", choose_word),
    "giving": ("/", type_clue),
    "middle": ("/", open_stored_game(4)),
    "heard": ("/", open_stored_game(5, outcome="heard")),
    "waiting": ("/", open_stored_game(5)),
    "sudden": ("/", open_stored_game(9)),
    "won": ("/", open_stored_game(6, outcome="won")),
    "lost": ("/", open_stored_game(3, outcome="lost")),
    "replay": ("/", open_replay),
    "inviting": ("/", invite_partner),
    "lobby": ("/", open_lobby),
    "ending": ("/", play_to_end),
    "map": ("/map", enter_campaign),
    "puzzles": ("/puzzles", do_nothing),
    **{f"puzzle-{kind}": (f"/puzzles/{{lang}}/{kind}/2/1", open_puzzle) for kind in TASK_PARSERS},
    **{f"puzzle-{kind}-answer": (f"/puzzles/{{lang}}/{kind}/2/1", show_solution) for kind in TASK_PARSERS},
    "daily": ("/puzzles/daily", open_puzzle),
    "table": ("/table", advise_real_table),
    "keys": ("/keys", do_nothing),
    "score": ("/score?tokens=2&checks=5", do_nothing),
    "rules": ("/help", do_nothing),
    "missing": ("/nowhere", do_nothing),
    "refused": ("/", submit_bad_mission),
}
CLUES = {
    "en": "OCEAN MUSIC WINTER ROYAL KITCHEN JOURNEY METAL ANIMAL FESTIVAL SCIENCE".split(),
    "fr": "OCÉAN MUSIQUE HIVER ROYAL CUISINE VOYAGE MÉTAL ANIMAL FÊTE SCIENCE".split(),
}
# The pictures of the guide: scene, size, theme, language.
GUIDE_PICTURES = {
    "web-home": ("home", DESKTOP_SIZE, "light", "en"),
    "web-guessing": ("guessing", DESKTOP_SIZE, "light", "en"),
    "web-giving-phone": ("giving", PHONE_SIZE, "dark", "fr"),
    "web-ending": ("ending", DESKTOP_SIZE, "light", "en"),
    "web-map": ("map", DESKTOP_SIZE, "dark", "en"),
    "web-table-phone": ("table", PHONE_SIZE, "light", "en"),
}


def take_picture(browser: Browser, server: Server, scene: str, look: PictureLook, *, full: bool) -> bytes:
    """Return a screenshot of a scene."""
    path, act = SCENES[scene]
    size, theme, lang, zoom = look
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if theme == "dark" else "light",
        locale=lang,
        has_touch=size[0] < 600,
        device_scale_factor=zoom,
        reduced_motion="reduce",
    )
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto(server.address + path.format(lang=lang))
    act(page, server)
    page.wait_for_load_state("networkidle") if "game" not in page.url else page.wait_for_timeout(400)
    data = page.screenshot(full_page=full)
    context.close()
    return data


def compress_png(data: bytes) -> bytes:
    """Reduce a screenshot to 256 colours, to keep the guide small."""
    out = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("RGB").quantize(256).save(out, "PNG", optimize=True)
    return out.getvalue()


def take_all(browser: Browser, server: Server, folder: Path, scenes: list[str], looks: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for scene in scenes:
        for name in looks:
            (folder / f"{scene}-{name}.png").write_bytes(take_picture(browser, server, scene, LOOKS[name], full=True))
            print(f"{scene}-{name}.png", flush=True)


def take_guide_pictures(browser: Browser, server: Server) -> None:
    for name, (scene, size, theme, lang) in GUIDE_PICTURES.items():
        data = compress_png(take_picture(browser, server, scene, (size, theme, lang, 1), full=False))
        (PICTURES_DIR / f"{name}.png").write_bytes(data)
        print(f"{name}.png {len(data) / 1000:.0f} kB")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", type=Path, metavar="FOLDER")
    parser.add_argument("--scene", choices=list(SCENES), action="append", help="with --all: only this scene")
    parser.add_argument("--look", choices=list(LOOKS), action="append", help="with --all: only this look")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        try:
            if options.all:
                take_all(browser, server, options.all, options.scene or list(SCENES), options.look or list(LOOKS))
            else:
                take_guide_pictures(browser, server)
        finally:
            server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
