"""Puzzles with words, on real boards with the real ears."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from duo.core.key import Seat
from duo.core.mission import Bank
from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.giver.giver import ExpectedValueGiver
from duo.mind.giver.query import ClueQuery
from duo.mind.listener import plackett_luce
from duo.mind.value import Stakes
from duo.puzzle import pack
from duo.puzzle.making.make import PuzzleOrder, attempt_puzzle, get_puzzle_resources
from duo.puzzle.pack import puzzle_from_json, puzzle_to_line
from duo.puzzle.proof.clues import find_spelling_problem
from duo.puzzle.proof.ranking import MIN_EAR_MARGIN, CountedWeights, find_top_two, set_chance
from duo.puzzle.puzzle import Kind, PuzzleOrigin, UnprovenTask
from duo.puzzle.survey import MIN_FIRMNESS, MIN_MARGIN
from duo.words import legality

SCHEMA = json.loads((Path(__file__).parents[3] / "docs/schemas/duo-puzzles.json").read_text())
WANTED = [
    ("en", Kind.READ, 1),
    ("en", Kind.READ, 4),
    ("fr", Kind.READ, 3),
    ("en", Kind.ENDGAME, 1),
    ("en", Kind.GIVE, 2),
    ("fr", Kind.GIVE, 1),
    ("fr", Kind.DEDUCE, 2),
]


@pytest.fixture(scope="module")
def puzzles():
    return {
        (lang, kind, wanted): attempt_puzzle(PuzzleOrder(lang, "test", (kind,), (wanted,)), 0)
        for lang, kind, wanted in WANTED
    }


def read_puzzles(puzzles):
    return [(get_puzzle_resources(lang), puzzle) for (lang, kind, _), puzzle in puzzles.items() if kind is Kind.READ]


def one(puzzles, kind):
    return next(
        (get_puzzle_resources(lang), puzzle) for (lang, of_kind, _), puzzle in puzzles.items() if of_kind is kind
    )


def test_every_kind_is_found_in_both_languages_with_the_grade_asked_for(puzzles):
    assert all(puzzle.kind is kind and puzzle.proof.grade == wanted for (_, kind, wanted), puzzle in puzzles.items())


def test_every_puzzle_is_proven_again_after_its_way_through_a_file(puzzles):
    for lang in ("en", "fr"):
        some = tuple(puzzle for (of_lang, _, _), puzzle in puzzles.items() if of_lang == lang)
        packed = pack.Pack(lang, PuzzleOrigin("test", "0", ()), some)
        jsonschema.validate(json.loads(str(packed)), SCHEMA)
        assert pack.Pack.parse(str(packed)) == packed
        assert [found for _, found in pack.find_pack_problems(packed, get_puzzle_resources(lang))] == [[]] * len(some)


def test_the_schema_refuses_what_the_reader_refuses(puzzles):
    value = json.loads(str(pack.Pack("en", PuzzleOrigin("test", "0", ()), (puzzles[WANTED[0]],))))
    value["puzzles"][0]["task"]["extra"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(value, SCHEMA)
    with pytest.raises(Refusal):
        pack.Pack.parse(json.dumps(value))


def test_the_answer_of_a_reading_is_what_the_listener_would_touch_by_the_margin(puzzles):
    for resources, puzzle in read_puzzles(puzzles):
        task, proof = puzzle.task, puzzle.proof
        if len(task.clues) > 1:
            continue
        weights = resources.main_ear.touch(task.clues[-1].word, task.words)
        best, rival = (
            set_chance(weights, [task.words.index(word) for word in words]) for words in (proof.answer, proof.rival)
        )
        assert best >= MIN_MARGIN * rival
        weight, nothing = resources.clue_weights(task.clues[-1].word, task.words)
        assert min(weight[0, task.words.index(word)] for word in proof.answer) >= MIN_FIRMNESS * nothing[0]


def test_every_mind_gives_the_same_reading_with_no_other_word_within_reach(puzzles):
    for resources, puzzle in read_puzzles(puzzles):
        assert not set(resources.main_ear.model.signal_names) & set(resources.other_ears[0].model.signal_names)
        task = puzzle.task
        for ear in resources.other_ears if len(task.clues) == 1 else ():
            weights = ear.touch(task.clues[-1].word, task.words)
            clear = find_top_two([CountedWeights(weights, task.answer_size)])
            assert {task.words[place] for place in clear.best} == set(puzzle.proof.answer)
            assert clear.margin >= max(MIN_EAR_MARGIN, puzzle.proof.figures["least-margin"] - 0.01)


def test_a_clue_that_is_spelt_like_a_word_is_not_accepted():
    for said, meant in (("JOUET", "JOUE"), ("FOUGUE", "FOUET"), ("SOUCHE", "DOUCHE"), ("HEN", "WHEN")):
        assert "spelt like" in str(
            find_spelling_problem([ClueMemory("WATER", 1), ClueMemory(said, 1)], ("LAMP", meant))
        )
    assert find_spelling_problem([ClueMemory("PANTALON", 2, ("TALON",))], ("ROBE",))
    assert find_spelling_problem([ClueMemory("LEATHER", 2, ("BELT",))], ("RIVER", "WAVE")) is None


def test_a_clue_is_judged_as_the_giver_judges_its_own(puzzles):
    resources, puzzle = one(puzzles, Kind.GIVE)
    task = puzzle.task
    green, tan, black = (tuple(task.words[place] for place in task.places_of_colour(colour)) for colour in "g.x")
    giver = ExpectedValueGiver(resources.partner_ear, lambda clue, _: fold(clue) == fold(puzzle.proof.answer[0]))
    suggestion = giver.answer(ClueQuery(green, tan, black, task.words, Stakes(len(green), 5, Bank(5, 4))), 1)[0]
    weights, nothing = resources.clue_weights(suggestion.word, task.words)
    reached = plackett_luce.run_chances(
        weights[:, task.places_of_colour("g")],
        weights[:, task.places_of_colour(".")].sum(1) + weights[:, task.places_of_colour("x")].sum(1) + nothing,
        suggestion.count,
    )
    assert suggestion.expected == pytest.approx(reached[: suggestion.count].sum(), abs=1e-3)
    single = replace(task, meant_word_count=suggestion.count).expected_agents(weights, nothing)[0]
    assert single <= suggestion.expected + 1e-6


def test_no_clue_is_illegal(puzzles):
    for (lang, kind, _), puzzle in puzzles.items():
        if kind is Kind.READ:
            clues, words = puzzle.task.clues, puzzle.task.words
        elif kind is Kind.ENDGAME:
            clues = [clue for seat in Seat for clue in puzzle.task.clues[seat]]
            words = puzzle.task.words
        elif kind is Kind.GIVE:
            clues, words = [ClueMemory(puzzle.proof.answer[0], puzzle.task.meant_word_count)], puzzle.task.words
        else:
            continue
        assert all(legality.check(clue.word, clue.count, words, lang).legal for clue in clues)


def test_an_unclear_reading_is_not_accepted(puzzles):
    resources, puzzle = read_puzzles(puzzles)[0]
    with pytest.raises(UnprovenTask):
        replace(puzzle.task, clues=(ClueMemory("THING", 2),)).prove(resources)
    with pytest.raises(UnprovenTask, match="not a legal clue"):
        replace(puzzle.task, clues=(ClueMemory(puzzle.task.words[0], 1),)).prove(resources)


def test_a_reading_is_judged_word_by_word(puzzles):
    resources, puzzle = read_puzzles(puzzles)[1]
    task, proof = puzzle.task, puzzle.proof
    assert task.judge(task.parse_answer(", ".join(proof.answer).lower()), proof, resources).right
    wrong = task.judge(task.parse_answer(", ".join(proof.rival)), proof, resources)
    assert not wrong.right
    assert 0 < wrong.share < 1
    with pytest.raises(Refusal, match="not on the board"):
        task.parse_answer("zyzzyva")
    assert all(word in task.solution(proof)[0] for word in proof.answer)


def test_an_endgame_says_who_touches_what(puzzles):
    resources, puzzle = one(puzzles, Kind.ENDGAME)
    task, proof = puzzle.task, puzzle.proof
    assert len(proof.answer) == task.answer_size
    for mark in proof.answer:
        seat, word = mark.split(":")
        assert word not in task.missed[Seat(seat)]
    assert task.judge(task.parse_answer(", ".join(proof.answer)), proof, resources).right
    swapped = [f"{Seat(mark[0]).other}:{mark[2:]}" for mark in proof.answer]
    assert not task.judge(task.parse_answer(", ".join(swapped)), proof, resources).right
    with pytest.raises(Refusal, match="names no seat"):
        task.parse_answer(proof.answer[0][2:])


def test_a_word_that_a_seat_has_missed_is_closed_to_it(puzzles):
    resources, puzzle = one(puzzles, Kind.ENDGAME)
    seat, word = puzzle.proof.answer[0].split(":")
    task, closed = puzzle.task, replace(puzzle.task, missed={**puzzle.task.missed, Seat(seat): (word,)})
    for ear in (resources.main_ear, *resources.other_ears):
        assert puzzle.proof.answer[0] in task._format_answer_marks(task._top_two_assignments(ear).best)
        assert puzzle.proof.answer[0] not in closed._format_answer_marks(closed._top_two_assignments(ear).best)


def test_a_clue_that_leads_to_its_words_first_solves_and_earns_stars_beside_the_best(puzzles):
    resources, puzzle = one(puzzles, Kind.GIVE)
    task, proof = puzzle.task, puzzle.proof
    best = task.judge(task.parse_answer(proof.answer[0].lower()), proof, resources)
    assert best.right
    assert best.stars == 3
    assert best.share == pytest.approx(1, abs=1e-3)
    assert {task.own[task.words.index(word)] for word in proof.answer[1:]} == {"g"}
    next_best = task.judge(task.parse_answer(f"{proof.rival[0]} {task.meant_word_count}"), proof, resources)
    assert next_best.right
    assert next_best.share == pytest.approx(proof.figures["next"] / proof.figures["result"], abs=1e-3)
    assert proof.figures["next"] < proof.figures["result"]
    with pytest.raises(Refusal):
        task.judge(task.parse_answer(task.words[0].split()[0]), proof, resources)
    for typed in ("two words", "", "ocean 1", "ocean 10"):
        with pytest.raises(Refusal):
            task.parse_answer(typed)


def test_every_clue_whose_words_are_thought_of_first_is_accepted(puzzles):
    """A clue solves the puzzle if and only if the words that the verdict names are green."""
    resources, puzzle = one(puzzles, Kind.GIVE)
    task, solved = puzzle.task, 0
    greens = {word for word, colour in zip(task.words, task.own, strict=True) if colour == "g"}
    for clue in (*resources.candidate_clues[:400:4], puzzle.proof.answer[0].lower()):
        if not resources.check_clue(clue, task.meant_word_count, task.words).legal:
            continue
        verdict = task.judge((clue.upper(),), puzzle.proof, resources)
        thought = verdict.words.partition("think of ")[2].partition(" first.")[0]
        named = set(thought.replace(" and ", ", ").split(", ")) if thought else set()
        assert verdict.right == (bool(thought) and named <= greens)
        solved += verdict.right
    assert solved


def test_a_turn_that_ends_on_an_assassin_brings_nothing(puzzles):
    _, puzzle = one(puzzles, Kind.GIVE)
    task = puzzle.task
    weights, nothing = np.array([{"g": 5.0, ".": 1.0, "x": 1.0}[letter] for letter in task.own])[None, :], np.zeros(1)
    darker = np.where([letter == "x" for letter in task.own], weights + 1, weights)
    lighter = np.where(
        [letter == "." for letter in task.own], weights + task.own.count("x") / task.own.count("."), weights
    )
    assert task.expected_agents(darker, nothing) < task.expected_agents(lighter, nothing)
    assert task.expected_agents(weights, nothing + 1) < task.expected_agents(weights, nothing)


def test_an_endgame_comes_with_the_turns_that_led_there(puzzles):
    _, puzzle = one(puzzles, Kind.ENDGAME)
    task = puzzle.task
    assert task.turns
    for seat in Seat:
        given = [turn for turn in task.turns if turn.giver == seat]
        empty = [clue for clue in task.clues[seat] if not clue.found]
        assert len(empty) <= sum(bool(turn.missed) for turn in given)
        assert {clue.word for clue in task.clues[seat]} <= {turn.clue for turn in given}
    value = json.loads(puzzle_to_line(puzzle))
    value["task"]["turns"][-1]["clue"] = "ZEBRA"
    value["task"]["turns"] = value["task"]["turns"][-1:]
    with pytest.raises(Refusal, match="turns do not match"):
        puzzle_from_json(value)


def test_a_puzzle_in_a_file_is_the_puzzle(puzzles):
    for puzzle in puzzles.values():
        assert puzzle_from_json(json.loads(puzzle_to_line(puzzle))) == puzzle
