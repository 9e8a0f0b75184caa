#!/usr/bin/env python3
"""Measure the mutation score of a subpackage: the share of small faults in it that its own tests notice.

    python scripts/checks/mutation_score.py mind [--sample 150] [--seed 2]

Needs `pip install --group mutation` and a system with fork. Cosmic Ray lists all mutations of operators, comparisons,
numbers, conditions, loops and decorators. Annotations are left out, and so is `==` for `is`, which is equivalent for
members of an enumeration. The script draws a seeded sample, applies each mutation to a copy of the package, and runs
the tests that cover the line until the first failure. It prints the mutations that no test noticed.

Slow tests are left out, and tests with the marker `not_for_mutants`, which compare the source with a text.
The score is therefore rather too low than too high.
"""

import argparse
import ast
import difflib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest
from cosmic_ray.commands.init import _all_work_items as every_fault
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec
from coverage import CoverageData

ROOT = Path(__file__).parents[2]
DATA_DIRS = ("docs", "keycards", "missions", "models", "wordlists")
MAX_TEST_SECONDS = 1.0  # processor time; slower tests are left out
TIMEOUT_SECONDS = 900  # wall-clock time on a busy machine; tests that hang count as failed
LOG_FILE = "log.txt"

EQUIVALENT_OPERATORS = ("core/ReplaceComparisonOperator_Is_Eq", "core/ReplaceComparisonOperator_IsNot_NotEq")

Span = tuple[tuple[int, int], tuple[int, int]]


def annotation_spans(source: str) -> list[Span]:
    """Return the positions of all type annotations."""
    notes: list[ast.expr] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
            notes.append(node.annotation)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
            notes.append(node.returns)
    return [
        ((note.lineno, note.col_offset), (note.end_lineno or note.lineno, note.end_col_offset or 0)) for note in notes
    ]


def list_faults(room: Path) -> list[MutationSpec]:
    """List all mutations of the subpackage in a reproducible order."""
    modules = sorted(room.rglob("*.py"))
    annotations = {str(path): annotation_spans(path.read_text(encoding="utf-8")) for path in modules}
    found = [item.mutations[0] for item in every_fault(modules, {})]
    return [
        fault
        for fault in found
        if fault.operator_name not in EQUIVALENT_OPERATORS
        and not any(
            start <= fault.start_pos and fault.end_pos <= end for start, end in annotations[str(fault.module_path)]
        )
    ]


def preload() -> None:
    """Import libraries that the tests need, so that every fork has them."""
    for name in ("hypothesis", "pydantic", "rapidfuzz", "rich.console"):
        import_module(name)


