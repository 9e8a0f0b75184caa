"""Starts the web server: listens on a port, runs one or several server processes, and opens the browser."""

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

_MAX_WAIT_FOR_REQUESTS_SECONDS = 20  # for requests under way when the server stops
_WARM_UP_GAMES_PER_LANGUAGE = 2  # dealt and begun before the fork
_PARENT_CHECK_SECONDS = 1.0  # between checks that the parent process is alive


def serve(settings: Settings, *, open_browser: bool, report_address: Callable[[str], None]) -> None:
    """Serve until interrupted. `report_address` is called with the URL once the server answers."""
    listener = _create_listener(settings.host, settings.port)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = settings.public_url or f"http://{host}:{listener.getsockname()[1]}"
    _raise_open_file_limit()
    limit_malloc_arenas()

    def announce() -> None:
        report_address(f"{address}/")
        if open_browser:
            webbrowser.open(f"{address}/")

    with listener:
        if settings.workers == 1:
            _serve_in_this_process(settings, listener, announce)
        else:
            _serve_in_workers(settings, listener, announce)


def _serve_in_this_process(
    settings: Settings,
    listener: socket.socket,
    on_started: Callable[[], object],
    predecessor: str = "",
    parent: int = 0,
) -> None:
    """Serve in this process until a signal comes.

    If `parent` is the id of the parent process, serving also stops when that process ends. `predecessor` is the name of
    the ended process that this process replaces, or empty.
    """
    import uvicorn

    from duo.web.logs import configure_json_logging
    from duo.web.server.app import create_app

    if settings.json_log:
        configure_json_logging()
    app = create_app(settings)
    state = app.state.app_state
    state.predecessor = predecessor

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Shut down after ending the event streams. Otherwise uvicorn would wait for them until its timeout."""
            state.streams.end_all()
            await super().shutdown(sockets)

    # URLs contain the secrets of seats, so uvicorn must not log them.
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=_MAX_WAIT_FOR_REQUESTS_SECONDS,
        h11_max_incomplete_event_size=32_768,
        log_config=None if settings.json_log else uvicorn.config.LOGGING_CONFIG,
        proxy_headers=bool(settings.public_url),
        forwarded_allow_ips=settings.trusted_proxies,
    )
    server = Server(config)
    with _watch_server(server, on_started, parent):
        server.run(sockets=[listener])


def _serve_in_workers(settings: Settings, listener: socket.socket, on_started: Callable[[], None]) -> None:
    """Serve in several worker processes. This process starts them and replaces those that end."""
    from duo.table.store.connect import open_database
    from duo.web import metrics
    from duo.web.app_state import process_name
    from duo.web.server import app  # noqa: F401 - imported before the fork to share its memory
    from duo.web.server.workers import WorkerPool

    if not hasattr(os, "fork"):
        raise Refusal("Several processes need a system that can fork, such as Linux. Leave --workers out.")
    open_database(str(settings.store)).close()  # reports a problem with the store before any worker starts
    _warm_up_models()
    listener.setblocking(False)
    ready_pipe, ready_signal = os.pipe()
    os.set_blocking(ready_pipe, False)
    announced = False

    def worker_main(predecessor: int) -> None:
        predecessor_name = process_name(settings, predecessor) if predecessor else ""
        _serve_in_this_process(
            settings, listener, lambda: bool(os.write(ready_signal, b".")), predecessor_name, parent=os.getppid()
        )

    def check_ready() -> None:
        nonlocal announced
        with contextlib.suppress(BlockingIOError):
            if not announced and os.read(ready_pipe, 1):
                announced = True
                on_started()

    with metrics.share_metrics_between_processes():
        WorkerPool(settings.workers, worker_main, metrics.mark_process_ended, check_ready).run()


def _warm_up_models() -> None:
    """Load the language models and fill their caches, by giving and guessing clues in every language.

    Worker processes that are forked afterwards share this memory.
    """
    from duo.core.key import Seat
    from duo.table import dealing
    from duo.table.dealing import SeatHolder
    from duo.table.players import partner
    from duo.text import LANGUAGES
    from duo.words import wordlist

    for lang, seed in product(LANGUAGES, range(_WARM_UP_GAMES_PER_LANGUAGE)):
        game = dealing.deal_game(wordlist.shipped_wordlist(lang), seed, seats=dict.fromkeys(Seat, SeatHolder()))
        player = partner(lang)
        if clue := player.clue(game.final.view(Seat.A)):
            player.guess(game.play(clue).final.view(Seat.B))


def _create_listener(host: str, port: int) -> socket.socket:
    """A socket that listens on a host and port. Raises Refusal if that is not possible."""
    try:
        # Resolve first: create_server leaks its socket when `host` is not a valid host name.
        family, *_rest, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(address, family=family, backlog=2048)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        raise Refusal(
            "Cannot listen on {host}, port {port}: {reason}. Choose another with --port.",
            host=host,
            port=port,
            reason=getattr(error, "strerror", None) or error,
        ) from error
    # Without TCP_NODELAY a response body waits 40 ms for the acknowledgement of its headers. Connections inherit the
    # option. asyncio sets it only on sockets created with an explicit protocol number.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _raise_open_file_limit() -> None:
    """Raise the limit of open files to the maximum. Every event stream needs one, and the default is often 1,024."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@contextlib.contextmanager
def _watch_server(server: "uvicorn.Server", on_started: Callable[[], object], parent: int) -> Iterator[None]:
    """A context in which a thread watches the server.

    The thread calls `on_started` once the server answers. If `parent` is the id of the parent process, it stops the
    server when that process ends.
    """
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
