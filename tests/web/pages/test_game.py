"""A mission over HTTP: moves, refusals, invitation links, seats and restarts."""

import re

import pytest
from boards import KEY, WORDS, winning_moves
from judgements import count_judgements

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue, Guess
from duo.table.store.database import DatabaseUnavailable
from duo.web.seats import Role


@pytest.fixture
def store(any_store):
    return any_store


def place_of(word):
    return str(WORDS.index(word))


def send(client, game, move):
    """Send a move as its form does."""
    if isinstance(move, Clue):
        return client.post(f"/game/{game}/clue", data={"word": move.word, "count": str(move.count)})
    if isinstance(move, Guess):
        return client.post(f"/game/{game}/touch", data={"place": place_of(move.word)})
    return client.post(f"/game/{game}/stop")


def test_two_people_play_a_mission_to_its_end(site):
    game, a, b = site.table()
    for move in winning_moves():
        answer = send(a if move.seat is Seat.A else b, game, move)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/game/{game}")
    for client in (a, b):
        end = client.get(f"/game/{game}").text
        assert "Mission accomplished" in end
        assert client.get(f"/game/{game}/record").text == str(site.state.games.store.load(game).game)
        assert client.get(f"/game/{game}/replay?move=3").status_code == 200


def test_a_move_out_of_turn_changes_nothing_and_says_why(site):
    game, _a, b = site.table()
    before = site.state.games.store.load(game)
    answer = b.post(f"/game/{game}/touch", data={"place": "0"})
    assert answer.status_code == 400
    assert "A gives the first clue" in answer.text
    assert site.state.games.store.load(game) == before


def test_an_invalid_clue_comes_back_with_the_ruling_and_can_be_given_for_a_token(site):
    game, a, _b = site.table()
    word = WORDS[0]
    answer = a.post(f"/game/{game}/clue", data={"word": word, "count": "1"})
    assert answer.status_code == 422
    assert "is refused" in answer.text
    assert f'value="{word}"' in answer.text
    assert "lose a token" in answer.text
    assert a.post(f"/game/{game}/clue", data={"word": word, "count": "1", "invalid": "yes"}).status_code == 303
    assert site.state.games.store.load(game).game.final.discarded == 1


def test_the_ruling_is_told_while_the_clue_is_typed(site):
    game, a, _b = site.table()
    assert "is refused" in a.post(f"/game/{game}/ruling", data={"word": WORDS[0], "count": "1"}).text
    assert "legal" in a.post(f"/game/{game}/ruling", data={"word": "zebra", "count": "1"}).text
    assert "Do you mean ELEPHANT?" in a.post(f"/game/{game}/ruling", data={"word": "elefant", "count": "1"}).text
    assert site.state.games.store.load(game).version == 1


def test_a_typed_clue_is_judged_once_by_its_meaning_and_once_by_the_referee(site, monkeypatch):
    game, a, _b = site.table()
    judgements = count_judgements(monkeypatch)
    for page, word, status in (("clue", "WHALES", 422), ("ruling", "ZEBRA", 200), ("clue", "ZEBRA", 303)):
        assert a.post(f"/game/{game}/{page}", data={"word": word, "count": "1"}).status_code == status
        assert judgements.take() == ([word], [word])


def test_the_table_after_a_clue_replays_the_game_and_does_not_judge_the_meaning_again(site, monkeypatch):
    game, a, _b = site.table()
    judgements = count_judgements(monkeypatch)
    part = a.post(f"/game/{game}/clue", data={"word": "zebra", "count": "1"}, headers={"HX-Request": "true"})
    assert "ZEBRA" in part.text
    assert judgements.legality == ["ZEBRA"]


def test_a_clue_paid_for_with_a_token_is_judged_by_the_referee_only(site, monkeypatch):
    game, a, _b = site.table()
    judgements = count_judgements(monkeypatch)
    a.post(f"/game/{game}/clue", data={"word": "whales", "count": "1", "invalid": "yes"})
    assert judgements.take() == ([], ["WHALES"])
    assert site.state.games.store.load(game).game.final.discarded == 1


def test_while_a_clue_is_typed_the_reason_why_it_cannot_be_given_is_shown(site):
    game, a, b = site.table()
    assert "A gives the first clue" in b.post(f"/game/{game}/ruling", data={"word": "zebra", "count": "1"}).text
    shown = a.post(f"/game/{game}/ruling", data={"word": "zebra", "count": "0"}).text
    assert "the number 0 belongs to the variant zero" in shown
    assert "lose a token" not in shown


