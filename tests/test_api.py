"""The public names are cheap to import, typed, and used in docs/api.md."""

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import duo

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "api.md"
HEAVY = {"numpy", "pydantic", "click", "rich", "gensim", "spacy", "rapidfuzz", "dataclasses", "json"}


def test_what_the_page_shows_is_what_happens():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert not failed
    assert tried > 30


@pytest.mark.parametrize("name", duo.__all__)
def test_every_name_is_shown_at_work(name):
    blocks = re.findall(r"```pycon\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert any(f"duo.{name}" in block for block in blocks)


def test_names_homes_and_types_tell_the_same():
    tree = ast.parse((ROOT / "duo" / "__init__.py").read_text())
    typed = {
        alias.name: node.module
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert typed == duo._MODULE_BY_NAME
    assert sorted(typed) == sorted(duo.__all__)
    assert set(duo.__all__) <= set(dir(duo))


def test_every_name_is_there():
    for name in duo.__all__:
        assert getattr(duo, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = duo.nothing


def test_importing_duo_imports_nothing_else():
    script = "import sys; before = set(sys.modules); import duo; print(*sorted(set(sys.modules) - before))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in ran.stdout.split()}
    assert "duo" in loaded
    assert not loaded & HEAVY
    assert [name for name in ran.stdout.split() if name.startswith("duo")] == ["duo"]


def test_the_game_alone_needs_no_other_package():
    script = "import duo, sys; duo.Game, duo.Position, duo.KeyCard; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {name.partition(".")[0] for name in ran.stdout.split()} & {"numpy", "pydantic", "click", "rich"}


def test_the_lines_of_python_in_the_readme_run(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert len([line for line in code.splitlines() if line]) == 5
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102 - what the page tells people to run
    assert capsys.readouterr().out.strip()
