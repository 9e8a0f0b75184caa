"""A pack while it grows: every puzzle is kept as a whole line, and a run cut short goes on where it was."""

import hashlib
import json
from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from duo.core.refusal import Refusal
from duo.files.reading import read_bytes
from duo.files.schema import read_json
from duo.puzzle.kinds.registry import ear_digests
from duo.puzzle.making.make import PuzzleOrder, generate_puzzles, get_bench
from duo.puzzle.pack import MAX_BYTES, puzzle_from_json, puzzle_to_line, traits_of
from duo.puzzle.puzzle import GENERATOR_VERSION, Puzzle


def draft_path(out: Path) -> Path:
    """Where the pack that will be this file grows."""
    return out.with_name(f"{out.name}.part")


def generate_with_draft(
    out: Path, order: PuzzleOrder, size: int, jobs: int, avoid: set[str]
) -> Generator[Puzzle, None, None]:
    """So many puzzles, those of an earlier run cut short first; the draft stays until the pack is written."""
    path = draft_path(out)
    head = _header(order, avoid)
    kept, whole = _read_draft(path, head) if path.exists() else ([], 0)
    with path.open("ab", buffering=0) as file:
        file.truncate(whole)
        if not whole:
            file.write(head)
        yield from (puzzle for _, puzzle in kept[:size])
        if len(kept) >= size:
            return
        taken = avoid | traits_of(puzzle for _, puzzle in kept)
        start = kept[-1][0] + 1 if kept else 0
        for found, (index, puzzle) in enumerate(generate_puzzles(order, jobs, taken, start), len(kept) + 1):
            file.write(f'{{"index": {index}, "puzzle": {puzzle_to_line(puzzle)}}}\n'.encode())
            yield puzzle
            if found == size:
                return


def _header(order: PuzzleOrder, avoid: set[str]) -> bytes:
    """A line that tells whether a draft was begun with the same options, words and ears."""
    bench = get_bench(order.lang)
    begun = {
        **asdict(order),
        "generator": GENERATOR_VERSION,
        "words": bench.wordlist.digest,
        "minds": [ear_digests(kind, bench) for kind in order.kinds],
        "avoid": hashlib.sha256("\n".join(sorted(avoid)).encode()).hexdigest()[:16],
    }
    return f"{json.dumps(begun)}\n".encode()


def _read_draft(path: Path, header: bytes) -> tuple[list[tuple[int, Puzzle]], int]:
    """The puzzles of a draft with their places in the order, and how many of its bytes are whole lines."""
    data = read_bytes(str(path), MAX_BYTES)
    if header.startswith(data):
        return [], 0  # nothing yet, or a first line cut short
    if not data.startswith(header):
        raise Refusal(
            "{path} was begun with other options or another model; delete it, or name another file with --out",
            path=path,
        )
    kept, whole = [], len(header)
    for line in data[len(header) :].splitlines(keepends=True):
        if not line.endswith(b"\n"):
            break
        kept.append(_parse_line(line))
        whole += len(line)
    return kept, whole


@dataclass(frozen=True, slots=True)
class _Line:
    index: int
    puzzle: dict[str, Any]


def _parse_line(line: bytes) -> tuple[int, Puzzle]:
    try:
        entry = read_json(line, _Line)
        return entry.index, puzzle_from_json(entry.puzzle)
    except Refusal as problem:
        raise Refusal("the draft has a line that is not a puzzle; delete it: {problem}", problem=problem) from problem
