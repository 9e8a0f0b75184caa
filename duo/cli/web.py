"""`duo web`: the game in the browser, on this machine or served to friends."""

from importlib.util import find_spec
from pathlib import Path

import click

from duo.cli import home, shell
from duo.text import N_, _

_NEEDED = {"starlette": "starlette", "uvicorn": "uvicorn", "jinja2": "jinja2", "multipart": "python-multipart"}


@click.command(
    cls=shell.Command,
    help=N_(
        "Play in the browser: starts a server on this machine and opens its first page. With --host 0.0.0.0 others "
        "in your network can join.\n\nExample: duo web --port 9000 --no-open"
    ),
)
@click.option("--host", default="127.0.0.1", show_default=True, help=N_("Where to listen; 0.0.0.0 serves others."))
@click.option("--port", type=shell.IntRange(0, 65_535), default=8380, show_default=True, help=N_("0 takes a free one."))
@click.option("--open/--no-open", "browser", default=True, help=N_("Open the browser."))
@click.option("--store", type=click.Path(dir_okay=False, path_type=Path), help=N_("The database of the games."))
def web(host: str, port: int, browser: bool, store: Path | None) -> None:
    if missing := [package for module, package in _NEEDED.items() if find_spec(module) is None]:
        raise shell.Failure(
            _("The web server needs {packages}. Install them with: pip install 'duo[web]'",
                packages=", ".join(missing))
        )  # fmt: skip
    from duo.cli.terminal.screen import pace
    from duo.web.serve import serve
    from duo.web.settings import Settings

    settings = Settings(store=store or home.database(), host=host, port=port, pace=pace())
    if settings.is_public:
        shell.echo(_("Others can reach this server at {host}: limits are on, and your own games and campaigns of "
                     "the terminal are not shown.", host=host), err=True)  # fmt: skip

    def say(address: str) -> None:
        shell.echo(_("duo is at {address} (Ctrl+C ends it)", address=address))

    serve(settings, browser=browser, say=say)
