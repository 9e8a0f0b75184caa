"""Deductions: a colour is certain if all fitting cards have it in common."""

import json
import random
import tomllib
from dataclasses import replace
from itertools import islice
from pathlib import Path

import jsonschema
import pytest
from partner_sides import colours_left, fitting_sides, is_true

from duo.core.key import KeyCard, Seat, deal
from duo.core.refusal import Refusal
from duo.mind.belief.pattern import role_posterior
from duo.puzzle.deduction.premises import PartnerClue
from duo.puzzle.kinds.deduce import DeduceTask
from duo.puzzle.making.deduce_search import deduce_tasks
from duo.puzzle.puzzle import UnprovenTask
from duo.puzzle.resources import PuzzleResources
from duo.puzzle.statement import CELL_NAMES
from duo.text import in_language

ROOT = Path(__file__).parents[3]
HELD_OUT = tomllib.loads((ROOT / "tests/data/deductions.toml").read_text())
SCHEMA = json.loads((ROOT / "docs/schemas/duo-puzzles.json").read_text())

CARD = KeyCard.parse(".x.../g.ggx/...x./g.ggg/gg... g.x.g/..g.g/..gxg/g..../xg.g.")


def tasks(count, grade=1, seed=5):
    return islice(deduce_tasks(random.Random(seed), PuzzleResources("en"), grade), count)


def knowing(cells, covered=(), *, finished=False):
    """A task on side A of the card, with these cells of side B known."""
    seen = "".join(CARD.b[place] if name in cells else "?" for place, name in enumerate(CELL_NAMES))
    return DeduceTask(CARD.a, seen, frozenset(CELL_NAMES.index(name) for name in covered), finished)


def own(colour):
    return [name for name, letter in zip(CELL_NAMES, CARD.a, strict=True) if letter == colour]


def test_the_last_assassin_is_certain_when_the_two_others_are_known():
    one, two, three = own("x")
    proof = knowing([one, two]).prove()
    assert proof.answer == (f"{three}={CARD.b[CELL_NAMES.index(three)]}",)
    assert proof.grade == 1
    assert proof.figures["certain"] == 1


def test_nothing_is_certain_at_the_start():
    with pytest.raises(UnprovenTask, match="nothing is certain"):
        knowing([]).prove()


def test_every_count_agrees_with_the_chances_of_the_partner():
    checked = 0
    for task in tasks(60):
        covered = [place in task.covered or task.seen[place] == "g" for place in range(25)]
        chances = role_posterior(task.own, task.seen, covered, finished=task.finished)
        for place, counts in task.fitting_cards.counts_by_cell.items():
            assert sum(counts.values()) == task.fitting_cards.card_count
            assert [chance * task.fitting_cards.card_count for chance in chances[place]] == [*counts.values()]
            checked += 1
    assert checked > 300


def held_out(case):
    """Return a case of the file as a task."""
    seen = "".join(case.get("seen", {}).get(name, "?") for name in CELL_NAMES)
    value = {
        "own": HELD_OUT["own"],
        "seen": "/".join(seen[row : row + 5] for row in range(0, 25, 5)),
        "covered": case.get("covered", []),
        "finished": case.get("finished", False),
        **{name: case[name] for name in ("tokens", "clues") if name in case},
    }
    return DeduceTask.from_json(value)


@pytest.mark.parametrize("case", HELD_OUT["case"], ids=lambda case: case["name"])
def test_deductions_made_by_hand(case):
    if "refused" in case:
        with pytest.raises(Refusal, match=case["refused"]):
            held_out(case).prove()
        return
    task = held_out(case)
    proof = task.prove()
    assert sorted(proof.answer) == sorted(case["answer"])
    assert set(case["tags"]) <= set(proof.tags)
    assert task.judge(task.parse_answer(", ".join(case["answer"])), proof).right


