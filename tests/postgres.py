"""A temporary PostgreSQL server, started from the binaries of this machine."""

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

# PostgreSQL refuses to run as root, so root runs it as one of these users.
_USERS = ("postgres", "nobody")
# The tests restart and kill the server, and do not depend on what it loses with fsync off.
_SETTINGS = {"listen_addresses": "127.0.0.1", "max_connections": "100", "shared_buffers": "64MB"}


def binaries() -> Path | None:
    """The folder of the newest `initdb` and `pg_ctl`, which Debian keeps out of PATH."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((each.parent for each in folders), key=lambda each: float(each.parent.name), default=None)


class Cluster:
    """A server that trusts every local user. `remove` deletes its data."""

    def __init__(self, **settings: str) -> None:
        found = binaries()
        assert found is not None, "there is no PostgreSQL here"
        self.bin = found
        self.folder = Path(tempfile.mkdtemp(prefix="duo-postgres-"))
        self._user = next((name for name in _USERS if _exists(name)), "nobody") if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self.folder, self._user)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._run("initdb", "--username=duo", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", *self._data)
        chosen = {**_SETTINGS, **settings, "port": str(self.port), "unix_socket_directories": str(self.folder)}
        self._options = " ".join(f"-c {name}={value}" for name, value in chosen.items())
        self.start()

    def start(self) -> None:
        self._run(
            "pg_ctl",
            "start",
            "--wait",
            "--silent",
            *self._data,
            "--log",
            str(self.folder / "log"),
            "--options",
            self._options,
        )

    def stop(self, mode: str = "fast") -> None:
        """Stop the server. `fast` ends sessions at once; `immediate` simulates a crash."""
        self._run("pg_ctl", "stop", "--wait", "--silent", "--mode", mode, *self._data)

    def create(self, name: str) -> str:
        """Create an empty database and return its address."""
        self.query("postgres", f"CREATE DATABASE {name}")
        return self.address(name)

    def schema(self, name: str) -> str:
        """Create an empty schema, which is faster than a database, and return its address."""
        self.query("postgres", f"CREATE SCHEMA {name}")
        return f"{self.address('postgres')}?options=-csearch_path%3D{name}"

    def address(self, name: str) -> str:
        return f"postgresql://duo@127.0.0.1:{self.port}/{name}"

    def query(self, database: str, statement: str) -> str:
        ran = self._run(
            "psql",
            "--no-psqlrc",
            "--quiet",
            "--tuples-only",
            "--no-align",
            "--command",
            statement,
            self.address(database),
        )
        return ran.stdout.strip()

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def program(self, name: str, *arguments: str) -> None:
        """Run one of PostgreSQL's own programs, such as pg_dump."""
        self._run(name, *arguments)

    @property
    def _data(self) -> tuple[str, str]:
        return "--pgdata", str(self.folder / "data")

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        # The server that pg_ctl starts would hold pipes open, so the output goes to a file.
        with tempfile.TemporaryFile("w+") as out:
            ran = subprocess.run(
                [self.bin / program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
                cwd=self.folder,
                user=self._user,
                group=self._user and _group(self._user),
                extra_groups=[] if self._user else None,
            )
            out.seek(0)
            output = out.read()
        if ran.returncode:
            raise RuntimeError(f"{program}: {output}")
        return subprocess.CompletedProcess(ran.args, 0, output)


def _exists(user: str) -> bool:
    import pwd

    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def _group(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid
