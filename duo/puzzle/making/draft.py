"""Drafts of packs: a file to which each new puzzle is added as a line, so that an interrupted run can resume."""

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
from duo.puzzle.making.make import PuzzleOrder, generate_puzzles, get_puzzle_resources
from duo.puzzle.pack import MAX_PACK_BYTES, all_traits_of, puzzle_from_json, puzzle_to_line
from duo.puzzle.puzzle import GENERATOR_VERSION, Puzzle


def draft_path(out: Path) -> Path:
    """Return the path of the draft for this pack file."""
    return out.with_name(f"{out.name}.part")


def generate_with_draft(
    out: Path, order: PuzzleOrder, size: int, jobs: int, avoid: set[str]
) -> Generator[Puzzle, None, None]:
    """Yield `size` puzzles: first those in the draft of an interrupted run, then new ones, which the draft stores.

    `avoid` has the traits that no puzzle may have. The caller deletes the draft when the pack is written.
    """
    path = draft_path(out)
    header = _draft_header(order, avoid)
    saved, valid_bytes = _read_draft(path, header) if path.exists() else ([], 0)
    with path.open("ab", buffering=0) as file:
        file.truncate(valid_bytes)
        if not valid_bytes:
            file.write(header)
        yield from (puzzle for _, puzzle in saved[:size])
        if len(saved) >= size:
            return
        used_traits = avoid | all_traits_of(puzzle for _, puzzle in saved)
        start = saved[-1][0] + 1 if saved else 0
        for found, (index, puzzle) in enumerate(generate_puzzles(order, jobs, used_traits, start), len(saved) + 1):
            file.write(f'{{"index": {index}, "puzzle": {puzzle_to_line(puzzle)}}}\n'.encode())
            yield puzzle
            if found == size:
                return


def _draft_header(order: PuzzleOrder, avoid: set[str]) -> bytes:
    """Return the first line of a draft. It identifies the options, word list and ears (sets of model signals)."""
    resources = get_puzzle_resources(order.lang)
    options = {
        **asdict(order),
        "generator": GENERATOR_VERSION,
        "words": resources.wordlist.digest,
        "minds": [ear_digests(kind, resources) for kind in order.kinds],
        "avoid": hashlib.sha256("\n".join(sorted(avoid)).encode()).hexdigest()[:16],
    }
    return f"{json.dumps(options)}\n".encode()


def _read_draft(path: Path, header: bytes) -> tuple[list[tuple[int, Puzzle]], int]:
    """Return the puzzles of a draft with their indices in the order, and the length in bytes of its complete lines.

    Raises Refusal if the draft has another header or a damaged line.
    """
    data = read_bytes(str(path), MAX_PACK_BYTES)
    if header.startswith(data):
        return [], 0  # the file is empty, or its first line is incomplete
    if not data.startswith(header):
        raise Refusal(
            "{path} was started with other options or another model; delete it or choose another file with --out",
            path=path,
        )
    puzzles, valid_bytes = [], len(header)
    for line in data[len(header) :].splitlines(keepends=True):
        if not line.endswith(b"\n"):
            break
        puzzles.append(_parse_draft_line(line))
        valid_bytes += len(line)
    return puzzles, valid_bytes


@dataclass(frozen=True, slots=True)
class _DraftLine:
    index: int
    puzzle: dict[str, Any]


def _parse_draft_line(line: bytes) -> tuple[int, Puzzle]:
    try:
        entry = read_json(line, _DraftLine)
        return entry.index, puzzle_from_json(entry.puzzle)
    except Refusal as problem:
        raise Refusal("the draft has a line that is not a puzzle; delete it: {problem}", problem=problem) from problem