def test_what_was_meant_is_kept_and_hidden_from_the_guesser(site):
    game, a, b = site.table()
    places = [place for place, letter in enumerate(KEY.a) if letter == "g"][:2]
    a.post(f"/game/{game}/clue", data={"word": "zebra", "count": "2", "meant": list(map(str, places))})
    assert site.state.games.store.load(game).game.final.clues[0].clue.meant == tuple(WORDS[place] for place in places)
    assert "meant:" in a.get(f"/game/{game}").text
    assert "meant:" not in b.get(f"/game/{game}").text


def test_a_stranger_finds_no_game(site):
    game, *_ = site.table()
    stranger = site.visitor()
    for path in ("", "/people", "/record", "/review", "/replay", "/events"):
        assert stranger.get(f"/game/{game}{path}").status_code == 404
    assert stranger.post(f"/game/{game}/touch", data={"place": "1"}).status_code == 404


def test_a_link_seats_a_friend_and_keeps_only_the_hash_of_its_secret(site):
    game, a = site.table(people=True)[:2]
    page = a.post(f"/game/{game}/invite", data={"role": "B"}).text
    secret = re.search(r"/join/([\w-]{22})", page)[1]
    assert "<svg" in page
    friend = site.visitor()
    assert "Take the seat" in friend.get(f"/join/{secret}").text
    assert friend.get(f"/game/{game}").status_code == 404  # looking at the link takes nothing
    friend.post(f"/join/{secret}", data={"name": "Zoë <b>"})
    assert "You are seat B" in friend.get(f"/game/{game}").text
    assert "Zoë &lt;b&gt;" in a.get(f"/game/{game}").text
    stored = "".join(map(str, site.state.database.rows("SELECT * FROM links")))
    assert secret not in stored


def test_nobody_gets_both_sides_by_opening_the_partners_link(site):
    game, a = site.table()[:2]
    secret = re.search(r"/join/([\w-]{22})", a.post(f"/game/{game}/invite", data={"role": "B"}).text)[1]
    answer = a.post(f"/join/{secret}")
    assert answer.status_code == 400
    assert "You are seat A" in a.get(f"/game/{game}").text


@pytest.mark.parametrize("secret", ["x", "A" * 22, "../etc", "%00" * 8])
def test_a_wrong_secret_opens_nothing(site, secret):
    assert site.visitor().get(f"/join/{secret}").status_code == 404


def test_of_two_moves_on_one_version_the_second_is_told_and_nothing_is_lost(site):
    game, a, _b = site.table()
    opened = site.state.games.open(game, a.player)
    first, second = site.state.games.create_session(opened), site.state.games.create_session(opened)
    first.submit(Clue(Seat.A, "ZEBRA", 1))
    with pytest.raises(ValueError, match="changed in the meantime"):
        second.submit(Clue(Seat.A, "YACHT", 2))
    assert site.state.games.store.load(game).game.final.clues[0].clue.word == "ZEBRA"


def test_a_game_outlives_its_server(make_site, store):
    site = make_site(store=store)
    game, a, b = site.table()
    send(a, game, Clue(Seat.A, "ZEBRA", 1))
    again = make_site(store=store)
    friend = again.visitor()
    friend.cookies = b.cookies
    assert "ZEBRA 1" in friend.get(f"/game/{game}").text.upper()


def test_a_seat_is_handed_to_the_house_and_taken_back(site):
    game, a, _b = site.table()
    a.post(f"/game/{game}/seat", data={"by": "duo"})
    refused = a.post(f"/game/{game}/clue", data={"word": "zebra", "count": "1"})
    assert "take it back first" in refused.text
    a.post(f"/game/{game}/seat", data={"by": "person"})
    assert a.post(f"/game/{game}/clue", data={"word": "zebra", "count": "1"}).status_code == 303


def test_undo_belongs_to_practice(site):
    game, a, _b = site.table()
    send(a, game, Clue(Seat.A, "ZEBRA", 1))
    assert a.post(f"/game/{game}/undo").status_code == 400
    free = Game.start(WORDS, KEY, extra_headers={"A": "person", "B": "person", "First": "A", "Practice": "yes"})
    game, a, _b = site.table(free)
    send(a, game, Clue(Seat.A, "ZEBRA", 1))
    assert a.post(f"/game/{game}/undo").status_code == 303
    assert site.state.games.store.load(game).game.undo_count == 1


def test_a_record_is_brought_scored_and_replayed(site):
    game = Game.start(WORDS, KEY)
    for move in winning_moves():
        game = game.play(move)
    reader = site.visitor()
    answer = reader.post("/records", files={"record": ("x.duo", str(game).encode())})
    assert answer.status_code == 303
    assert "Mission accomplished" in reader.get(answer.headers["location"]).text
    broken = reader.post("/records", files={"record": ("x.duo", str(game).replace("+", "~").encode())})
    assert broken.status_code == 400
    assert "rule mark" in broken.text


