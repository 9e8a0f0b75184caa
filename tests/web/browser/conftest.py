"""A real browser (the machine's Chromium) and `duo web` in its own process."""

import os

import pytest
from browsers import ARGS, CHROMIUM
from servers import Server

SLOW = 60_000  # milliseconds that a busy machine may take for one step


@pytest.fixture(scope="session")
def chromium():
    if CHROMIUM is None:
        if os.environ.get("DUO_BROWSER") == "required":
            pytest.fail("these tests need Chromium, and there is none on this machine")
        pytest.skip("no Chromium on this machine: install the package chromium to run the tests in a browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def browse(chromium):
    """Open pages with separate cookies. Errors in their consoles fail the test."""
    opened, complaints = [], []

    def browse(lang="en", theme="light", width=1280, height=900, **more):
        context = chromium.new_context(
            locale=lang, color_scheme=theme, viewport={"width": width, "height": height}, **more
        )
        context.set_default_timeout(SLOW)
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if _is_ours(message) else None)
        return page

    yield browse
    for context in opened:
        context.close()
    assert not complaints


def _is_ours(message):
    # Ignore the broken connections of servers that a test kills, and the inline style that a screenshot adds.
    gone = ("ERR_", "Failed to load resource", "htmx:sendError", "htmx:afterRequest", "Applying inline style")
    return message.type == "error" and not any(name in message.text for name in gone)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("web"))
    yield running
    running.kill()


@pytest.fixture
def own_server(tmp_path):
    running = Server(tmp_path)
    yield running
    running.kill()