def copy_package(folder: Path) -> None:
    """Copy the package and its tests, link the data, and change to the copy."""
    for name in ("duo", "tests", "scripts"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name in DATA_DIRS:
        (folder / name).symlink_to(ROOT / name)
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = str(folder)
    sys.dont_write_bytecode = True


def run_in_child(work: Callable[[], int]) -> int | None:
    """Run `work` in a forked process and return its exit code, or None after the timeout."""
    child = os.fork()
    if not child:
        code = 1
        try:
            os.setsid()
            log = os.open(LOG_FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(log, 1)
            os.dup2(log, 2)
            code = work()
        except BaseException:  # noqa: BLE001 - the child must not return to the parent's code
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    end = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


PYTEST_ARGS = [
    *("-n", "0", "-x", "-q", "-p", "no:cacheprovider", "--timeout", "120"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # for the preloaded libraries
]


@dataclass
class TestTimer:
    """A pytest plugin that writes the processor time of each test."""

    path: Path
    seconds: dict[str, float] = field(default_factory=dict)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        start = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - start
        return result

    def pytest_sessionfinish(self) -> None:
        self.path.write_text("".join(f"{took}\t{test}\n" for test, took in self.seconds.items()), encoding="utf-8")


@dataclass(frozen=True)
class RoomTests:
    """The tests of a subpackage, with their seconds and the lines that they cover."""

    seconds: Mapping[str, float]
    tests_by_line: Mapping[str, Mapping[int, list[str]]]

    @classmethod
    def measure(cls, room: Path) -> "RoomTests":
        """Run all tests once without a mutation."""
        timer = TestTimer(Path("seconds.tsv"))
        arguments = [f"tests/{room.name}", f"--cov={room}", "--cov-context=test", "--cov-report="]
        arguments += ["-m", "not slow and not timing and not not_for_mutants"]
        if run_in_child(lambda: pytest.main([*PYTEST_ARGS, *arguments], plugins=[timer])) != 0:
            raise SystemExit(f"the tests fail before any fault is made:\n{Path(LOG_FILE).read_text()[-2000:]}")
        lines = (line.partition("\t") for line in timer.path.read_text(encoding="utf-8").splitlines())
        seconds = {test: float(took) for took, _, test in lines}
        covered = CoverageData()
        covered.read()
        tests_by_line = {path: covered.contexts_by_lineno(path) for path in covered.measured_files()}
        return cls(seconds, tests_by_line)

    def for_fault(self, fault: MutationSpec) -> list[str]:
        """Return the quick tests that cover the mutation, those of its own module first.

        All tests cover code that runs on import.
        """
        lines = self.tests_by_line.get(str(Path(fault.module_path).resolve()), {})
        contexts = {
            context for line in range(fault.start_pos[0], fault.end_pos[0] + 1) for context in lines.get(line, ())
        }
        # A fixture runs in the context of the first test that asks for it, but matters to all tests of the file.
        prepared = {context.partition("::")[0] for context in contexts if context.endswith("|setup")}
        named = {context.rpartition("|")[0] for context in contexts}
        everything = "" in contexts
        chosen = [
            test
            for test, took in self.seconds.items()
            if took <= MAX_TEST_SECONDS and (everything or test in named or test.partition("::")[0] in prepared)
        ]
        own = f"/test_{Path(fault.module_path).stem}.py"
        return sorted(chosen, key=lambda test: (own not in test, self.seconds[test]))


def mutated_source(fault: MutationSpec) -> tuple[str, str]:
    """Return the source of the module without and with the mutation."""
    before = Path(fault.module_path).read_text(encoding="utf-8")
    return before, mutate_code(before, get_operator(fault.operator_name)(), fault.occurrence)


def is_valid_python(fault: MutationSpec) -> bool:
    """Whether the mutated source parses. Cosmic Ray also mutates the star of a signature, taking it for a product."""
    try:
        ast.parse(mutated_source(fault)[1])
    except SyntaxError:
        return False
    return True


def surviving_diff(fault: MutationSpec, tests: list[str]) -> str | None:
    """Return the diff of the mutation if no test notices it, else None."""
    path, (before, after) = Path(fault.module_path), mutated_source(fault)
    path.write_text(after, encoding="utf-8")
    try:
        is_noticed = bool(tests) and run_in_child(lambda: pytest.main([*PYTEST_ARGS, *tests])) != 0
    finally:
        path.write_text(before, encoding="utf-8")
    difference = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return None if is_noticed else "\n".join(line for line in difference if not line.startswith(("---", "+++", "@@")))


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Measure the share of small faults in a subpackage that its tests notice."
    )
    parser.add_argument("room", choices=["core", "mind"])
    parser.add_argument("--sample", type=int, default=150)
    parser.add_argument("--seed", type=int, default=2)
    args = parser.parse_args()
    room = Path("duo") / args.room
    with tempfile.TemporaryDirectory() as folder:
        preload()
        copy_package(Path(folder).resolve())
        tests = RoomTests.measure(room)
        faults = list_faults(room)
        random.Random(args.seed).shuffle(faults)
        sample = list(islice(filter(is_valid_python, faults), args.sample))
        survived = done = 0
        with suppress(KeyboardInterrupt):  # print the score so far
            for done, fault in enumerate(sample, 1):
                found = tests.for_fault(fault)
                diff = surviving_diff(fault, found)
                survived += diff is not None
                where = f"{fault.module_path}:{fault.start_pos[0]} {fault.operator_name.removeprefix('core/')}"
                print(f"{done:4}/{len(sample)} {survived:3} survived  {where} ({len(found)} tests)", flush=True)
                if diff is not None:
                    print(diff, flush=True)
        # After the last fork, because the tests have to import the mutated package.
        from duo.lab.statistics import estimate_rate

        if done:
            noticed = estimate_rate(done - survived, done)
            print(
                f"{args.room}: {noticed.value:.1%} of {done} faults noticed "
                f"({noticed.low:.1%} to {noticed.high:.1%}), drawn from {len(faults)} with seed {args.seed}"
            )


if __name__ == "__main__":
    main()
