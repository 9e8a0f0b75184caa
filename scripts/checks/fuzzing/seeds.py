"""Valid input of every kind, which the fuzzer mutates."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from duo.core.game import read as read_record
from duo.core.key import Seat
from duo.puzzle.pack import Pack, puzzle_to_line
from duo.puzzle.puzzle import Puzzle
from duo.table.json_views import view_json

ROOT = Path(__file__).resolve().parents[3]
COMPAT_DIR = ROOT / "tests" / "data" / "compat"
WORDS = (
    "WHALE SHARK PIRATE KING TOWER FALL QUEEN ROSE NOTE BELL RIVER CASTLE PIANO ROBOT DRAGON MOON TIGER BRIDGE ENGINE "
    "GLASS HONEY LEMON MARBLE NEEDLE NEW_YORK"
).split()
BOARD = tuple(word.replace("_", " ") for word in WORDS)


def file_contents(*patterns: str) -> Callable[[], list[bytes]]:
    return lambda: [path.read_bytes() for pattern in patterns for path in sorted((ROOT / "tests").glob(pattern))]


def encoded_texts(*texts: str) -> Callable[[], list[bytes]]:
    return lambda: [each.encode() for each in texts]


def engine_requests() -> list[bytes]:
    lines = (COMPAT_DIR / "engine.jsonl").read_text("utf-8").splitlines()
    recorded = [json.loads(line)["line"] for line in lines]
    known = [request.encode("utf-8", "surrogatepass") for request in recorded if isinstance(request, str)]
    return [*known, *(json.dumps(request).encode() for request in [*_newer_requests(), *_game_requests()])]


def _newer_requests() -> Iterator[dict[str, object]]:
    """Yield requests with fields that were added after version 0.1.0."""
    earlier = [{"clue": "SEA", "count": 2, "found": ["SHARK"], "missed": ["KING"]}]
    yield {
        "op": "guess",
        "words": WORDS[4:12],
        "clue": "ROYAL",
        "count": 2,
        "found": ["QUEEN"],
        "history": earlier,
        "level": "regular",
        "tokens": 3,
        "mistakes": 1,
    }
    yield {"op": "guess", "words": WORDS[4:12], "history": earlier, "seen": {"SHARK": "g", "KING": "."}}
    yield {
        "op": "clue",
        "green": WORDS[:3],
        "black": WORDS[3:4],
        "tan": WORDS[5:8],
        "history": earlier,
        "top": 3,
        "covered": WORDS[9:11],
        "style": "bold",
        "level": "beginner",
        "same": True,
    }
    yield {"op": "check", "words": WORDS[:8], "clue": "WHALING", "count": 1, "meant": WORDS[1:3], "strict": True}


def _game_requests() -> Iterator[dict[str, object]]:
    """Yield requests about a whole game, given by its record and by a seat's view."""
    for name in ("turn-under-way", "guess-to-come", "sudden-death-under-way", "several-clues", "partie-en-francais"):
        record = (ROOT / "tests" / "playthroughs" / f"{name}.duo").read_text("utf-8")
        final = read_record(record).final
        for op, seats in (("clue", final.givers), ("guess", final.guessers)):
            yield {"op": op, "record": record, "seat": seats[0] if seats else Seat.A}
            yield {"op": op, "view": view_json(final.view(seats[0] if seats else Seat.A))}


def vectors() -> list[bytes]:
    rows = np.random.default_rng(1).normal(size=(12, 4)).astype("<f4")
    names = [word.lower().encode() for word in WORDS[:12]]
    binary = b"12 4\n" + b"".join(name + b" " + row.tobytes() + b"\n" for name, row in zip(names, rows, strict=True))
    return [binary, binary.replace(b"\n", b""), (COMPAT_DIR / "vectors.txt").read_bytes(), b"2 3\na 1 2 3\nb 4 5 6\n"]


def model_cases() -> list[bytes]:
    """Return cases of a file index, whether to fix its checksum in the manifest, and the file's content."""
    return [
        bytes([number, right]) + path.read_bytes()
        for number, path in enumerate(model_files(COMPAT_DIR / "model"))
        for right in (0, 1)
    ]


def model_files(model_dir: Path) -> list[Path]:
    return sorted(path for path in model_dir.rglob("*") if path.is_file())


def themes() -> list[bytes]:
    """Return the shipped themes, and themes with every setting."""
    shipped = [path.read_bytes() for path in sorted((ROOT / "duo" / "paper" / "themes").glob("*.toml"))]
    more = b'corner_radius = 2.5\nsymbols = true\n%s\n[border]\ncolour = "#AA8800"\nwidth = 0.7\n'
    files = b'[font]\nregular = "a.ttf"\nbold = "b.ttf"\n[back]\nfile = "art.png"\n[cmyk]\n"#00AA55" = [80, 0, 90, 0]\n'
    return [*shipped, more % _theme_base(), _theme_base() + files]


