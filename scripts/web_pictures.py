#!/usr/bin/env python3
"""Take the pictures of docs/web.md: a server, Chromium, and the pages as people see them.

python scripts/web_pictures.py               into docs/pictures
python scripts/web_pictures.py --all FOLDER  every page, phone and desk, dark and light, both languages, to look at
"""

import argparse
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
ARGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
SEED = "20260531"
DESK, PHONE = (1200, 820), (390, 780)
WORDS = (
    "WHALE SHARK PIRATE KING TOWER FALL QUEEN ROSE NOTE BELL RIVER CASTLE PIANO ROBOT DRAGON MOON TIGER BRIDGE ENGINE "
    "GLASS HONEY LEMON MARBLE NEEDLE NEW_YORK"
)


def home(page: Page) -> None:
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


def guessing(page: Page) -> None:
    """The partner has given a clue, and a word is chosen."""
    begin(page)
    page.wait_for_selector("#touch")
    page.locator(".board input").nth(7).check(force=True)


def giving(page: Page) -> None:
    """A clue is being typed, and the ruling is there."""
    begin(page, first="A")
    page.locator("#word").type("ocean", delay=30)
    page.wait_for_selector("#ruling .notice")


def inviting(page: Page) -> None:
    page.locator('.hero input[name="with"] + button').click()
    page.locator("#unmet button").click()
    page.wait_for_selector("#link")
    page.locator("svg.qr").scroll_into_view_if_needed()


def ending(page: Page) -> None:
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


def campaign(page: Page) -> None:
    if page.locator("text=Ann+Bob").count():
        return
    page.fill("#team", "Ann+Bob")
    page.locator('form[action="/map/teams"] button').click()
    for _ in range(2):
        page.locator("details summary").first.click()
        page.locator('form[action="/map/enter"] button').click()


def puzzle(page: Page) -> None:
    page.wait_for_selector("form#puzzle")


def real_table(page: Page) -> None:
    page.fill("#words", WORDS.replace(" ", ", "))
    page.locator('form[action="/table/words"] button').click()
    page.fill("#card", "HDNQXZJ2WH1~")
    page.locator('form[action="/table/lay"] button').last.click()
    page.locator('form[action="/table/hint"] button').last.click()
    page.wait_for_selector(".notice.good")


def nothing(_page: Page) -> None:
    pass


# name: (address, what is done there)
SCENES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "home": ("/", home),
    "guessing": ("/", guessing),
    "giving": ("/", giving),
    "inviting": ("/", inviting),
    "ending": ("/", ending),
    "map": ("/map", campaign),
    "puzzle": ("/puzzles/en/endgame/2/1", puzzle),
    "puzzles": ("/puzzles", nothing),
    "table": ("/table", real_table),
    "keys": ("/keys", nothing),
    "score": ("/score?tokens=2&checks=5", nothing),
    "rules": ("/help", nothing),
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


def take(
    browser: Browser, address: str, scene: str, size: tuple[int, int], theme: str, lang: str, *, full: bool
) -> bytes:
    """The picture of a scene."""
    path, act = SCENES[scene]
    phone = size[0] < 600
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if theme == "dark" else "light",
        locale=lang, has_touch=phone,
        reduced_motion="reduce",
    )  # fmt: skip
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto(address + path)
    act(page)
    page.wait_for_load_state("networkidle") if "game" not in page.url else page.wait_for_timeout(400)
    data = page.screenshot(full_page=full)
    context.close()
    return data


def small(data: bytes) -> bytes:
    """The picture in few colours: a page needs no more, and the guide stays light."""
    out = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("RGB").quantize(256).save(out, "PNG", optimize=True)
    return out.getvalue()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", type=Path, metavar="FOLDER")
    parser.add_argument("--scene", choices=list(SCENES), action="append", help="with --all: only this one")
    options = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        env = {**os.environ, "DUO_HOME": folder, "DUO_PACE": "0", "LANG": "C.UTF-8"}
        command = [sys.executable, "-c", "from duo.cli.main import main; main()", "web", "--no-open", "--port", "0"]
        server = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        found = re.search(r"http://\S+\d", server.stdout.readline() if server.stdout else "")
        if not found:
            sys.exit("the server did not start")
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        if options.all:
            options.all.mkdir(parents=True, exist_ok=True)
            for scene in options.scene or SCENES:
                for size, theme, lang in (
                    (DESK, "light", "en"),
                    (DESK, "dark", "fr"),
                    (PHONE, "light", "fr"),
                    (PHONE, "dark", "en"),
                ):
                    name = f"{scene}-{'phone' if size is PHONE else 'desk'}-{theme}-{lang}.png"
                    (options.all / name).write_bytes(take(browser, found[0], scene, size, theme, lang, full=True))
                    print(name, flush=True)
        else:
            for name, (scene, size, theme, lang) in SHOWN.items():
                data = small(take(browser, found[0], scene, size, theme, lang, full=False))
                (PICTURES / f"{name}.png").write_bytes(data)
                print(f"{name}.png {len(data) / 1000:.0f} kB")
        browser.close()
        server.terminate()
        server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