@pytest.mark.parametrize("grade", range(1, 6))
def test_every_count_agrees_with_all_cards_looked_at_one_by_one(grade):
    checked = 0
    for task in tasks(400, grade, seed=grade):
        if task.fitting_cards.card_count > 3000 or task.seen.count("?") > 14:
            continue
        every = list(fitting_sides(task))
        assert len(every) == task.fitting_cards.card_count
        for place, counts in task.fitting_cards.counts_by_cell.items():
            assert [sum(side[place] == colour for side in every) for colour in "g.x"] == [*counts.values()]
        checked += 1
        if checked == 12:
            break
    assert checked == 12


def proven_tasks(grade, count=10):
    found = (task for task in tasks(4000, grade, seed=8) if _is_proven(task) and task.prove().grade == grade)
    return islice(found, count)


@pytest.mark.parametrize("grade", [3, 4, 5])
def test_the_higher_grades_need_more_than_counting(grade):
    for task in proven_tasks(grade):
        proof = task.prove()
        assert {"zero-clue", "partner-said", "giver-said", "not-said"} & set(proof.tags)
        by_counting = {
            place for place, colour in task.fitting_cards.certain_colours.items() if _by_pattern(task, place, colour)
        }
        assert len(by_counting) < len(proof.answer)


def _by_pattern(task, place, colour):
    """Whether the known cells and the pattern alone make the colour certain."""
    return set(colours_left(task.own, task.seen)[task.own[place]]) == {colour}


def test_every_clue_that_is_told_matters():
    for task in proven_tasks(5):
        for place, clue in enumerate(task.clues):
            without = replace(task, clues=task.clues[:place] + task.clues[place + 1 :])
            assert without.fitting_cards.certain_colours != task.fitting_cards.certain_colours
            if clue.unsaid:
                plain = (*task.clues[:place], PartnerClue(clue.count, clue.cells), *task.clues[place + 1 :])
                assert replace(task, clues=plain).fitting_cards.certain_colours != task.fitting_cards.certain_colours


@pytest.mark.parametrize("grade", range(1, 6))
def test_the_steps_lead_to_all_that_is_certain_and_to_nothing_false(grade):
    for task in proven_tasks(grade):
        counts, ruled_out = task.fitting_cards.counts_by_cell, set()
        for step in task.steps:
            assert step.premise is not None
            assert all(counts[place][colour] == 0 for place, colour in step.rules_out)
            ruled_out |= step.rules_out
            assert step.sentence.endswith(".")
        for place, colour in task.fitting_cards.certain_colours.items():
            possible = {"g", ".", "x"} - {other for at, other in ruled_out if at == place}
            assert colour in possible
            assert len(possible) == 1 or _by_pattern(task, place, colour) or len(possible) == 2


def test_reasons_are_told_in_both_languages():
    task = next(task for task in proven_tasks(5) if "not-said" in task.prove().tags)
    proof = task.prove()
    sentences = {}
    for lang in ("en", "fr"):
        with in_language(lang):
            sentences[lang] = [*task.ask().notes, *task.solution(proof)[1], *task.hints(proof)]
    assert len(sentences["en"]) == len(sentences["fr"])
    assert not set(sentences["en"]) & set(sentences["fr"])


def test_the_table_as_it_lies_tells_who_touched_what():
    task = held_out(next(case for case in HELD_OUT["case"] if case.get("tokens") == ["a3", "b3"]))
    table = task.ask().grids[-1].cells
    marks = {name: cell.mark for name, cell in zip(CELL_NAMES, table, strict=True) if cell.mark}
    assert marks == {"a3": "↑", "b3": "↑↓", "c5": "↓", "d5": "agent"}
    assert {name for name, cell in zip(CELL_NAMES, table, strict=True) if not cell.asked} == {"b3", "c5", "d5"}
    assert not any(cell.colour for cell in table)
    proof = task.prove()
    assert task.judge(task.parse_answer("e5 x, c5 ."), proof).right
    wrong = task.judge(task.parse_answer("e5 x, c5 g"), proof)
    assert not wrong.right
    assert "known" in wrong.words


def test_the_schema_takes_what_the_reader_takes():
    schema = jsonschema.Draft202012Validator({**SCHEMA["$defs"]["deduce"], "$defs": SCHEMA["$defs"]})
    for task in [*tasks(20, 5), *tasks(20, 2)]:
        schema.validate(task.to_json())
        assert DeduceTask.from_json(json.loads(json.dumps(task.to_json()))) == task


