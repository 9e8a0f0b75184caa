"""The AI player decides from its view alone."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from duo.core.game import Game
from duo.core.key import KeyCard, Seat, deal
from duo.core.mission import Mission
from duo.core.position import Clue, Guess, Phase, Position, Stop
from duo.core.refusal import Refusal
from duo.core.rules import RuleBroken
from duo.mind.giver.giver import ExpectedValueGiver
from duo.mind.guesser.guesser import ListeningGuesser
from duo.table.events import NothingToGoBy, Touched
from duo.table.players import AIPlayer
from duo.table.session import HouseRules, Session

WORDS = tuple(f"word{number}" for number in range(25))


class Ear:
    """A listener with fixed associations between its clues and the words."""

    lang = "en"
    candidates = tuple(f"clue{number}" for number in range(60))
    familiarity = np.ones(60)
    _weights = np.exp(np.random.default_rng(1).normal(size=(60, 25)) * 2)

    def touch(self, clue, words):
        weights = self._weights[self.candidates.index(clue), [WORDS.index(word) for word in words]]
        return weights / weights.sum()

    def associations(self, clue, words, sharpness):
        return self.touch(clue, words)[None] ** sharpness

    def kinship(self, words):
        return np.zeros((len(words), len(words)))

    def candidate_associations(self, words, sharpness):
        return (self._weights[:, [WORDS.index(word) for word in words]] ** sharpness).astype(np.float32)


def player():
    return AIPlayer(ExpectedValueGiver(Ear(), lambda clue, visible: True), ListeningGuesser(Ear()))


def decide(position, seat):
    view = position.view(seat)
    return player().clue(view) if position.phase is Phase.CLUE else player().guess(view)


def play_moves(seed, moves):
    """The position after some moves of two such players, and the moves."""
    rng = random.Random(seed)
    position = Position.start(WORDS, deal(rng), Mission(9, 6))
    made = []
    while position.phase is not Phase.OVER and len(made) < moves:
        move = decide(position, rng.choice(position.givers or position.guessers))
        made.append(move)
        position = position.apply(move)
    return position, made


def other_sides(card: KeyCard, seat: Seat, rng: random.Random) -> Iterator[KeyCard]:
    """Cards with the same side for this seat and a different one for the partner."""
    own, hidden = card.side(seat), card.side(seat.other)
    for _ in range(400):
        letters = list(hidden)
        for colour in "g.x":
            places = [place for place, letter in enumerate(own) if letter == colour]
            for place, letter in zip(places, rng.sample([hidden[p] for p in places], len(places)), strict=True):
                letters[place] = letter
        side = "".join(letters)
        yield KeyCard(own, side) if seat is Seat.A else KeyCard(side, own)


def replay(card, moves):
    """The same moves on another card, or None if that card does not allow them."""
    position = Position.start(WORDS, card, Mission(9, 6))
    try:
        for move in moves:
            position = position.apply(move)
    except RuleBroken:
        return None
    return position


@pytest.mark.parametrize("seed", range(12))
def test_changing_the_hidden_side_changes_nothing_that_it_does(seed):
    rng = random.Random(seed)
    position, moves = play_moves(seed, rng.randint(0, 14))
    if position.phase is Phase.OVER:
        position, moves = play_moves(seed, len(moves) - 1)
    for seat in position.givers or position.guessers:
        move, fitting = decide(position, seat), 0
        for card in other_sides(position.key, seat, rng):
            elsewhere = replay(card, moves)
            if elsewhere is None or elsewhere.view(seat) != position.view(seat):
                continue
            fitting += 1
            assert decide(elsewhere, seat) == move
            if fitting == 25:
                break
        assert fitting > 0


@pytest.mark.parametrize("seed", range(8))
def test_two_of_them_play_every_game_to_its_end(seed):
    position, _ = play_moves(seed, 200)
    assert position.outcome() is not None


def test_its_clue_says_what_it_meant():
    position = Position.start(WORDS, deal(random.Random(3)))
    clue = player().clue(position.view(Seat.A))
    assert isinstance(clue, Clue)
    assert len(clue.meant) == clue.count
    assert all(position.key.a[WORDS.index(word)] == "g" for word in clue.meant)


def test_without_any_clue_allowed_it_says_so():
    mute = AIPlayer(ExpectedValueGiver(Ear(), lambda clue, visible: False), ListeningGuesser(Ear()))
    with pytest.raises(Refusal, match="finds no legal clue"):
        mute.clue(Position.start(WORDS, deal(random.Random(3))).view(Seat.A))


def sudden_death(clue):
    """A game at its last touch: one agent of A is missing, and A has given this clue."""
    game = Game.start(WORDS, deal(random.Random(3)), Mission(1, 1))
    agent = next(word for word, colour in zip(WORDS, game.final.key.a, strict=True) if colour == "g")
    for move in (Clue(Seat.A, clue, 1), Guess(Seat.B, agent), Stop(Seat.B)):
        game = game.play(move)
    return game


def test_a_partner_with_nothing_to_go_by_in_sudden_death_says_so_before_it_touches():
    class Deaf(Ear):
        def associations(self, clue, words, sharpness):
            return np.zeros((1, len(words)))

    class Sharp(Ear):
        def associations(self, clue, words, sharpness):
            return np.array([[1000.0 if word == meant else 1.0 for word in words]])

    game = sudden_death("clue1")
    _found, meant, *_ = (word for word, colour in zip(WORDS, game.final.key.a, strict=True) if colour == "g")
    for ear, says in ((Deaf, True), (Sharp, False)):
        partner = AIPlayer(ExpectedValueGiver(ear(), lambda clue, visible: True), ListeningGuesser(ear()))
        rules = HouseRules(lead=Seat.B)
        first = next(Session(game, players=dict.fromkeys(Seat, partner), rules=rules).advance())
        assert (first[0] == NothingToGoBy(Seat.B)) is says
        assert any(isinstance(event, Touched) for event in first)
