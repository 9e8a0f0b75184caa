"""The server as a process: it listens, says where, and opens the browser."""

import contextlib
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator

from duo.core.refusal import Refusal
from duo.files.trouble import trouble
from duo.web.settings import Settings


def serve(settings: Settings, *, browser: bool, say: Callable[[str], None]) -> None:
    """Answer until interrupted; `say` is told the address once it can be opened."""
    import uvicorn

    from duo.web.app import create_app

    listening = _listen(settings.host, settings.port)
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    # Addresses carry the secrets of seats, so none is logged.
    config = uvicorn.Config(
        create_app(settings), log_level="warning", access_log=False, server_header=False,
        timeout_graceful_shutdown=3, ws="none", h11_max_incomplete_event_size=32_768,
    )  # fmt: skip
    server = uvicorn.Server(config)
    with _when_started(server, lambda: _announce(address, browser=browser, say=say)):
        server.run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    try:
        # Looked up first, as create_server leaves its socket open when a text cannot be the name of a host.
        family, *_rest, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address, family=family, backlog=512)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        raise Refusal("Cannot listen on {host}, port {port}: {reason}. Choose another with --port.",
                      host=host, port=port, reason=_reason(error)) from error  # fmt: skip


def _reason(error: Exception) -> object:
    if isinstance(error, socket.gaierror):
        return Refusal("there is no such host")
    return trouble(error) if isinstance(error, OSError) else error


def _announce(address: str, *, browser: bool, say: Callable[[str], None]) -> None:
    say(address)
    if browser:
        webbrowser.open(address)


@contextlib.contextmanager
def _when_started(server: object, act: Callable[[], None]) -> Iterator[None]:
    """Do this once the server answers, beside it."""
    stopped = threading.Event()

    def wait() -> None:
        while not stopped.wait(0.05):
            if getattr(server, "started", False):
                act()
                return

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
