"""The file of a run while it grows: every game is kept as a whole line, and a run cut short goes on where it was."""

from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from duo.core.refusal import Refusal
from duo.lab.results import CutOff, Header, Result, read


class Ledger:
    """Keeps the games of one run. Unbuffered, so that an interruption falls between two lines."""

    def __init__(self, path: Path, header: Header) -> None:
        """Open the file of this run, new or begun; one that something else wrote is refused and left as it is."""
        self.games, whole = _count_whole_games(path, header) if path.exists() else (0, 0)
        self._file = path.open("ab", buffering=0)
        self._file.truncate(whole)
        if not whole:
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
    """How many games the file has, and how many of its bytes are whole lines."""
    begin = _first_line(header)
    with path.open("rb") as file:
        if begin.startswith(start := file.read(len(begin))) and start != begin:
            return 0, 0  # nothing yet, or a header cut short
        file.seek(0)
        try:
            kept, results = read(file)
        except Refusal as problem:
            raise Refusal("{path} is not the file of a run; name another with --out", path=path) from problem
        if others := header.differences(kept):
            raise Refusal(
                "{path} was begun with another {fields}; name another file with --out",
                path=path,
                fields=", ".join(others),
            )
        games, whole = 0, file.tell()
        with suppress(CutOff):
            for _ in results:
                games, whole = games + 1, file.tell()
    return games, whole
