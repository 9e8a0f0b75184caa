"""Puzzles in the browser: verdicts, ratings and stars."""

import json
from pathlib import Path

import pytest

from duo.puzzle import pack
from duo.puzzle.solver import Solver, solver_path

PACK = Path(__file__).parents[2] / "data/compat/packs/all-kinds-en.json"
DEDUCE = "/puzzles/en/deduce/1/1"


@pytest.mark.parametrize("site_fixture", ["site", "public_site"])
def test_a_first_try_moves_the_rating_and_later_ones_do_not(request, site_fixture):
    visitor = request.getfixturevalue(site_fixture).visitor()
    assert "Your rating" not in visitor.get("/puzzles").text
    first = visitor.post(DEDUCE, data={"do": "solution"}).text
    assert "Your rating:" in first
    assert "Solved at the first try: 0 of 1" in first
    again = visitor.post(DEDUCE, data={"do": "solution"}).text
    assert "Solved at the first try: 0 of 1" in again
    assert "Solved at the first try: 0 of 1" in visitor.get("/puzzles").text


def test_a_stranger_keeps_a_rating_of_their_own(public_site):
    one, other = public_site.visitor(), public_site.visitor()
    one.post(DEDUCE, data={"do": "solution"})
    assert "Your rating" not in other.get("/puzzles").text


def test_a_clue_that_solves_earns_stars_and_one_that_beats_the_best_known_is_kept(site):
    text = json.loads(PACK.read_text())
    text["puzzles"] = [puzzle for puzzle in text["puzzles"] if puzzle["kind"] == "give"][:1]
    text["puzzles"][0]["proof"]["result"] = 0.01
    visitor = site.visitor()
    assert visitor.post("/puzzles/pack", files={"pack": ("pack.json", json.dumps(text))}).status_code == 303
    clue = text["puzzles"][0]["answer"][0]
    page = visitor.post("/puzzles/pack/1", data={"do": "answer", "typed": clue}).text
    assert "Solved." in page
    assert "★★★" in page
    assert "kept as the new best" in page
    assert f"Your own clue is the best known: {clue}" in page
    puzzle = pack.Pack.parse(json.dumps(text)).puzzles[0]
    assert Solver.load(solver_path("en")).best_clue_of(puzzle).clue == clue
