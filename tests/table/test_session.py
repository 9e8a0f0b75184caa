"""Sessions: who may act, what is refused, what is saved, which events are returned."""

from dataclasses import replace

import pytest
from boards import KEY, WORDS, A, B, winning_moves, words_of
from judgements import count_judgements

from duo.core.game import Game, read
from duo.core.key import Seat
from duo.core.mission import Mission
from duo.core.position import Clue, Guess, Outcome, Phase, Stop
from duo.core.refusal import Refusal
from duo.core.rules import RuleBroken
from duo.table.events import ClueGiven, GameEnded, PenaltyPaid, SideFinished, SuddenDeathBegan, Touched, TurnStopped
from duo.table.players import ScriptedPlayer
from duo.table.session import ClueRefused, HouseRules, InvalidClues, Session
from duo.text import format_refusal, in_language

GAME = Game.start(WORDS, KEY)
AGENTS = words_of(A, "g")


class DeferringPlayer:
    """Always lets its partner act first."""

    def clue(self, view):
        return None

    def guess(self, view):
        return None


def scripted_players(moves):
    return {seat: ScriptedPlayer(moves) for seat in Seat}


def advance_all(session):
    """Every event until a person must act."""
    return [event for step in session.advance() for event in step]


def submit_all(session, moves):
    return [event for move in moves for event in session.submit(move)]


def test_programs_play_to_the_end_and_every_event_is_told():
    session = Session(GAME, players=scripted_players(winning_moves()))
    announced = advance_all(session)
    assert session.position.outcome() is Outcome.WON
    assert announced[0] == ClueGiven(A, "EVERYTHING", 9)
    assert [event for event in announced if isinstance(event, SideFinished)] == [SideFinished(A)]
    assert announced[-1] == GameEnded(Outcome.WON)
    assert sum(isinstance(event, Touched) for event in announced) == 15
    assert TurnStopped(B) in announced


def test_two_people_hand_in_the_same_game_move_by_move():
    session = Session(GAME)
    assert session.awaiting == (A, B)
    announced = submit_all(session, winning_moves())
    assert announced == advance_all(Session(GAME, players=scripted_players(winning_moves())))
    assert session.awaiting == ()


def test_with_a_person_the_programs_act_until_the_person_must():
    moves = [Guess(B, AGENTS[0]), Stop(B), Clue(B, "MUSIC", 1)]
    session = Session(GAME, players={B: ScriptedPlayer(moves)})
    assert session.awaiting == (A,)
    assert advance_all(session) == []
    session.submit(Clue(A, "OCEAN", 1))
    assert session.awaiting == ()
    announced = advance_all(session)
    assert [type(event) for event in announced] == [Touched, TurnStopped, ClueGiven]
    assert session.awaiting == (A,)
    assert session.position.phase is Phase.GUESS


def test_each_step_is_kept_before_it_is_told():
    saved_games = []
    moves = list(winning_moves())
    session = Session(GAME, players=scripted_players(moves), keep=saved_games.append)
    for made, _ in enumerate(session.advance(), start=1):
        assert len(saved_games) == made
        assert read(str(saved_games[-1])) == session.game
    assert len(saved_games) == len(moves)


def test_a_move_that_cannot_be_kept_has_not_happened():
    def fail_to_save(_game):
        raise OSError(28, "No space left on device")

    session = Session(GAME, keep=fail_to_save)
    with pytest.raises(OSError, match="No space"):
        session.submit(Clue(A, "OCEAN", 1))
    assert session.game == GAME
    assert session.awaiting == (A, B)


def test_a_game_goes_on_from_where_an_error_stopped_it():
    moves = list(winning_moves())
    session = Session(GAME, players=scripted_players(moves[:5]))
    with pytest.raises(Refusal, match="script of B has ended"):
        advance_all(session)
    again = Session(session.game, players=scripted_players(moves[5:]))
    advance_all(again)
    assert again.position.outcome() is Outcome.WON


