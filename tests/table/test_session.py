"""Two players and a game: who is asked, what is kept, what is announced."""

import pytest
from boards import KEY, WORDS, A, B, winning_moves, words_of

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.mission import Mission
from duo.core.position import Clue, Guess, Outcome, Stop
from duo.core.record import read
from duo.core.refusal import Refusal
from duo.table.events import ClueGiven, GameEnded, SideFinished, SuddenDeathBegan, Touched, TurnStopped
from duo.table.players import ScriptedPlayer
from duo.table.session import Session


def scripted(moves):
    return {seat: ScriptedPlayer(moves) for seat in Seat}


def test_scripted_players_win_and_every_event_is_told():
    session = Session(Game.start(WORDS, KEY), scripted(winning_moves()))
    told = list(session.run())
    assert session.position.outcome() is Outcome.WON
    assert told[0] == ClueGiven(A, "ALL", 9)
    assert [event for event in told if isinstance(event, SideFinished)] == [SideFinished(A)]
    assert told[-1] == GameEnded(Outcome.WON)
    assert sum(isinstance(event, Touched) for event in told) == 15
    assert TurnStopped(B) in told


def test_each_move_is_kept_before_the_next_is_asked_for():
    kept = []

    class Checking(ScriptedPlayer):
        def guess(self, view):
            assert kept
            assert read(str(kept[-1])).final.view(view.seat) == view
            return super().guess(view)

    moves = list(winning_moves())
    session = Session(Game.start(WORDS, KEY), {seat: Checking(moves) for seat in Seat}, keep=kept.append)
    list(session.run())
    assert len(kept) == len(moves)
    assert kept[-1] == session.game


def test_a_move_that_cannot_be_kept_is_not_made():
    def full(_game):
        raise OSError(28, "No space left on device")

    session = Session(Game.start(WORDS, KEY), scripted(winning_moves()), keep=full)
    with pytest.raises(OSError, match="No space"):
        list(session.run())
    assert session.position.clues == ()


def test_a_game_goes_on_from_where_an_error_stopped_it():
    moves = list(winning_moves())
    session = Session(Game.start(WORDS, KEY), scripted(moves[:5]))
    with pytest.raises(Refusal, match="script of B has ended"):
        list(session.run())
    again = Session(session.game, scripted(moves[5:]))
    list(again.run())
    assert again.position.outcome() is Outcome.WON


def test_the_seat_that_must_open_does():
    class Opener(ScriptedPlayer):
        def clue(self, view):
            assert view.seat is B
            return super().clue(view)

    players = {A: ScriptedPlayer([Clue(A, "NEVER", 1)]), B: Opener([Clue(B, "SKY", 1)])}
    session = Session(Game.start(WORDS, KEY), players, first=B)
    assert next(iter(session.run())) == ClueGiven(B, "SKY", 1)


def test_whoever_passes_lets_the_partner_begin():
    class Shy(ScriptedPlayer):
        def clue(self, view):
            return None

    players = {A: Shy([]), B: ScriptedPlayer([Clue(B, "SKY", 1)])}
    assert next(iter(Session(Game.start(WORDS, KEY), players).run())) == ClueGiven(B, "SKY", 1)


def test_taking_back_returns_to_the_decision_before_and_is_counted():
    agents = words_of(A, "g")
    moves = [Clue(A, "ONE", 1), Guess(B, agents[0]), Stop(B)]
    session = Session(Game.start(WORDS, KEY), scripted(moves))
    with pytest.raises(Refusal):
        list(session.run())
    session.take_back(A)
    assert session.position.clues == ()
    assert session.game.undone == 3
    with pytest.raises(Refusal, match="no move of yours"):
        session.take_back(A)


def test_in_sudden_death_the_seats_touch_in_turn():
    bystander = next(word for word in words_of(A, ".") if word in words_of(B, "."))
    moves = [
        Clue(A, "ONE", 1), Guess(B, words_of(A, "g")[0]), Stop(B),
        Guess(A, words_of(B, "g")[0]), Guess(B, bystander),
    ]  # fmt: skip
    told = list(Session(Game.start(WORDS, KEY, Mission(1, 1)), scripted(moves)).run())
    assert [event.touch.seat for event in told if isinstance(event, Touched)] == [B, A, B]
    assert told[-1] == GameEnded(Outcome.SUDDEN_DEATH)


def test_the_end_of_the_bank_is_announced_once():
    game = Game.start(WORDS, KEY, Mission(1, 1))
    agent = words_of(A, "g")[-1]
    session = Session(game, scripted([Clue(A, "ONE", 1), Guess(B, agent), Stop(B), Guess(A, words_of(B, "x")[0])]))
    told = list(session.run())
    assert [event for event in told if isinstance(event, SuddenDeathBegan)] == [SuddenDeathBegan((A, B))]
    assert told[-1] == GameEnded(Outcome.ASSASSIN)
