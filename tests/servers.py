"""`duo web` as a process, and access to its store."""

import contextlib
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from duo.core.game import read


class Server:
    """`duo web` in its own process. A restart keeps the port."""

    def __init__(
        self, folder: Path, pace: str = "0", store: Path | str | None = None, options: Sequence[str] = ()
    ) -> None:
        self.store = store or folder / "games.sqlite"
        self.log = folder / "log"
        self._options = options
        self._env = {**os.environ, "DUO_HOME": str(folder / "home"), "DUO_PACE": pace, "LANG": "C.UTF-8"}
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [
            *(sys.executable, "-m", "duo", "web", "--no-open", "--port"),
            str(self.port),
            "--store",
            str(self.store),
            *self._options,
        ]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, env=self._env, stdout=subprocess.PIPE, stderr=log, text=True)
        line = self.process.stdout.readline()
        assert line, self.log.read_text()
        self.address = re.search(r"http://127\.0\.0\.1:(\d+)", line)[0]
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self._wait_for_exit()

    def stop(self):
        """Stop the server and return its exit code."""
        self.process.terminate()
        return self._wait_for_exit()

    def _wait_for_exit(self):
        code = self.process.wait(60)
        self.process.stdout.close()
        return code

    def game(self, game_id):
        """The game in the store."""
        return read(self._column("record", game_id))

    def version(self, game_id):
        return self._column("version", game_id)

    def _column(self, column, game_id):
        with contextlib.closing(sqlite3.connect(self.store)) as connection:
            query = f"SELECT {column} FROM games WHERE id = ?"  # noqa: S608 - a name of ours
            (value,) = connection.execute(query, (game_id,)).fetchone()
        return value


def game_id_of_page(page):
    return re.search(r"/game/([0-9a-f]+)", page.url)[1]


def wait_until(check, seconds=60):
    """Wait until `check` returns true. For conditions that no page shows."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)