# Who acts


def test_the_seat_that_must_open_does_and_the_other_may_not():
    session = Session(GAME, rules=HouseRules(first=B))
    assert session.awaiting == (B,)
    with pytest.raises(Refusal, match="B gives the first clue"):
        session.submit(Clue(A, "OCEAN", 1))
    with pytest.raises(Refusal, match="A cannot act"):
        session.defer(B)
    session.submit(Clue(B, "OCEAN", 1))
    assert session.awaiting == (A,)


def test_a_program_that_leads_opens_and_one_that_does_not_waits_for_the_person():
    players = {B: ScriptedPlayer([Clue(B, "MUSIC", 1)])}
    assert advance_all(Session(GAME, players=players, rules=HouseRules(lead=B))) == [ClueGiven(B, "MUSIC", 1)]
    session = Session(GAME, players={B: ScriptedPlayer([Clue(B, "MUSIC", 1)])})
    assert advance_all(session) == []
    session.defer(A)
    assert session.awaiting == ()
    assert advance_all(session) == [ClueGiven(B, "MUSIC", 1)]


def test_two_people_who_defer_are_asked_in_turn():
    session = Session(GAME)
    asked_seats = []
    for _ in range(4):
        asked_seats.append(session.awaiting[0])
        session.defer(asked_seats[-1])
    assert asked_seats == [A, B, A, B]


def test_a_program_that_passes_leaves_the_move_to_the_person():
    session = Session(GAME, players={B: DeferringPlayer()}, rules=HouseRules(lead=B))
    assert advance_all(session) == []
    assert session.awaiting == (A,)
    session.defer(A)
    assert advance_all(session) == []
    assert session.awaiting == (A,)


def test_programs_that_all_pass_are_refused_and_not_asked_for_ever():
    with pytest.raises(Refusal, match="each seat waits for the other"):
        advance_all(Session(GAME, players={A: DeferringPlayer(), B: DeferringPlayer()}))


def test_whoever_passes_lets_the_partner_begin():
    session = Session(GAME, players={A: DeferringPlayer(), B: ScriptedPlayer([Clue(B, "MUSIC", 1)])})
    assert next(session.advance()) == (ClueGiven(B, "MUSIC", 1),)


def test_in_sudden_death_the_seats_touch_in_turn():
    bystander = next(word for word in words_of(A, ".") if word in words_of(B, "."))
    moves = [
        Clue(A, "OCEAN", 1),
        Guess(B, AGENTS[0]),
        Stop(B),
        Guess(A, words_of(B, "g")[0]),
        Guess(B, bystander),
    ]
    announced = advance_all(Session(Game.start(WORDS, KEY, Mission(1, 1)), players=scripted_players(moves)))
    assert [event.touch.seat for event in announced if isinstance(event, Touched)] == [B, A, B]
    assert announced[-1] == GameEnded(Outcome.SUDDEN_DEATH)


def test_the_end_of_the_bank_is_announced_once():
    game = Game.start(WORDS, KEY, Mission(1, 1))
    moves = [Clue(A, "OCEAN", 1), Guess(B, AGENTS[-1]), Stop(B), Guess(A, words_of(B, "x")[0])]
    announced = advance_all(Session(game, players=scripted_players(moves)))
    assert [event for event in announced if isinstance(event, SuddenDeathBegan)] == [SuddenDeathBegan((A, B))]
    assert announced[-1] == GameEnded(Outcome.ASSASSIN)


# The rules, for everyone


@pytest.mark.parametrize("word", ["WHALE", "WHALES", "WAIL", "ICE CREAM"])
def test_a_clue_against_the_rules_of_meaning_is_refused_or_paid_for(word):
    clue = Clue(A, word, 1)
    session = Session(GAME)
    with pytest.raises(ClueRefused) as refused:
        session.submit(clue)
    assert refused.value.ruling.rule in ("visible-word", "same-family", "sounds-like", "homonym", "one-word")
    assert session.game == GAME
    assert session.submit(replace(clue, invalid=True)) == (ClueGiven(A, word, 1), PenaltyPaid(A))
    assert session.position.bank.tokens == 8


