#!/usr/bin/env python3
"""Measure in Chromium the time from the click on Play until the board is usable.

    python scripts/benchmarks/bench_browser.py --servers 5

The first game on a new server in a new browser is cold. The following games in the same browser are warm.
"""

import argparse
import statistics
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from browsers import ARGS, CHROMIUM
from servers import Server

WARM_GAMES = 4  # games after the first


@dataclass
class LoadTimes:
    """Seconds from the click on Play until the board is drawn, and until it is the person's turn."""

    board: list[float] = field(default_factory=list)
    turn: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return f"board usable {_format_times(self.board)}; the partner's clue is there {_format_times(self.turn)}"


def _format_times(seconds: list[float]) -> str:
    return f"median {1000 * statistics.median(seconds):.0f} ms, slowest {1000 * max(seconds):.0f} ms"


# Stores in the page the milliseconds since the click, by the browser's clock: when the board is drawn and its scripts
# have run, and when the words can be touched.
_TIMING_SCRIPT = """
if (location.pathname.startsWith("/game/")) document.addEventListener("DOMContentLoaded", () => {
  const shown = document.documentElement.dataset;
  const since = () => Date.now() - Number(sessionStorage.getItem("clicked"));
  requestAnimationFrame(() => requestAnimationFrame(() => { shown.board = since(); }));
  const look = () => document.querySelector("#touch") ? shown.turn = since() : requestAnimationFrame(look);
  look();
});
else document.addEventListener("click", () => sessionStorage.setItem("clicked", Date.now()), true);
"""


def measure_clicks(count: int) -> tuple[LoadTimes, LoadTimes]:
    """Return the cold and the warm times over `count` servers and browsers."""
    cold, warm = LoadTimes(), LoadTimes()
    with sync_playwright() as playwright:
        for _ in range(count):
            with tempfile.TemporaryDirectory() as folder:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
                server = Server(Path(folder), pace="1")
                _time_clicks(browser, server.address, [cold, *[warm] * WARM_GAMES])
                browser.close()
                server.kill()
    return cold, warm


def _time_clicks(browser: Browser, address: str, times: list[LoadTimes]) -> None:
    context = browser.new_context(viewport={"width": 1200, "height": 820})
    context.add_init_script(_TIMING_SCRIPT)
    page = context.new_page()
    for target in times:
        page.goto(address)
        page.locator(".hero button").first.click()
        page.wait_for_selector("html[data-board][data-turn]", timeout=60_000)
        html = page.locator("html")
        target.board.append(int(html.get_attribute("data-board") or 0) / 1000)
        target.turn.append(int(html.get_attribute("data-turn") or 0) / 1000)
    context.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--servers", type=int, default=5)
    cold, warm = measure_clicks(parser.parse_args().servers)
    print(f"from the click on Play, cold ({len(cold.board)}): {cold}")
    print(f"from the click on Play, warm ({len(warm.board)}): {warm}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
