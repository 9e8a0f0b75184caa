#!/usr/bin/env python3
"""How much of a room its own tests hold in place: a seeded sample of small faults, and the share that they notice.

    python scripts/mutation_score.py mind [--sample 150] [--seed 2]

Needs `pip install --group mutation`. Cosmic Ray lists every place of the room where an operator, a comparison, a
number, a condition, a loop or a decorator could be another one; those in annotations are left out, as no program runs
them. The sample is drawn by the seed, each fault is put into a copy of the package, and the room's tests run until the
first failure, those named after the module first. The faults that no test noticed are printed as differences.

`[tool.mutation]` in pyproject.toml names the tests that are left out: those that compare the source with a text, since
they would notice any fault at all, and slow ones. So the share is rather too low than too high.
"""

import argparse
import ast
import os
import random
import shlex
import shutil
import sys
import tempfile
import time
import tomllib
from collections import Counter
from pathlib import Path

from cosmic_ray.commands.init import _all_work_items as every_fault
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_item import MutationSpec, TestOutcome

from duo.lab.statistics import rate

ROOT = Path(__file__).parent.parent
SECONDS = 600  # for all tests of a room on a busy machine; a fault that makes them hang is noticed
DATA = ("keycards", "missions", "models", "wordlists")

Span = tuple[tuple[int, int], tuple[int, int]]


def annotations(source: str) -> list[Span]:
    """Where the source says something to type checkers alone."""
    notes: list[ast.expr] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
            notes.append(node.annotation)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
            notes.append(node.returns)
    return [
        ((note.lineno, note.col_offset), (note.end_lineno or note.lineno, note.end_col_offset or 0)) for note in notes
    ]


def faults(room: Path) -> list[MutationSpec]:
    """Every fault that could be made in this room, in an order that depends on its files alone."""
    modules = sorted(room.rglob("*.py"))
    silent = {str(path): annotations(path.read_text(encoding="utf-8")) for path in modules}
    found = [item.mutations[0] for item in every_fault(modules, {})]
    return [
        fault
        for fault in found
        if not any(start <= fault.start_pos and fault.end_pos <= end for start, end in silent[str(fault.module_path)])
    ]


def copied(folder: Path) -> None:
    """The package and its tests, to be spoilt; the data is only read."""
    for name in ("duo", "tests", "scripts"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name in DATA:
        (folder / name).symlink_to(ROOT / name)
    os.chdir(folder)
    os.environ["PYTHONPATH"] = str(folder)


def tests_for(module: Path, room: str, left_out: list[str]) -> str:
    own = Path("tests") / room / f"test_{module.stem}.py"
    command = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider", "--timeout", "120"]
    command += [str(own)] if own.exists() else []
    command += [f"tests/{room}", *(f"--deselect={test}" for test in left_out)]
    return shlex.join(command)


def main() -> None:
    parser = argparse.ArgumentParser(description="The share of small faults in a room that its tests notice.")
    parser.add_argument("room", choices=["core", "mind"])
    parser.add_argument("--sample", type=int, default=150)
    parser.add_argument("--seed", type=int, default=2)
    chosen = parser.parse_args()
    left_out = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mutation"][chosen.room]["left_out"]
    with tempfile.TemporaryDirectory() as folder:
        copied(Path(folder).resolve())
        every = faults(Path("duo") / chosen.room)
        sample = random.Random(chosen.seed).sample(every, min(chosen.sample, len(every)))
        outcomes: Counter[TestOutcome | None] = Counter()
        for number, fault in enumerate(sample, 1):
            start = time.monotonic()
            result = mutate_and_test([fault], tests_for(fault.module_path, chosen.room, left_out), SECONDS)
            outcomes[result.test_outcome] += 1
            where = f"{fault.module_path}:{fault.start_pos[0]} {fault.operator_name.removeprefix('core/')}"
            seconds = time.monotonic() - start
            told = result.test_outcome.value if result.test_outcome else result.worker_outcome.value
            print(f"{number:4}/{len(sample)} {told:11} {seconds:4.0f} s  {where}", flush=True)
            if result.test_outcome is TestOutcome.SURVIVED:
                print(result.diff, flush=True)
    killed = rate(outcomes[TestOutcome.KILLED], len(sample))
    print(
        f"{chosen.room}: {killed.value:.1%} of {len(sample)} faults noticed "
        f"({killed.low:.1%} to {killed.high:.1%}), out of {len(every)} in all; seed {chosen.seed}"
    )


if __name__ == "__main__":
    main()