def test_where_the_house_refuses_invalid_clues_no_token_buys_one():
    session = Session(GAME, rules=HouseRules(invalid_clues=InvalidClues.REFUSE))
    for invalid in (False, True):
        with pytest.raises(ClueRefused):
            session.submit(Clue(A, "WHALES", 1, invalid=invalid))
    assert session.game == GAME


def test_a_program_that_cheats_pays_like_everybody():
    session = Session(GAME, players={A: ScriptedPlayer([Clue(A, "WHALE", 1)])}, rules=HouseRules(lead=A))
    assert next(session.advance()) == (ClueGiven(A, "WHALE", 1), PenaltyPaid(A))
    assert "1A WHALE 1 !:" in str(session.game)


def test_a_program_that_cheats_where_that_is_refused_stops_the_game():
    cheat = {A: ScriptedPlayer([Clue(A, "WHALE", 1)])}
    session = Session(GAME, players=cheat, rules=HouseRules(invalid_clues=InvalidClues.REFUSE, lead=A))
    with pytest.raises(ClueRefused, match="WHALE is still visible"):
        advance_all(session)
    assert session.game == GAME


def test_what_is_no_move_at_all_is_refused_before_its_meaning():
    session = Session(GAME)
    with pytest.raises(RuleBroken, match="from 1 to 25"):
        session.submit(Clue(A, "WHALES", 26))
    session.submit(Clue(A, "OCEAN", 1))
    with pytest.raises(RuleBroken, match="has not ended"):
        session.submit(Clue(A, "WHALES", 1))


def test_checking_a_move_changes_nothing():
    session = Session(GAME)
    session.check(Clue(A, "OCEAN", 1))
    with pytest.raises(ClueRefused):
        session.check(Clue(A, "WHALES", 1))
    assert session.game == GAME


# One ruling for each clue


def test_a_clue_with_its_ruling_is_not_judged_again(monkeypatch):
    session, clue = Session(GAME), Clue(A, "PROSE", 1)
    judgements = count_judgements(monkeypatch)
    ruling = session.check(clue)
    assert (ruling.legal, ruling.overlapping) == (True, ("ROSE",))
    assert judgements.take() == (["PROSE"], ["PROSE"])
    assert session.submit(clue, ruling) == (ClueGiven(A, "PROSE", 1),)
    assert judgements.take() == ([], [])


def test_a_clue_handed_in_alone_is_judged_once(monkeypatch):
    judgements = count_judgements(monkeypatch)
    Session(GAME).submit(Clue(A, "OCEAN", 1))
    assert judgements.take() == (["OCEAN"], ["OCEAN"])


def test_a_refused_clue_is_paid_for_without_a_second_judgement(monkeypatch):
    session, clue = Session(GAME), Clue(A, "WHALES", 1)
    judgements = count_judgements(monkeypatch)
    with pytest.raises(ClueRefused) as refused:
        session.check(clue)
    session.submit(replace(clue, invalid=True), refused.value.ruling)
    assert judgements.take() == (["WHALES"], ["WHALES"])
    assert session.position.discarded == 1


def test_the_ruling_on_a_refused_clue_does_not_make_it_legal():
    for rules in (HouseRules(), HouseRules(invalid_clues=InvalidClues.REFUSE)):
        session, clue = Session(GAME, rules=rules), Clue(A, "WHALES", 1)
        with pytest.raises(ClueRefused) as refused:
            session.check(clue)
        with pytest.raises(ClueRefused):
            session.submit(clue, refused.value.ruling)
        assert session.game == GAME
    with pytest.raises(ClueRefused):
        session.submit(replace(clue, invalid=True), refused.value.ruling)


