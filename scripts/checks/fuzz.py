#!/usr/bin/env python3
"""Fuzz everything that reads input: mutate valid input and check that it is answered or refused.

    scripts/checks/fuzz.py [SURFACE ...] [--cases 100000] [--seed 1]
    scripts/checks/fuzz.py record --guided --cases 100000
    scripts/checks/fuzz.py kill --cases 200

Prints the cases per second. The exit code is 1 if a case crashes, takes too long, or leaks memory or open files. Such a
case is saved in build/fuzz; run it again with `scripts/checks/fuzz.py record --replay FILE`. `--guided` uses libFuzzer
through Atheris (pip install atheris) to find input that reaches new lines, and keeps it in build/fuzz/SURFACE.

The surface `kill` kills commands at random moments and compares their output with what is on disk.
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
MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - much faster than a disk for many small files
MAX_GROWTH_MB = 150  # after the first tenth of the cases, which fills the caches


class FuzzResult(NamedTuple):
    """The number of cases and the problems found."""

    cases: int
    problems: list[tuple[str, bytes]]  # (description, case)


class CaseTimeout(Exception):
    """A case used too much processor time."""


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Raise CaseTimeout after this much processor time. Other load on the machine does not count."""

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
    """Run a case and return the traceback of its failure, or None."""
    try:
        with cpu_limit(surface.max_cpu_seconds):
            surface.run_case(data, folder)
    except Exception:  # noqa: BLE001 - any exception is a finding
        return traceback.format_exc()
    return None


def memory_mb() -> int:
    """Return the resident memory, without what glibc keeps after it was freed."""
    gc.collect()
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


def count_open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def run(name: str, cases: int, seed: int, max_problems: int, progress: Progress | None = None) -> FuzzResult:
    """Run the cases of a surface until there are too many problems. A leak is a problem with an empty case."""
    surface, rng, problems, number = SURFACES[name], random.Random(f"{name} {seed}"), list[tuple[str, bytes]](), 0
    task = progress.add_task(name, total=cases) if progress else None
    working_dir = Path.cwd()
    with tempfile.TemporaryDirectory(
        dir=MEMORY_DISK if MEMORY_DISK.is_dir() and not surface.is_slow else None
    ) as folder:
        for data in () if surface.is_slow else surface.corpus:  # warm up: valid input triggers all lazy imports
            find_problem(surface, data, Path(folder))
        started, memory, files = time.perf_counter(), 0, 0
        for number in range(1, cases + 1):
            data = surface.vary(rng, surface.corpus)
            if problem := find_problem(surface, data, Path(folder)):
                problems.append((problem, data))
                if len(problems) == max_problems:
                    break
            if number == cases // 10 + 1:
                memory, files = memory_mb(), count_open_files()
            if progress and task is not None:
                progress.update(task, completed=number, description=f"{name} {_format_rate(number, started)}")
        os.chdir(working_dir)
    if (growth_mb := memory_mb() - memory) > MAX_GROWTH_MB and cases >= 1000:
        problems.append((f"{growth_mb} MB more after {cases} cases than after {cases // 10}", b""))
    if (open_files := count_open_files()) > files and cases >= 1000:
        problems.append((f"{open_files - files} files are left open", b""))
    return FuzzResult(number, problems)


def _format_rate(done: int, started: float) -> str:
    return f"{done / max(time.perf_counter() - started, 1e-9):.0f}/s"


def save_case(name: str, data: bytes) -> Path:
    CRASH_DIR.mkdir(parents=True, exist_ok=True)
    path = CRASH_DIR / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    return path


def run_guided(name: str, cases: int, seed: int) -> None:
    """Run libFuzzer, which exits the process: with 0 after all cases, or at the first problem."""
    import atheris

    surface, corpus = SURFACES[name], CRASH_DIR / name
    corpus.mkdir(parents=True, exist_ok=True)
    for data in surface.corpus:
        (corpus / hashlib.sha256(data).hexdigest()).write_bytes(data)
    folder = Path(tempfile.mkdtemp())
    for data in surface.corpus:  # triggers lazy imports, so that all modules are instrumented
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
    """Yield the functions that a module defines, including methods and cached functions."""
    own = [value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__]
    members = [member for value in own if isinstance(value, type) for member in vars(value).values()]
    for value in [*own, *members]:
        function = inspect.unwrap(getattr(value, "__func__", getattr(value, "fget", value)))
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            yield function


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument(
        "surfaces", nargs="*", metavar="SURFACE", help=f"{', '.join(SURFACES)} (default: all but kill)"
    )
    options.add_argument("--cases", type=int, default=10_000, help="cases per surface")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--most", type=int, default=5, help="stop a surface after this many problems")
    options.add_argument("--guided", action="store_true", help="guide one surface by coverage")
    options.add_argument("--replay", type=Path, help="run this case only")
    args = options.parse_args()
    if unknown := set(args.surfaces) - set(SURFACES):
        options.error(f"no such surface: {', '.join(sorted(unknown))}; there are {', '.join(SURFACES)}")
    chosen = args.surfaces or [name for name, surface in SURFACES.items() if not surface.is_slow]
    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", "Reading `.npy`")  # numpy warns about a header that it can read
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
            cases, problems = run(name, args.cases, args.seed, args.most, progress)
        print(f"{name:10} {cases:7} cases, {len(problems)} failed, {_format_rate(cases, started)}", flush=True)
        for problem, data in problems:
            print(f"{problem}\n{save_case(name, data)}", flush=True)
        failed = failed or bool(problems)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