def test_more_than_anybody_can_think_through_is_refused_at_once():
    many = tuple(
        PartnerClue(
            4, frozenset(range(first, 25, 3)) - {0}, (frozenset(range(first, 25, 2)), frozenset(range(first, 20, 4)))
        )
        for first in range(1, 5)
    )
    hard = DeduceTask(CARD.a, "?" * 25, frozenset(), finished=False, clues=many)
    with pytest.raises(UnprovenTask):
        hard.prove()


def test_an_answer_holds_on_every_card_that_fits_and_nothing_else_does():
    """Draw fitting cards with the same side A until they have shown every possible colour."""
    rng = random.Random(2)
    task = next(task for task in tasks(200) if _is_proven(task) and task.prove().figures["cards"] <= 60)
    unknown = {place: set() for place in range(25) if task.seen[place] == "?"}
    fitting = 0
    while fitting < 400:
        side = _shuffled(task, rng)
        if side is None:
            continue
        fitting += 1
        for place, seen in unknown.items():
            seen.add(side[place])
    certain = {f"{CELL_NAMES[place]}={min(seen)}" for place, seen in unknown.items() if len(seen) == 1}
    assert certain == set(task.prove().answer)


def _is_proven(task):
    try:
        return bool(task.prove())
    except UnprovenTask:
        return False


def _shuffled(task, rng):
    """Draw a side of the partner that the pattern allows; None if it contradicts what the partner said."""
    left = colours_left(task.own, task.seen)
    for letters in left.values():
        rng.shuffle(letters)
    side = "".join(
        left[mine].pop() if theirs == "?" else theirs for mine, theirs in zip(task.own, task.seen, strict=True)
    )
    assert KeyCard(task.own, side)
    return side if is_true(task, side) else None


@pytest.mark.parametrize("grade", range(1, 6))
def test_every_grade_is_found(grade):
    assert any(task.prove().grade == grade for task in tasks(600, grade) if _is_proven(task))


def test_what_the_partner_said_can_decide():
    proofs = [task.prove() for task in tasks(80, grade=4) if _is_proven(task)]
    assert any("partner-said" in proof.tags for proof in proofs)


def test_a_task_comes_back_from_its_file_form():
    for task in tasks(20):
        assert DeduceTask.from_json(task.to_json()) == task


def test_an_agent_of_the_partner_lies_only_on_ones_own_green():
    value = {"own": str(CARD).split()[0], "seen": "/".join(["?????"] * 5), "covered": ["a1"], "finished": False}
    with pytest.raises(Refusal, match="not green for you"):
        DeduceTask.from_json(value)


def test_answers_are_understood_as_people_type_them():
    one, two, three = own("x")
    task = knowing([one, two])
    proof = task.prove()
    right = CARD.b[CELL_NAMES.index(three)]
    name = {"g": "green", ".": "bystander", "x": "assassin"}[right]
    for typed in (f"{three} {right}", f"{three.upper()}={right}", f"{three}: {name}", f" {three} {name[:3]} "):
        assert task.judge(task.parse_answer(typed), proof).right
    assert not task.judge(task.parse_answer(f"{three} {right}, {own('g')[0]} g"), proof).right
    for typed in ("z9 g", "a1", "a1 purple", "hello"):
        with pytest.raises(Refusal):
            task.parse_answer(typed)


def test_a_dealt_card_is_never_ruled_out():
    rng = random.Random(9)
    for _ in range(30):
        card = deal(rng)
        shown = [place for place in range(25) if rng.random() < 0.6]
        seen = "".join(card.b[place] if place in shown else "?" for place in range(25))
        task = DeduceTask(card.side(Seat.A), seen, frozenset(), finished="g" not in _hidden(card.b, shown))
        assert task.fitting_cards.card_count > 0


def _hidden(side, shown):
    return [letter for place, letter in enumerate(side) if place not in shown]
