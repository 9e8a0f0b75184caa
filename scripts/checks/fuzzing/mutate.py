"""Mutates valid input with bytes, words and values that tend to break programs."""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

TOKENS: tuple[bytes, ...] = (
    b"\x00",
    b"\x1b[31m",
    b"\x1b]0;x\x07",
    b"\x9b2J",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"\n\n",
    b"\t",
    "\u202e".encode(),
    "\u2028".encode(),
    "e\u0301".encode(),
    "\u200d".encode(),
    "ß".encode(),
    "œ".encode(),
    "İ".encode(),
    b"[/b][bold red]",
    b"%s%n",
    b"{0}",
    b"{word}",
    b"../../etc/passwd",
    b"/dev/zero",
    b"-",
    b"--",
    b"'",
    b'"',
    b"\\",
    b"_",
    b"__",
    b"=",
    b":",
    b"+",
    b"~",
    b"#",
    b"!",
    b"{",
    b"}",
    b"[",
    b"]",
    b"(",
    b",",
    b"SD:",
    b"1A",
    b"null",
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"-1",
    b"0",
    b"25",
    b"26",
    b"99999999999999999999",
    b"9" * 5000,
    b"0x" + b"f" * 5000,
    b"A" * 5000,
    b"zz-" * 2000,
    b"[" * 3000,
    b'{"a":' * 3000,
    b"a,b,c\n" * 500,
    b" " * 5000,
    "é".encode() * 3000,
)
JSON_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    25,
    26,
    1 << 31,
    1 << 63,
    10**400,
    0.5,
    -0.0,
    1e308,
    "",
    " ",
    "\x00",
    "\x1b[31m",
    "\ud800",
    "A" * 5000,
    "zz-" * 2000,
    "WHALE",
    "../evil",
    "en",
    "de",
    "won",
    "*",
    [],
    {},
    [[]],
    ["WHALE"] * 30,
    [None] * 5000,
    {"": ""},
    {"a": {"a": {}}},
    "9" * 5000,
)
MAX_CASE_BYTES = 200_000


def mutate(rng: random.Random, seeds: Sequence[bytes]) -> bytes:
    """Return a seed after a few mutations. One in ten has a single mutation, to reach code behind validation."""
    data = rng.choice(seeds)
    for _ in range(1 if rng.random() < 0.1 else rng.randint(1, 6)):
        data = rng.choice(_MUTATIONS)(rng, data, seeds)
    return data[:MAX_CASE_BYTES]


def _span(rng: random.Random, data: bytes) -> tuple[int, int]:
    start = rng.randint(0, len(data))
    return start, min(len(data), start + int(rng.expovariate(1 / 8)) + 1)


def _insert(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    place = rng.randint(0, len(data))
    return data[:place] + rng.choice(TOKENS) + data[place:]


def _replace(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data)
    return data[:start] + rng.choice(TOKENS) + data[end:]


def _delete(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data)
    return data[:start] + data[end:]


def _double(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data)
    return data[:end] + data[start:end] * rng.choice((1, 1, 2, 200)) + data[end:]


def _flip(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    if not data:
        return data
    place = rng.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]


def _cut(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    return data[: rng.randint(0, len(data))]


def _splice(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    other = rng.choice(seeds)
    return data[: rng.randint(0, len(data))] + other[rng.randint(0, len(other)) :]


def _swap_lines(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _change_value(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Replace, rename or delete one value of a JSON text."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return _replace(rng, data, seeds)
    places: list[tuple[Any, Any]] = []
    open_values = [document]
    while open_values:
        value = open_values.pop()
        if isinstance(value, dict | list):
            entries = list(value.items() if isinstance(value, dict) else enumerate(value))
            places += [(value, key) for key, _ in entries]
            open_values += [child for _, child in entries]
    if not places:
        return json.dumps(rng.choice(JSON_VALUES)).encode()
    holder, key = rng.choice(places)
    if isinstance(holder, dict) and rng.random() < 0.2:
        holder[str(rng.choice(JSON_VALUES))[:6000]] = holder.pop(key)
    elif rng.random() < 0.1:
        del holder[key]
    else:
        holder[key] = rng.choice(JSON_VALUES)
    return json.dumps(document).encode()


_MUTATIONS: tuple[Callable[[random.Random, bytes, Sequence[bytes]], bytes], ...] = (
    _insert,
    _replace,
    _delete,
    _double,
    _flip,
    _cut,
    _splice,
    _swap_lines,
    _change_value,
    _change_value,
    _change_value,
)
