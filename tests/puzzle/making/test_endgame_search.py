"""The search for endgames: the referee of the game plays every position, so each can be reached."""

import json
import random
from itertools import islice

import pytest

from duo.core.key import KeyCard, Seat
from duo.core.mission import Mission
from duo.core.position import Clue, Guess, Position, Stop
from duo.core.public import Outcome, Phase
from duo.core.rules import Rule, RuleBroken
from duo.puzzle.kinds.endgame import EndgameTask
from duo.puzzle.making import endgame_search
from duo.puzzle.making.endgame_search import endgame_tasks
from duo.puzzle.making.make import get_puzzle_resources
from duo.puzzle.puzzle import GRADES

MAX_TURNS = 11


@pytest.fixture(scope="module")
def resources():
    return get_puzzle_resources("en")


@pytest.fixture(scope="module")
def games(resources):
    """Games that were won, each with positions of it."""
    rng = random.Random(5)
    won = []
    while len(won) < 40:
        if game := endgame_search._play_game(rng, resources):
            won.append((game, positions(rng, resources, game)))
    return won


def positions(rng, resources, game):
    """Return the positions after taking back a few touches of a game."""
    clear = endgame_search._find_clear_words(resources, game)
    chosen = (set(rng.sample(clear, min(size, len(clear)))) for size in (1, 1, 2, 2, 3) if clear)
    return [task for words in chosen if (task := endgame_search._take_touches_back(rng, resources, game, words))]


@pytest.fixture(scope="module")
def by_grade(resources):
    return {grade: list(islice(endgame_tasks(random.Random(grade), resources, grade), 10)) for grade in GRADES}


def start(game, mission):
    """Return the game before its first clue, for the referee."""
    sides = ("".join(game.sides[seat][word] for word in game.words) for seat in Seat)
    return Position.start(game.words, KeyCard(*sides), mission)


def play_turn(position, giver, clue, count, touched):
    position = position.apply(Clue(giver, clue, count))
    for word in touched:
        position = position.apply(Guess(giver.other, word))
    return position.apply(Stop(giver.other)) if position.phase is Phase.GUESS else position


def replay(game, task):
    """Play the turns of an endgame, on a mission that has the tokens for them."""
    tokens = len(task.turns) + task.tokens
    position = start(game, Mission(tokens, tokens))
    for turn in task.turns:
        position = play_turn(position, Seat(turn.giver), turn.clue, turn.count, (*turn.found, *turn.missed))
    return position


@pytest.fixture(scope="module")
def replayed(games):
    """Every game with each position of it, and what the referee makes of it: None if a clue is out of turn."""
    found = []
    for game, tasks in games:
        for task in tasks:
            try:
                found.append((game, task, replay(game, task)))
            except RuleBroken as problem:
                if problem.rule is not Rule.ALTERNATE:
                    raise
                found.append((game, task, None))
    return found


def test_the_referee_finds_every_game_won(games, resources):
    for game, _tasks in games:
        position = start(game, Mission(MAX_TURNS, MAX_TURNS))
        for turn in game.turns:
            position = play_turn(
                position, turn.giver, resources.candidate_clues[turn.clue_row], len(turn.meant), turn.meant
            )
        assert position.outcome() is Outcome.WON
        assert position.bystanders == 0


def test_a_game_has_legal_clues_each_given_once(games, resources):
    for game, _tasks in games:
        covered = set()
        assert len(game.turns) <= MAX_TURNS
        assert len({turn.clue_row for turn in game.turns}) == len(game.turns)
        for turn in game.turns:
            visible = [word for word in game.words if word not in covered]
            assert resources.check_clue(
                resources.candidate_clues[turn.clue_row], len(turn.meant), visible, strict=True
            ).legal
            assert set(turn.meant) <= set(visible)
            assert all(game.sides[turn.giver][word] == "g" for word in turn.meant)
            covered |= set(turn.meant)
        assert len(covered) == 15


def words_at(game, bits):
    return {word for place, word in enumerate(game.words) if bits >> place & 1}


def test_the_referee_sees_the_same_table_after_the_turns(replayed):
    reached = [(game, task, position) for game, task, position in replayed if position]
    assert len(reached) >= 50
    for game, task, position in reached:
        assert position.phase is (Phase.CLUE if task.tokens else Phase.SUDDEN_DEATH)
        assert position.bank.tokens == task.tokens
        assert set(task.words) == set(game.words) - words_at(game, position.marks.agents)
        for seat in Seat:
            assert set(task.missed[seat]) == words_at(game, position.marks.missed_by(seat))


def test_who_touches_the_words_taken_back_wins_sudden_death(replayed):
    reached = [(game, task, position) for game, task, position in replayed if position and not task.tokens]
    assert len(reached) >= 20
    for game, task, position in reached:
        meant = {(turn.giver.other, word) for turn in game.turns for word in turn.meant if word in task.words}
        assert len(meant) == task.answer_size
        last = position
        for seat, word in meant:
            last = last.apply(Guess(seat, word))
        assert last.outcome() is Outcome.WON


@pytest.mark.xfail(strict=True, reason="in generator 6, about one position in eight has a clue out of turn")
def test_the_clues_of_every_position_were_given_in_turn(replayed):
    """A seat passes once its agents are found. If one of them is then taken back, the pass was not allowed."""
    assert all(position for _game, _task, position in replayed)


def test_a_word_left_open_has_one_clue_and_one_seat(games):
    for game, tasks in games:
        for task in tasks:
            for seat in Seat:
                for clue in task.clues[seat]:
                    (turn,) = (turn for turn in task.turns if (turn.giver, turn.clue) == (seat, clue.word))
                    assert (turn.count, turn.found) == (clue.count, clue.found)
            open_words = {word for turn in game.turns for word in turn.meant if word in task.words}
            assert all(game.sides[seat.other][word] == "." for seat in Seat for word in task.missed[seat])
            assert not open_words & {word for seat in Seat for word in task.missed[seat]}


def test_a_shortened_turn_ended_with_a_stop_or_on_one_bystander(games):
    stops = misses = 0
    for game, tasks in games:
        for task in tasks:
            for turn in task.turns:
                if len(turn.found) == turn.count:
                    assert not turn.missed
                    continue
                assert len(turn.missed) <= 1
                assert turn.found or turn.missed
                assert all(game.sides[Seat(turn.giver)][word] == "." for word in turn.missed)
                stops, misses = stops + (not turn.missed), misses + len(turn.missed)
    assert stops
    assert misses


@pytest.mark.parametrize("grade", GRADES)
def test_an_endgame_is_read_back_from_its_file(by_grade, grade):
    for task in by_grade[grade]:
        assert EndgameTask.from_json(json.loads(json.dumps(task.to_json()))) == task


@pytest.mark.parametrize("grade", GRADES)
def test_every_clue_of_an_endgame_means_the_same_words_to_every_ear(resources, by_grade, grade):
    for task in by_grade[grade]:
        best = [task._top_two_assignments(ear).best for ear in resources.ears]
        assert len(best[0]) == task.answer_size
        assert len(set(best)) == 1


def test_endgames_of_higher_grades_leave_more_words(by_grade):
    assert {task.answer_size for task in by_grade[1]} == {1}
    assert {task.answer_size for task in by_grade[5]} <= {3, 4}
    assert all(len(task.clues[seat]) <= 3 for tasks in by_grade.values() for task in tasks for seat in Seat)


def test_a_seed_finds_the_same_endgames_again(resources, by_grade):
    assert list(islice(endgame_tasks(random.Random(3), resources, 3), 10)) == by_grade[3]
