#!/usr/bin/env python3
"""Throw hostile input at everything that reads what others wrote.

    scripts/checks/fuzz.py [SURFACE ...] [--cases 100000] [--seed 1]
    scripts/checks/fuzz.py record --guided --cases 100000
    scripts/checks/fuzz.py kill --cases 200

Tells the cases a second; exit code 1 if one crashed, took too long, or left memory or open files behind. The case is
kept in build/fuzz, and `scripts/checks/fuzz.py record --replay FILE` runs it again. `--guided` lets libFuzzer, by way
of Atheris, look for input that reaches new lines (pip install atheris); what it finds stays in build/fuzz/SURFACE.

`kill` is not about input: it kills commands at random moments and compares what they said with what is on disk.
"""

import argparse
import ctypes
import gc
import hashlib
import inspect
import os
import random
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import NamedTuple

from fuzzing.mutate import MAX_CASE_BYTES
from fuzzing.surfaces import SURFACES, Surface
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

CRASH_DIR = Path(__file__).resolve().parents[2] / "build" / "fuzz"
MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - a disk is slow where the same small files are written again and again
MAX_GROWTH_MB = 150  # megabytes, after the first tenth of the cases: caches are bounded, and filled by then


class FuzzResult(NamedTuple):
    """How many cases were tried, and what was wrong with which."""

    cases: int
    problems: list[tuple[str, bytes]]


class CaseTimeout(Exception):
    """A case that used more of the processor than it may."""


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Interrupt what takes longer, in time of the processor: the machine may be busy with others."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise CaseTimeout(seconds)

    before = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def find_problem(surface: Surface, data: bytes, folder: Path) -> str | None:
    """What is wrong with how a case went; None if nothing is."""
    try:
        with cpu_limit(surface.max_cpu_seconds):
            surface.run_case(data, folder)
    except Exception:  # noqa: BLE001 - whatever comes is what is looked for
        return traceback.format_exc()
    return None


def memory_mb() -> int:
    """What is in use; what glibc keeps for later in pieces is none of ours."""
    gc.collect()
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


def count_open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def run(name: str, cases: int, seed: int, max_problems: int, progress: Progress | None = None) -> FuzzResult:
    """Try a surface until it is through, or has so many problems; a leak comes without a case."""
    surface, rng, found, number = SURFACES[name], random.Random(f"{name} {seed}"), list[tuple[str, bytes]](), 0
    task = progress.add_task(name, total=cases) if progress else None
    home = Path.cwd()
    with tempfile.TemporaryDirectory(
        dir=MEMORY_DISK if MEMORY_DISK.is_dir() and not surface.is_slow else None
    ) as folder:
        for data in () if surface.is_slow else surface.corpus:  # good input first: it loads what is loaded once
            find_problem(surface, data, Path(folder))
        started, memory, files = time.perf_counter(), 0, 0
        for number in range(1, cases + 1):
            data = surface.vary(rng, surface.corpus)
            if problem := find_problem(surface, data, Path(folder)):
                found.append((problem, data))
                if len(found) == max_problems:
                    break
            if number == cases // 10 + 1:
                memory, files = memory_mb(), count_open_files()
            if progress and task is not None:
                progress.update(task, completed=number, description=f"{name} {_format_rate(number, started)}")
        os.chdir(home)
    if (grown := memory_mb() - memory) > MAX_GROWTH_MB and cases >= 1000:
        found.append((f"{grown} MB more after {cases} cases than after {cases // 10}", b""))
    if (left := count_open_files()) > files and cases >= 1000:
        found.append((f"{left - files} files are left open", b""))
    return FuzzResult(number, found)


def _format_rate(done: int, started: float) -> str:
    return f"{done / max(time.perf_counter() - started, 1e-9):.0f}/s"


def save_case(name: str, data: bytes) -> Path:
    CRASH_DIR.mkdir(parents=True, exist_ok=True)
    path = CRASH_DIR / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    return path


def run_guided(name: str, cases: int, seed: int) -> None:
    """Hand over to libFuzzer, which ends the process: with 0 after so many cases, else at the first problem."""
    import atheris

    surface, corpus = SURFACES[name], CRASH_DIR / name
    corpus.mkdir(parents=True, exist_ok=True)
    for data in surface.corpus:
        (corpus / hashlib.sha256(data).hexdigest()).write_bytes(data)
    folder = Path(tempfile.mkdtemp())
    for data in surface.corpus:  # what is read by is imported when it is used
        surface.run_case(data, folder)
    for module in [module for path, module in sys.modules.items() if path.startswith("duo.")]:
        for function in _functions(module):
            atheris.instrument_func(function)
    limits = [
        f"-runs={cases}",
        f"-seed={seed}",
        f"-max_len={MAX_CASE_BYTES}",
        f"-timeout={int(surface.max_cpu_seconds)}",
        "-rss_limit_mb=4096",
        "-print_final_stats=1",
        f"-artifact_prefix={CRASH_DIR}/{name}-",
    ]
    atheris.Setup([sys.argv[0], str(corpus), *limits], lambda data: surface.run_case(data, folder))
    atheris.Fuzz()


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """The functions that a module makes, methods and cached ones too."""
    own = [value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__]
    members = [member for value in own if isinstance(value, type) for member in vars(value).values()]
    for value in [*own, *members]:
        function = inspect.unwrap(getattr(value, "__func__", getattr(value, "fget", value)))
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            yield function


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("surfaces", nargs="*", metavar="SURFACE", help=f"of {', '.join(SURFACES)}; else all but kill")
    options.add_argument("--cases", type=int, default=10_000, help="for each surface")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--most", type=int, default=5, help="problems after which a surface is left")
    options.add_argument("--guided", action="store_true", help="by coverage, one surface at a time")
    options.add_argument("--replay", type=Path, help="run this case only")
    args = options.parse_args()
    if unknown := set(args.surfaces) - set(SURFACES):
        options.error(f"no such surface: {', '.join(sorted(unknown))}; there are {', '.join(SURFACES)}")
    chosen = args.surfaces or [name for name, surface in SURFACES.items() if not surface.is_slow]
    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", "Reading `.npy`")  # numpy's word on a header that it reads all the same
    if args.replay:
        with tempfile.TemporaryDirectory() as folder:
            problem = find_problem(SURFACES[chosen[0]], args.replay.read_bytes(), Path(folder))
        print(problem or "nothing is wrong")
        return 0
    if args.guided:
        run_guided(chosen[0], args.cases, args.seed)
    failed = False
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    for name in chosen:
        started = time.perf_counter()
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            tried, problems = run(name, args.cases, args.seed, args.most, progress)
        print(f"{name:10} {tried:7} cases, {len(problems)} failed, {_format_rate(tried, started)}", flush=True)
        for problem, data in problems:
            print(f"{problem}\n{save_case(name, data)}", flush=True)
        failed = failed or bool(problems)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
