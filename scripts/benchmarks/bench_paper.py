#!/usr/bin/env python3
"""Measure the time to print decks and the size of their files.

    python scripts/benchmarks/bench_paper.py             100 and 1,000 cards, every format
    python scripts/benchmarks/bench_paper.py 10 100      other counts

Each cell is one run of the whole command, start-up included, in seconds of processor time, so other load on the machine
matters little.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

FORMAT_OPTIONS = {
    "pdf": ("--format", "pdf"),
    "pdf, fold": ("--format", "pdf", "--flip", "fold"),
    "pdf with QR codes and symbols": ("--format", "pdf", "--qr", "--symbols"),
    "svg": ("--format", "svg"),
    "png, poker at 300 dpi": ("--format", "png", "--card", "poker"),
    "tts": ("--format", "tts"),
}


def measure(options: tuple[str, ...], count: int) -> tuple[float, int]:
    """Return the processor seconds and the output bytes of one run."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "deck"
        command = [sys.executable, "-c", "from duo.cli.main import main; main()", "key", "print"]
        arguments = ["--count", str(count), "--seed", "7", "--out", str(out), *options]
        before = _child_cpu_seconds()
        subprocess.run([*command, *arguments], check=True, capture_output=True)
        seconds = _child_cpu_seconds() - before
        return seconds, sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())


def _child_cpu_seconds() -> float:
    used = os.times()
    return used.children_user + used.children_system


def main() -> None:
    counts = [int(argument) for argument in sys.argv[1:]] or [100, 1000]
    print("| format | " + " | ".join(f"{count:,} cards" for count in counts) + " |")
    print("|---|" + "---|" * len(counts))
    for name, options in FORMAT_OPTIONS.items():
        cells = []
        for count in counts:
            seconds, size = measure(options, count)
            cells.append(f"{seconds:.1f} s, {size / 1e6:.2f} MB")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
