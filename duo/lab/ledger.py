"""Writing the results file of a self-play run: a line for each game, so that an interrupted run can resume."""

from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from duo.core.refusal import Refusal
from duo.lab.results import CutOffLine, GameResult, RunHeader, read_results


class ResultsLedger:
    """Appends the results of a run's games to a file. Writes are unbuffered, so that an interruption loses no game."""

    def __init__(self, path: Path, header: RunHeader) -> None:
        """Open the results file of the run with this header, or create it. An incomplete last line is cut off.

        Raises Refusal, and leaves the file unchanged, if it is no results file or is of another run.
        """
        self.games, valid_bytes = _count_whole_games(path, header) if path.exists() else (0, 0)
        self._file = path.open("ab", buffering=0)
        self._file.truncate(valid_bytes)
        if not valid_bytes:
            self._file.write(_header_line(header))

    def add(self, result: GameResult) -> None:
        self._file.write(f"{result}\n".encode())
        self.games += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._file.close()


def _header_line(header: RunHeader) -> bytes:
    return f"{header}\n".encode()


def _count_whole_games(path: Path, header: RunHeader) -> tuple[int, int]:
    """Return the number of games in a results file, and the length in bytes of its complete lines.

    Raises Refusal if the file is no results file or is of another run.
    """
    first_line = _header_line(header)
    with path.open("rb") as file:
        if first_line.startswith(start := file.read(len(first_line))) and start != first_line:
            return 0, 0  # the file is empty, or its header is incomplete
        file.seek(0)
        try:
            stored_header, results = read_results(file)
        except Refusal as problem:
            raise Refusal("{path} is not a results file; choose another file with --out", path=path) from problem
        if differences := header.differing_fields(stored_header):
            raise Refusal(
                "{path} was started with another {fields}; choose another file with --out",
                path=path,
                fields=", ".join(differences),
            )
        games, valid_bytes = 0, file.tell()
        with suppress(CutOffLine):
            for _ in results:
                games, valid_bytes = games + 1, file.tell()
    return games, valid_bytes
