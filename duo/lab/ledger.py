"""The results file of a run in progress: each game is saved as a whole line, so that an interrupted run can resume."""

from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from duo.core.refusal import Refusal
from duo.lab.results import CutOff, Header, Result, read


class Ledger:
    """Appends the games of one run to a file. It is unbuffered, so that an interruption leaves whole lines."""

    def __init__(self, path: Path, header: Header) -> None:
        """Open the results file, or create it.

        Raises Refusal if the file has other contents, and leaves it unchanged.
        """
        self.games, valid_bytes = _count_whole_games(path, header) if path.exists() else (0, 0)
        self._file = path.open("ab", buffering=0)
        self._file.truncate(valid_bytes)
        if not valid_bytes:
            self._file.write(_first_line(header))

    def add(self, result: Result) -> None:
        self._file.write(f"{result}\n".encode())
        self.games += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._file.close()


def _first_line(header: Header) -> bytes:
    return f"{header}\n".encode()


def _count_whole_games(path: Path, header: Header) -> tuple[int, int]:
    """Return the number of games in the file, and the length in bytes of its complete lines."""
    first_line = _first_line(header)
    with path.open("rb") as file:
        if first_line.startswith(start := file.read(len(first_line))) and start != first_line:
            return 0, 0  # the file is empty, or its header is incomplete
        file.seek(0)
        try:
            stored_header, results = read(file)
        except Refusal as problem:
            raise Refusal("{path} is not a results file; choose another file with --out", path=path) from problem
        if differences := header.differences(stored_header):
            raise Refusal(
                "{path} was started with another {fields}; choose another file with --out",
                path=path,
                fields=", ".join(differences),
            )
        games, valid_bytes = 0, file.tell()
        with suppress(CutOff):
            for _ in results:
                games, valid_bytes = games + 1, file.tell()
    return games, valid_bytes
