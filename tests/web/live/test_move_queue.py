"""The queue of AI moves: filled with each move, claimed by one process, taken over when that dies."""

import contextlib
import threading

import pytest
from boards import KEY, WORDS

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue
from duo.core.refusal import Refusal
from duo.table.store.connect import open_database
from duo.table.store.database_store import DatabaseStore
from duo.web.changes import DatabaseChangeNotifier
from duo.web.games import Games
from duo.web.live import move_queue
from duo.web.live.move_queue import MoveQueue
from duo.web.seats import Role

WITH_AI = {"A": "person", "B": "duo balanced expert", "First": "A"}


@pytest.fixture
def games(any_store):
    with contextlib.closing(open_database(any_store)) as database:
        yield Games(database, DatabaseChangeNotifier(database), None)


def start_game(games, player=b"p" * 32):
    """A game in which a person gives the first clue, opened by that person."""
    stored = games.begin(Game.start(WORDS, KEY, extra_headers=WITH_AI), player, Role.A)
    return games.open(stored.id, player)


def start_ai_turn(games):
    """The id of a game in which the AI has to move."""
    opened_game = start_game(games)
    games.create_session(opened_game).submit(Clue(Seat.A, "ZEBRA", 1))
    return opened_game.id


def test_the_house_is_called_in_the_same_transaction_as_the_move(games):
    opened_game = start_game(games)
    queue = MoveQueue(games.store.database, "me")
    assert not queue.claim_game(opened_game.id)
    games.create_session(opened_game).submit(Clue(Seat.A, "ZEBRA", 1))
    assert games.store.load(opened_game.id).ai_due
    assert queue.unclaimed_games(5) == [opened_game.id]
    assert queue.count_unfinished_and_due_games() == (1, 1)


def test_the_terminal_plays_its_own_house(any_store):
    with contextlib.closing(open_database(any_store)) as database:
        store = DatabaseStore(database)
        with store.begin(Game.start(WORDS, KEY, extra_headers=WITH_AI)) as saved:
            saved.save(store.load(saved.id).game.play(Clue(Seat.A, "ZEBRA", 1)))
            assert not store.load(saved.id).ai_due


def test_one_process_at_a_time_sees_to_a_game(games, any_store):
    game = start_ai_turn(games)
    others = [MoveQueue(games.store.database, str(number)) for number in range(6)]
    start, claimed = threading.Barrier(len(others)), []

    def claim(queue):
        start.wait()
        claimed.append(queue.claim_game(game))

    threads = [threading.Thread(target=claim, args=(queue,)) for queue in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(claimed) == [False] * 5 + [True]


def test_a_game_of_a_process_that_died_is_taken_over_when_its_lease_has_run_out(games, monkeypatch):
    game = start_ai_turn(games)
    dead, other = MoveQueue(games.store.database, "dead"), MoveQueue(games.store.database, "other")
    assert dead.claim_game(game)
    assert not other.claim_game(game)
    now = move_queue.time.time()
    monkeypatch.setattr(move_queue.time, "time", lambda: now + move_queue.LEASE_SECONDS + 1)
    assert other.unclaimed_games(1) == [game]
    assert other.claim_game(game)
    assert not dead.claim_game(game)


def test_a_process_that_lives_keeps_its_games_and_one_that_ends_gives_them_back(games, monkeypatch):
    game = start_ai_turn(games)
    one, other = MoveQueue(games.store.database, "one"), MoveQueue(games.store.database, "other")
    assert one.claim_game(game)
    now = move_queue.time.time()
    monkeypatch.setattr(move_queue.time, "time", lambda: now + move_queue.LEASE_SECONDS - 1)
    one.renew_leases()
    monkeypatch.setattr(move_queue.time, "time", lambda: now + move_queue.LEASE_SECONDS + 1)
    assert not other.claim_game(game)
    other.release_leases("one")
    assert other.claim_game(game)


def test_games_wait_in_the_order_in_which_they_came(games):
    waiting = [start_ai_turn(games) for _ in range(3)]
    queue = MoveQueue(games.store.database, "me")
    assert [queue.count_games_ahead(game) for game in waiting] == [0, 1, 2]
    assert queue.claim_game(waiting[0])
    assert [queue.count_games_ahead(game) for game in waiting] == [0, 0, 1]
    assert queue.unclaimed_games(1) == [waiting[1]]


def test_trouble_is_told_to_everybody_and_the_house_is_not_called_again_and_again(games):
    game = start_ai_turn(games)
    queue = MoveQueue(games.store.database, "me")
    assert queue.claim_game(game)
    before = games.store.load(game)
    queue.remove_game(before, Refusal("{word} is a problem", word="ZEBRA"))
    assert str(MoveQueue(games.store.database, "other").load_problem(game)) == "ZEBRA is a problem"
    assert queue.unclaimed_games(1) == []
    assert games.store.load(game).version == before.version + 1
    queue.enqueue_game(game)
    assert queue.load_problem(game) is None


def test_what_has_changed_meanwhile_is_not_settled(games):
    game = start_ai_turn(games)
    queue = MoveQueue(games.store.database, "me")
    before = games.store.load(game)
    queue.enqueue_game(game, Seat.A)  # meanwhile a person lets the AI act first
    queue.remove_game(before)
    assert games.store.load(game).ai_due
