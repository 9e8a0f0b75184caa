"""The partner goes by how the person opposite did in earlier games: on one's own machine, and of each browser."""

import pytest
from boards import KEY, WORDS

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue, Guess
from duo.table.store.folder import FolderStore
from duo.web.experience import Experience
from duo.web.seats import Role

SEATS = {"A": "person", "B": "duo balanced expert", "First": "B"}


def lost(**more):
    """A game that is over: the partner's clue found an agent, and then the assassin."""
    side = KEY.side(Seat.B)
    game = Game.start(WORDS, KEY, extra_headers=SEATS | more).play(Clue(Seat.B, "ZEBRA", 2))
    return game.play(Guess(Seat.A, WORDS[side.index("g")])).play(Guess(Seat.A, WORDS[side.index("x")]))


def begun(house, player, game=None):
    return house.at.games.begin(game or Game.start(WORDS, KEY, extra_headers=SEATS), player, Role.A)


@pytest.mark.parametrize(("mine", "files"), [(True, True), (True, False), (False, True), (False, False)])
def test_whose_games_count(house, tmp_path, *, mine, files):
    """All games of one's own machine; where strangers are served, those of the same browser."""
    begun(house, b"p" * 32 if mine else b"q" * 32, lost())
    now = begun(house, b"p" * 32)
    folder = FolderStore(tmp_path / "files") if files else None
    tally = Experience(house.at.database, folder).tally(now.id, now.game, Seat.A)
    assert (tally.touches, tally.hits) == ((2, 1) if mine or files else (0, 0))


def test_games_of_the_terminal_count(house, tmp_path):
    files = FolderStore(tmp_path / "files")
    with files.begin(Game.start(WORDS, KEY, extra_headers=SEATS)) as saved:
        saved.save(lost())
    now = begun(house, b"p" * 32)
    assert Experience(house.at.database, files).tally(now.id, now.game, Seat.A).touches == 2


@pytest.mark.parametrize("more", [{"Daily": "2026-05-31 en"}, {"Learning": "no"}])
def test_a_daily_game_is_the_same_for_everybody(house, more):
    begun(house, b"p" * 32, lost())
    now = begun(house, b"p" * 32, Game.start(WORDS, KEY, extra_headers=SEATS | more))
    assert Experience(house.at.database, None).tally(now.id, now.game, Seat.A) is None


def test_a_record_that_was_brought_along_does_not_count(house, tmp_path):
    house.at.games.begin(lost(), b"p" * 32, Role.READER)
    now = begun(house, b"p" * 32)
    for files in (None, FolderStore(tmp_path / "files")):
        assert Experience(house.at.database, files).tally(now.id, now.game, Seat.A).touches == 0