def test_an_onlooker_sees_no_key_until_both_allow_it(site):
    game, a, b = site.table()
    secret = re.search(r"/join/([\w-]{22})", a.post(f"/game/{game}/invite", data={"role": "onlooker"}).text)[1]
    onlooker = site.visitor()
    onlooker.post(f"/join/{secret}")
    assert "own-" not in onlooker.get(f"/game/{game}").text.partition("<main")[2]
    a.post(f"/game/{game}/onlookers", data={"allow": "yes"})
    assert "own-" not in onlooker.get(f"/game/{game}").text.partition("<main")[2]
    b.post(f"/game/{game}/onlookers", data={"allow": "yes"})
    assert "own-" in onlooker.get(f"/game/{game}").text.partition("<main")[2]
    assert onlooker.post(f"/game/{game}/touch", data={"place": "1"}).status_code == 400


def test_an_onlooker_cannot_give_the_mission_up(site):
    game, a, _b = site.table()
    secret = re.search(r"/join/([\w-]{22})", a.post(f"/game/{game}/invite", data={"role": "onlooker"}).text)[1]
    onlooker = site.visitor()
    onlooker.post(f"/join/{secret}")
    refused = onlooker.post(f"/game/{game}/give-up")
    assert refused.status_code == 400
    assert "onlooker" in refused.text
    assert f"/game/{game}" in a.get("/").text
    a.post(f"/game/{game}/give-up")
    assert f"/game/{game}" not in a.get("/").text


def test_missions_of_the_terminal_wait_in_the_browser_too(site, tmp_path):
    from duo.table.store.folder import FolderStore

    seats = {"A": "person", "B": "duo balanced expert", "First": "A"}
    with FolderStore(tmp_path / "home" / "games").begin(Game.start(WORDS, KEY, extra_headers=seats)) as saved:
        name = saved.id
    visitor = site.visitor()
    assert f"/game/file-{name}" in visitor.get("/").text
    assert visitor.post(f"/game/file-{name}/clue", data={"word": "zebra", "count": "1"}).status_code == 303
    assert "ZEBRA" in next(FolderStore(tmp_path / "home" / "games").all_games())[1].final.clues[0].clue.word


def test_strangers_do_not_see_the_hosts_own_missions(public_site, tmp_path):
    from duo.table.store.folder import FolderStore

    with FolderStore(tmp_path / "home" / "games").begin(Game.start(WORDS, KEY)) as saved:
        name = saved.id
    visitor = public_site.visitor()
    assert name not in visitor.get("/").text
    assert visitor.get(f"/game/file-{name}").status_code == 404


def test_who_moves_on_a_table_that_has_changed_gets_the_new_one_and_a_word(site):
    game, a, _b = site.table()
    friend = site.visitor()
    site.state.seats.assign_role(game, friend.player, Role.A)  # two people share the seat
    for headers in ({"HX-Request": "true"}, {}):
        version = site.state.games.store.load(game).version
        form = {"word": "zebra", "count": "1", "version": str(version)}
        assert a.post(f"/game/{game}/clue", data=form).status_code == 303
        late = friend.post(f"/game/{game}/clue", data={**form, "word": "yacht"}, headers=headers)
        assert late.status_code == 409
        assert "the game has changed in the meantime" in late.text
        assert "ZEBRA" in late.text
        assert f'data-version="{version + 1}"' in late.text
        game, a, _b = site.table()
        site.state.seats.assign_role(game, friend.player, Role.A)


def test_a_table_tells_its_version_with_every_move(site):
    game, a, _b = site.table()
    page = a.get(f"/game/{game}").text
    moves = re.findall(r'<form[^>]*action="/game/\w+/(?:clue|touch|stop|pass|undo)"[^>]*>(.{40})', page)
    assert moves
    assert all('name="version"' in start for start in moves)


def test_a_store_that_is_away_is_said_and_nothing_is_lost(site, monkeypatch):
    game, a, _b = site.table()

    def away(*_arguments, **_more):
        raise DatabaseUnavailable("The games cannot be reached just now.")

    with monkeypatch.context() as patch:
        patch.setattr(site.state.database, "transaction", away)
        answer = send(a, game, Clue(Seat.A, "ZEBRA", 1))
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert "cannot be reached" in answer.text
    assert send(a, game, Clue(Seat.A, "ZEBRA", 1)).status_code == 303
