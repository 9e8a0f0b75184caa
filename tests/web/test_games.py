"""Opening games: by id, from the database or from the terminal's files."""

import pytest
from boards import KEY, WORDS
from opened_files import watch_files

from duo.core.game import Game
from duo.table.store.folder import FolderStore

HTMX = {"HX-Request": "true"}
SEATS = {"A": "person", "B": "duo balanced expert", "First": "A"}


@pytest.fixture
def saved_games(tmp_path):
    """The folder of the terminal's games."""
    return tmp_path / "home" / "games"


def fill(folder, count):
    """Save games as the terminal does. Returns the id of one of them."""
    folder.mkdir(parents=True)
    record = str(Game.start(WORDS, KEY, extra_headers=SEATS))
    for number in range(count):
        (folder / f"2026-05-31-120000-{number:04x}.duo").write_text(record)
    return f"file-2026-05-31-120000-{count // 2:04x}"


@pytest.mark.parametrize("count", [10, 3_000])
def test_a_page_of_a_terminal_mission_opens_one_file_however_many_are_saved(site, saved_games, count):
    game = fill(saved_games, count)
    visitor = site.visitor()
    with watch_files(saved_games) as seen:
        assert visitor.get(f"/game/{game}").status_code == 200
    assert seen == [str(saved_games / f"{game.removeprefix('file-')}.duo")]


@pytest.mark.parametrize("count", [10, 3_000])
def test_a_move_in_a_terminal_mission_opens_only_its_own_files(site, saved_games, count):
    game = fill(saved_games, count)
    stem = game.removeprefix("file-")
    with watch_files(saved_games) as seen:
        answer = site.visitor().post(f"/game/{game}/clue", data={"word": "zebra", "count": "1"}, headers=HTMX)
    assert (answer.status_code, "ZEBRA" in answer.text) == (200, True)
    # Writing lists the names of the folder once, to find stale drafts, and syncs it once.
    assert seen.count(str(saved_games)) == 2
    assert all(path == str(saved_games) or stem in path for path in seen)
    assert FolderStore(saved_games).load(stem).game.final.clues[0].clue.word == "ZEBRA"


def test_a_move_reads_its_game_once(site, monkeypatch):
    game, a, _b = site.table()
    statements, row = [], site.state.database.row

    def count_rows(statement, *values):
        statements.append(statement)
        return row(statement, *values)

    monkeypatch.setattr(site.state.database, "row", count_rows)
    answer = a.post(f"/game/{game}/clue", data={"word": "zebra", "count": "1"}, headers=HTMX)
    assert (answer.status_code, "ZEBRA" in answer.text, 'data-version="2"' in answer.text) == (200, True, True)
    assert sum("SELECT record" in statement for statement in statements) == 1
    assert len(statements) == len(set(statements))


def test_a_terminal_mission_invites_nobody_and_shows_no_other_people(site, saved_games):
    game = fill(saved_games, 1)
    visitor = site.visitor()
    page = visitor.get(f"/game/{game}").text
    assert f"/game/{game}/invite" not in page
    assert "nobody yet" not in page
    assert visitor.post(f"/game/{game}/invite", data={"role": "onlooker"}).status_code == 400
    assert visitor.post(f"/game/{game}/name", data={"name": "Ada"}).status_code == 404


def test_a_mission_played_at_the_terminal_takes_no_move_from_the_browser(site, saved_games):
    game = fill(saved_games, 1)
    visitor = site.visitor()
    _game, held = FolderStore(saved_games).resume(game.removeprefix("file-"))
    with held:
        late = visitor.post(f"/game/{game}/clue", data={"word": "zebra", "count": "1"}, headers=HTMX)
    assert late.status_code == 409
    assert "is being played at the terminal" in late.text


def test_a_broken_file_of_the_terminal_is_no_page(site, saved_games):
    game = fill(saved_games, 1)
    (saved_games / f"{game.removeprefix('file-')}.duo").write_text("nonsense")
    assert site.visitor().get(f"/game/{game}").status_code == 404
    assert site.visitor().get("/game/file-../../etc/passwd").status_code == 404
