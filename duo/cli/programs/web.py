"""`duo web`: serve the game to the browser, on this machine or to others."""

import contextlib
from importlib.util import find_spec

import click

from duo.cli import user_data
from duo.cli.commands import DuoCommand
from duo.cli.errors import Failure
from duo.cli.option_types import IntRange
from duo.cli.safe_output import echo
from duo.text import N_, _

_REQUIRED_PACKAGES = {
    "starlette": "starlette",
    "uvicorn": "uvicorn",
    "jinja2": "jinja2",
    "multipart": "python-multipart",
}


@click.command(
    cls=DuoCommand,
    help=N_(
        "Play in the browser: starts a server on this machine and opens its first page. With --host 0.0.0.0 others "
        "in your network can join. Each option can be set in the environment too: DUO_WEB_STORE, DUO_WEB_WORKERS and "
        "so on.\n\nExample: duo web --port 9000 --no-open"
    ),
)
@click.option(
    "--host",
    envvar="DUO_WEB_HOST",
    default="127.0.0.1",
    show_default=True,
    help=N_("Where to listen; 0.0.0.0 serves others."),
)
@click.option(
    "--port",
    envvar="DUO_WEB_PORT",
    type=IntRange(0, 65_535),
    default=8380,
    show_default=True,
    help=N_("Port to listen on; 0 picks a free one."),
)
@click.option("--open/--no-open", "browser", envvar="DUO_WEB_OPEN", default=True, help=N_("Open the browser."))
@click.option("--store", envvar="DUO_WEB_STORE", metavar="FILE|postgresql://…", help=N_("Database for the games."))
@click.option(
    "--workers",
    envvar="DUO_WEB_WORKERS",
    type=IntRange(1, 64),
    default=1,
    show_default=True,
    help=N_("Number of server processes."),
)
@click.option(
    "--thinkers",
    envvar="DUO_WEB_THINKERS",
    type=IntRange(0, 64),
    default=0,
    help=N_("AI moves that one process computes at once; 0 chooses by the number of cores."),
)
@click.option(
    "--public-url",
    envvar="DUO_WEB_PUBLIC_URL",
    default="",
    metavar="URL",
    help=N_("Public address of the server, if it is behind a proxy."),
)
@click.option(
    "--trusted-proxies",
    envvar="DUO_WEB_TRUSTED_PROXIES",
    default="127.0.0.1",
    show_default=True,
    help=N_("Proxies whose forwarded client addresses are trusted."),
)
@click.option(
    "--metrics-from",
    envvar="DUO_WEB_METRICS_FROM",
    default="127.0.0.0/8,::1",
    show_default=True,
    help=N_("Who may read /metrics."),
)
@click.option(
    "--keep-days",
    envvar="DUO_WEB_KEEP_DAYS",
    type=IntRange(0, 36_500),
    default=0,
    help=N_("Delete games unchanged for this many days; 0 keeps them all."),
)
@click.option(
    "--log",
    envvar="DUO_WEB_LOG",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help=N_("Log format; json writes a line per request."),
)
def web(
    host: str,
    port: int,
    browser: bool,
    store: str | None,
    workers: int,
    thinkers: int,
    public_url: str,
    trusted_proxies: str,
    metrics_from: str,
    keep_days: int,
    log: str,
) -> None:
    if missing := [package for module, package in _REQUIRED_PACKAGES.items() if find_spec(module) is None]:
        raise Failure(
            _("The web server needs {packages}. Install them with: pip install 'duo[web]'", packages=", ".join(missing))
        )
    from duo.cli.terminal.screen import read_pace_factor
    from duo.web.server.serve import serve
    from duo.web.settings import Settings

    settings = Settings(
        store=store or user_data.web_database_path(),
        host=host,
        port=port,
        pace=read_pace_factor(),
        workers=workers,
        thinkers=thinkers,
        public_url=public_url.rstrip("/"),
        trusted_proxies=trusted_proxies,
        metrics_from=metrics_from,
        keep_days=keep_days,
        json_log=log == "json",
    )
    if settings.is_public:
        echo(
            _(
                "Others can reach this server at {host}: limits are on, and your own games and campaigns of "
                "the terminal are not shown.",
                host=settings.public_url or host,
            ),
            err=True,
        )

    def report_address(address: str) -> None:
        echo(_("duo is at {address} (Ctrl+C ends it)", address=address))

    # Ctrl+C is the normal way to stop the server.
    with contextlib.suppress(KeyboardInterrupt):
        serve(settings, open_browser=browser and not settings.public_url, report_address=report_address)