def test_a_ruling_on_another_clue_or_of_another_session_has_no_effect(monkeypatch):
    session, ocean = Session(GAME), Clue(A, "OCEAN", 1)
    ruling, foreign = session.check(ocean), Session(GAME).check(ocean)
    judgements = count_judgements(monkeypatch)
    for clue, other in ((Clue(A, "WHALES", 1), ruling), (Clue(A, "WHALES", 1), foreign)):
        with pytest.raises(ClueRefused):
            session.submit(clue, other)
    session.submit(ocean, foreign)
    assert judgements.take() == (["WHALES", "WHALES", "OCEAN"],) * 2


def test_a_ruling_on_an_earlier_position_is_stale(monkeypatch):
    session = Session(GAME, rules=HouseRules(practice=True))
    clue = Clue(A, "OCEAN", 1)
    ruling = session.check(clue)
    session.submit(clue, ruling)
    with pytest.raises(RuleBroken, match="has not ended"):
        session.submit(clue, ruling)
    session.undo(A)
    judgements = count_judgements(monkeypatch)
    session.submit(clue, ruling)
    assert judgements.take() == (["OCEAN"], ["OCEAN"])


def test_a_move_that_could_not_be_saved_keeps_its_ruling(monkeypatch):
    answers = iter([OSError(28, "No space left on device"), None])

    def save(_game):
        if error := next(answers):
            raise error

    session, clue = Session(GAME, keep=save), Clue(A, "OCEAN", 1)
    ruling = session.check(clue)
    judgements = count_judgements(monkeypatch)
    with pytest.raises(OSError, match="No space"):
        session.submit(clue, ruling)
    session.submit(clue, ruling)
    assert judgements.take() == ([], [])


def test_a_programs_clue_is_judged_once_even_if_it_pays(monkeypatch):
    for word in ("OCEAN", "WHALES"):
        session = Session(GAME, players={A: ScriptedPlayer([Clue(A, word, 1)])}, rules=HouseRules(lead=A))
        judgements = count_judgements(monkeypatch)
        next(session.advance())
        assert judgements.take() == ([word], [word])
        monkeypatch.undo()


def test_a_move_for_the_seat_of_a_program_is_refused():
    session = Session(GAME, players={B: ScriptedPlayer([Clue(B, "MUSIC", 1)])})
    for make in (session.submit, session.check):
        with pytest.raises(Refusal, match="B is played by a program, which makes its own moves"):
            make(Clue(B, "OCEAN", 1))
    assert session.game == GAME
    session.defer(A)
    assert advance_all(session) == [ClueGiven(B, "MUSIC", 1)]


def test_a_ruling_is_told_in_the_language_of_whoever_reads_it():
    with pytest.raises(ClueRefused) as refused:
        Session(GAME).submit(Clue(A, "WHALES", 1))
    ruling = refused.value.ruling
    assert (refused.value.template, refused.value.fields) == (ruling.template, ruling.fields)
    assert str(refused.value) == ruling.why == "WHALES is refused: it belongs to the same word family as WHALE."
    with in_language("fr"):
        assert format_refusal(refused.value) == ruling.why
        assert ruling.why.startswith("WHALES est refusé")


def test_a_view_is_the_seats_own():
    session = Session(GAME)
    assert session.view(A).own == KEY.a
    assert session.view(B).own == KEY.b


# Practice


def test_undo_returns_to_the_decision_before_and_is_counted():
    session = Session(GAME, rules=HouseRules(practice=True))
    submit_all(session, [Clue(A, "OCEAN", 1), Guess(B, AGENTS[0]), Stop(B)])
    session.undo(A)
    assert session.position.clues == ()
    assert session.game.undo_count == 3
    with pytest.raises(Refusal, match="no move of yours"):
        session.undo(A)


def test_undo_belongs_to_practice():
    session = Session(GAME)
    session.submit(Clue(A, "OCEAN", 1))
    with pytest.raises(Refusal, match="except in practice"):
        session.undo(A)
    assert session.position.clues
