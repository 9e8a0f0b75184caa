"""The server as a process, or several: it listens, says where, and opens the browser."""

import contextlib
import os
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from itertools import product
from typing import TYPE_CHECKING

from duo.core.refusal import Refusal
from duo.web.server.memory import limit_malloc_arenas
from duo.web.settings import Settings

if TYPE_CHECKING:
    import uvicorn

_SHUTDOWN_SECONDS = 20  # seconds for answers under way when the server stops
_WARM_UP_TABLES = 2  # of each language that are thought about before the fork
_PARENT_CHECK_SECONDS = 1.0  # seconds between looks whether the process that started this one is still there


def serve(settings: Settings, *, open_browser: bool, report_address: Callable[[str], None]) -> None:
    """Answer until interrupted; `say` is told the address once it can be opened."""
    listening = _listen(settings.host, settings.port)
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = settings.public_url or f"http://{shown}:{listening.getsockname()[1]}"
    _allow_many_files()
    limit_malloc_arenas()

    def announce() -> None:
        report_address(f"{address}/")
        if open_browser:
            webbrowser.open(f"{address}/")

    with listening:
        if settings.workers == 1:
            _serve_one(settings, listening, announce)
        else:
            _serve_workers(settings, listening, announce)


def _serve_one(
    settings: Settings,
    listening: socket.socket,
    on_started: Callable[[], object],
    predecessor: str = "",
    parent: int = 0,
) -> None:
    """Answer in this process until a signal ends it, or until its parent is gone if it has one to mind."""
    import uvicorn

    from duo.web.logs import configure_json_logging
    from duo.web.server.app import create_app

    if settings.json_log:
        configure_json_logging()
    app = create_app(settings)
    at = app.state.services
    at.predecessor = predecessor

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Streams have no end of their own, so they are told to end before anything is waited for."""
            at.end_streams()
            await super().shutdown(sockets)

    # Addresses carry the secrets of seats, so the library logs none.
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        h11_max_incomplete_event_size=32_768,
        log_config=None if settings.json_log else uvicorn.config.LOGGING_CONFIG,
        proxy_headers=bool(settings.public_url),
        forwarded_allow_ips=settings.trusted_proxies,
    )
    server = Server(config)
    with _watch(server, on_started, parent):
        server.run(sockets=[listening])


def _serve_workers(settings: Settings, listening: socket.socket, on_started: Callable[[], None]) -> None:
    """Answer in several processes, which this one watches over."""
    from duo.table.store.connect import open_database
    from duo.web import metrics
    from duo.web.app_state import process_name
    from duo.web.server import app  # noqa: F401 - imported before the fork, so that its memory is shared
    from duo.web.server.workers import WorkerPool

    if not hasattr(os, "fork"):
        raise Refusal("Several processes need a system that can fork, such as Linux. Leave --workers out.")
    open_database(str(settings.store)).close()  # says what is wrong with the store before anything is started
    _warm_up()
    listening.setblocking(False)
    answering, tell = os.pipe()
    os.set_blocking(answering, False)
    announced = False

    def work(predecessor: int) -> None:
        before = process_name(settings, predecessor) if predecessor else ""
        _serve_one(settings, listening, lambda: bool(os.write(tell, b".")), before, parent=os.getppid())

    def look() -> None:
        nonlocal announced
        with contextlib.suppress(BlockingIOError):
            if not announced and os.read(answering, 1):
                announced = True
                on_started()

    with metrics.share_between_processes():
        WorkerPool(settings.workers, work, metrics.mark_process_ended, look).run()


def _warm_up() -> None:
    """Have clues given and heard in every language: what that loads and works out is then there for all."""
    from duo.core.key import Seat
    from duo.table import dealing
    from duo.table.dealing import SeatHolder
    from duo.table.partner import partner
    from duo.text import LANGUAGES
    from duo.words import wordlist

    for lang, seed in product(LANGUAGES, range(_WARM_UP_TABLES)):
        game = dealing.deal_game(wordlist.shipped_wordlist(lang), seed, seats=dict.fromkeys(Seat, SeatHolder()))
        player = partner(lang)
        if clue := player.clue(game.final.view(Seat.A)):
            player.guess(game.play(clue).final.view(Seat.B))


def _listen(host: str, port: int) -> socket.socket:
    try:
        # Looked up first, as create_server leaves its socket open when a text cannot be the name of a host.
        family, *_rest, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.create_server(address, family=family, backlog=2048)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        raise Refusal(
            "Cannot listen on {host}, port {port}: {reason}. Choose another with --port.",
            host=host,
            port=port,
            reason=getattr(error, "strerror", None) or error,
        ) from error
    # Else the body of an answer waits 40 ms for its headers to be confirmed. Connections inherit it; asyncio sets it
    # only for sockets that were made with the name of their protocol.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _allow_many_files() -> None:
    """Every browser that listens is an open file; most systems begin with a thousand and allow more."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@contextlib.contextmanager
def _watch(server: "uvicorn.Server", on_started: Callable[[], object], parent: int) -> Iterator[None]:
    """Say when the server answers, and end it when the process that watches over it is gone."""
    stopped = threading.Event()

    def wait() -> None:
        while not stopped.wait(0.05):
            if server.started:
                on_started()
                break
        while parent and not stopped.wait(_PARENT_CHECK_SECONDS):
            server.should_exit = server.should_exit or os.getppid() != parent

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
