"""The AI adapts to the person's earlier games: all of the machine, or on a public server those of the browser."""

import pytest
from boards import KEY, WORDS

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue, Guess
from duo.table.store.folder import FolderStore
from duo.web.experience import TouchHistory
from duo.web.seats import Role

SEATS = {"A": "person", "B": "duo balanced expert", "First": "B"}


def lost(**more):
    """A finished game: the partner's clue led to an agent, then to the assassin."""
    side = KEY.side(Seat.B)
    game = Game.start(WORDS, KEY, extra_headers=SEATS | more).play(Clue(Seat.B, "ZEBRA", 2))
    return game.play(Guess(Seat.A, WORDS[side.index("g")])).play(Guess(Seat.A, WORDS[side.index("x")]))


def start_game(site, player, game=None):
    return site.state.games.begin(game or Game.start(WORDS, KEY, extra_headers=SEATS), player, Role.A)


@pytest.mark.parametrize(("mine", "files"), [(True, True), (True, False), (False, True), (False, False)])
def test_whose_games_count(site, tmp_path, *, mine, files):
    """All games of the machine count; on a public server only those of the same browser."""
    start_game(site, b"p" * 32 if mine else b"q" * 32, lost())
    now = start_game(site, b"p" * 32)
    folder = FolderStore(tmp_path / "files") if files else None
    tally = TouchHistory(site.state.database, folder).count_past_touches(now.id, now.game, Seat.A)
    assert (tally.touches, tally.hits) == ((2, 1) if mine or files else (0, 0))


def test_games_of_the_terminal_count(site, tmp_path):
    files = FolderStore(tmp_path / "files")
    with files.begin(Game.start(WORDS, KEY, extra_headers=SEATS)) as saved:
        saved.save(lost())
    now = start_game(site, b"p" * 32)
    assert TouchHistory(site.state.database, files).count_past_touches(now.id, now.game, Seat.A).touches == 2


@pytest.mark.parametrize("more", [{"Daily": "2026-05-31 en"}, {"Learning": "no"}])
def test_a_daily_game_is_the_same_for_everybody(site, more):
    start_game(site, b"p" * 32, lost())
    now = start_game(site, b"p" * 32, Game.start(WORDS, KEY, extra_headers=SEATS | more))
    assert TouchHistory(site.state.database, None).count_past_touches(now.id, now.game, Seat.A) is None


def test_a_record_that_was_brought_along_does_not_count(site, tmp_path):
    site.state.games.begin(lost(), b"p" * 32, Role.READER)
    now = start_game(site, b"p" * 32)
    for files in (None, FolderStore(tmp_path / "files")):
        assert TouchHistory(site.state.database, files).count_past_touches(now.id, now.game, Seat.A).touches == 0