def _theme_base() -> bytes:
    cells = "".join(f'[{cell}]\nfill = "#00AA55"\nsymbol = "#FFFFFF"\n' for cell in ("green", "bystander", "assassin"))
    return f'ground = "#FFEEDD"\nink = "#102030"\n{cells}'.encode()


def art() -> list[bytes]:
    """Return a PNG, SVGs with and without an embedded image, and a font of one letter."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from PIL import Image

    pixels, font = io.BytesIO(), io.BytesIO()
    Image.new("RGBA", (4, 3), "#CC00CC").save(pixels, "PNG")
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((0, 700))
    pen.lineTo((500, 0))
    pen.closePath()
    names = [".notdef", "A"]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord("A"): "A"})
    builder.setupGlyf(dict.fromkeys(names, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Wedge", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(font)
    drawn = b"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 4 3">
<defs><g id="a"><path d="M0 0L1 1C1 2 2 1 0 0z" fill="#123"/></g></defs>
<linearGradient id="l"><stop offset="0"/></linearGradient>
<use x:href="#a" transform="rotate(30) scale(2,.5)"/><rect width="1" height="50%" style="fill:red;stroke-width:1mm"/>
<circle r="1"/><polygon points="0,0 1,1 2,0"/><text x="1">A</text>
<image width="1" height="1" x:href="art.png"/></svg>"""
    return [pixels.getvalue(), drawn, drawn.replace(b"<image", b"<g"), font.getvalue()]


def tables() -> list[bytes]:
    """Return real tables: a new one, one after a clue, a touch and a stop, and one after another clue."""
    from duo.core.key import Colour
    from duo.core.moves import Clue
    from duo.table.real_table import OWN_SEAT, PARTNER_SEAT, RealTable

    laid = RealTable(BOARD, "ggggggggg.............xxx")
    said = laid.with_clue(Clue(PARTNER_SEAT, "SEA", 2)).with_own_touch(BOARD[0], Colour.GREEN).with_stop(OWN_SEAT)
    return [str(table).encode() for table in (laid, said, said.with_clue(Clue(OWN_SEAT, "KINGLY", 1)))]


@cache
def puzzles() -> tuple[Puzzle, ...]:
    return tuple(
        puzzle for pack in file_contents("data/compat/packs/*")() for puzzle in Pack.parse(pack.decode()).puzzles
    )


def drafts() -> list[bytes]:
    """Return the draft of a pack: a line with the order, and one line per puzzle."""
    lines = (f'{{"index": {place}, "puzzle": {puzzle_to_line(puzzle)}}}\n' for place, puzzle in enumerate(puzzles()))
    return [f'{{"lang": "en"}}\n{"".join(lines)}'.encode()]


def solvers() -> list[bytes]:
    """Return a new solver, and one who has tried all puzzles and knows a better clue."""
    from duo.puzzle.solver import BestClue, Solver, puzzle_key

    solver = Solver()
    for place, puzzle in enumerate(puzzles()):
        solver = solver.with_first_try(puzzle, solved=place % 2 == 0)
    best = {puzzle_key(puzzles()[0]): BestClue("OCEAN", 2, 1.5)}
    return [str(each).encode() for each in (Solver(), replace(solver, best=best))]


COMMAND_NAMES = ("key", "score", "check", "replay", "words", "campaign", "lab", "stats", "board", "completion", "model")


def commands() -> list[bytes]:
    lines = (json.loads(line)["command"] for line in (COMPAT_DIR / "commands.jsonl").read_text("utf-8").splitlines())
    known = [line for line in lines if line[0] in COMMAND_NAMES]
    extra = [
        ["key", "check", "x"],
        ["key", "new", "--seed", "7"],
        ["check", "OCEAN", "2", "--words", "WHALE,PIANO"],
        ["score", "--tokens-left", "2", "--checks", "5"],
        ["words", "check", "file"],
        ["replay", "file", "--step"],
        ["lab", "report", "file", "file"],
        ["campaign", "new", "Team", "--map", "file"],
        ["campaign", "map"],
        ["--ui", "fr", "key", "show", "HDNQXZJ2WH1~"],
        ["--model", "folder", "model", "list"],
        ["stats", "--json"],
    ]
    return ["\x1f".join(line).encode() for line in [*known, *extra]]
