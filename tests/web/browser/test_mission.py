"""Missions played by clicks in a real browser."""

import io
import re

import pytest
from servers import game_id_of_page, wait_until

from duo.core.key import Seat
from duo.core.public import Phase

PLAY = {"en": "Play", "fr": "Jouer"}
AGAIN = {"en": "Play again", "fr": "Rejouer"}


def touch(page, word):
    """Tap a word, then confirm."""
    page.locator(f'.board input[data-word="{word}"]').check(force=True)
    page.locator("[data-touch]").click()


def green_for(game, seat):
    """A word that is an agent for this seat's next touch."""
    final = game.final
    side = final.key.side(seat.other)
    return next(
        word for place, word in enumerate(final.words) if side[place] == "g" and final.marks.open_to(seat) >> place & 1
    )


def step(page, server, game_id):
    """Play the next move of seat A by clicks. Returns False once the game is over."""

    def is_asked():
        """Whether the page shows the latest version and waits for the person."""
        shown = page.locator(f'#table[data-version="{server.version(game_id)}"]:has(#give, #touch)')
        return shown.count() or page.locator(".result").count()

    wait_until(is_asked)
    game = server.game(game_id)
    final = game.final
    if final.phase is Phase.OVER:
        return False
    if page.locator("#give").count():
        page.locator('form[action$="/hint"] button').first.click()
        page.locator('#hints button[name="level"]').click()
        clues = page.locator("#hints .notice p").first
        wait_until(lambda: re.search(r"[^\W\d_]+ \d", clues.inner_text()))
        word, count = re.search(r"([^\W\d_][\w'-]*) (\d)", clues.inner_text().partition(":")[2]).groups()
        page.fill("#word", word)
        page.wait_for_selector("#ruling .notice.good")
        page.select_option("#count", count)
        page.locator("[data-give]").click()
    elif page.locator("#touch").count():
        turn = final.clues[-1] if final.phase is Phase.GUESS else None
        if turn and len(turn.touches) >= max(1, turn.clue.count):
            page.locator('form[action$="/stop"] button').click()
        else:
            touch(page, green_for(game, Seat.A))
    wait_until(lambda: server.game(game_id) != game)
    return True


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_newcomer_plays_a_mission_to_its_end(browse, server, lang):
    page = browse(lang)
    page.goto(server.address)
    page.locator(".hero .big").click()
    game_id = game_id_of_page(page)
    while step(page, server, game_id):
        pass
    page.wait_for_selector(".result")
    page.wait_for_selector(".review meter")
    assert page.locator("text=" + AGAIN[lang]).count()
    assert server.game(game_id).final.outcome()


def test_two_browsers_play_by_link_and_code_to_sudden_death_with_a_restart(browse, own_server):
    from PIL import Image
    from zxingcpp import read_barcodes

    anne, bob = browse(), browse(width=390, height=800, has_touch=True)
    anne.goto(own_server.address)
    anne.select_option('select[name="with"]', "person")
    anne.fill("#mission", "2-2")
    anne.select_option("#first", "A")
    anne.locator('button:text-is("Begin")').click()
    game_id = game_id_of_page(anne)
    anne.locator("#unmet button").click()
    link = anne.locator("#link").input_value()
    code = Image.open(io.BytesIO(anne.locator("svg.qr").screenshot()))
    assert read_barcodes(code)[0].text == link
    bob.goto(link)
    bob.fill("#name", "Bob")
    bob.locator("text=Take the seat").click()
    anne.wait_for_selector("text=Bob")  # without reloading
    anne.wait_for_selector("#unmet .notice", state="detached")

    anne.fill("#word", "astronomy")
    anne.locator("[data-give]").click()
    bob.wait_for_selector("#touch")
    assert "Your turn" in bob.title()
    own_server.kill()
    own_server.start()
    touch(bob, green_for(own_server.game(game_id), Seat.B))
    bob.wait_for_selector('form[action$="/stop"]')
    bob.locator('form[action$="/stop"] button').click()
    bob.wait_for_selector("#give")
    anne.wait_for_selector("text=Your partner gives a clue.")
    bob.fill("#word", "philosophy")
    bob.locator("[data-give]").click()
    anne.wait_for_selector("#touch")
    touch(anne, green_for(own_server.game(game_id), Seat.A))
    anne.wait_for_selector('form[action$="/stop"]')
    anne.locator('form[action$="/stop"] button').click()
    for page in (anne, bob):
        page.wait_for_selector("text=Sudden death")
    touch(bob, green_for(own_server.game(game_id), Seat.B))
    anne.wait_for_selector("text=Agents found: 3 of 15")
    final = own_server.game(game_id).final
    miss = next(
        word
        for place, word in enumerate(final.words)
        if final.key.b[place] != "g" and final.marks.open_to(Seat.A) >> place & 1
    )
    touch(anne, miss)
    for page in (anne, bob):
        page.wait_for_selector(".result.lost")


def test_the_ruling_follows_the_marks_and_enter_never_pays_a_token(browse, server):
    page = browse()
    page.goto(server.address)
    page.select_option("#first", "A")
    page.locator('button:text-is("Begin")').click()
    game_id = game_id_of_page(page)
    own = page.locator(".board input").first
    page.locator("#word").press_sequentially("hipopotamus")
    page.locator("[data-instead]").click()
    page.wait_for_selector("#ruling :text('HIPPOPOTAMUS is a legal clue.')")
    page.fill("#word", own.get_attribute("data-word").replace(" ", "") + "xq")  # which opens with a word of the table
    page.wait_for_selector("#ruling .notice.good:has-text('unless you mean')")
    own.check(force=True)
    page.wait_for_selector("#ruling .notice.bad")
    with page.expect_response("**/clue"):
        page.locator("#word").press("Enter")
    page.wait_for_selector("#ruling .notice.bad")
    assert not server.game(game_id).moves


def test_the_page_of_a_seat_shows_its_own_side_and_no_other(browse, own_server):
    page = browse()
    page.goto(own_server.address)
    page.locator("text=Play with someone").click()
    game = own_server.game(game_id_of_page(page))
    classes = page.locator(".board .card").evaluate_all("cards => cards.map(card => card.className)")
    shown = "".join({"g": "g", "b": ".", "x": "x"}[re.search(r"own-([gbx])", name)[1]] for name in classes)
    assert shown == game.final.key.a
    assert game.final.key.code not in page.content()


def test_a_mission_is_played_with_the_keyboard_alone(browse, own_server):
    page = browse()
    page.goto(own_server.address)
    page.select_option("#first", "B")
    page.locator('button:text-is("Begin")').click()
    page.wait_for_selector("#touch")
    game_id = game_id_of_page(page)
    game = own_server.game(game_id)
    word = green_for(game, Seat.A)
    for _ in range(40):  # Tab leads into the words
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.board input')"):
            break
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    for _ in range(25):
        if page.evaluate("document.activeElement.dataset.word") == word:
            break
        page.keyboard.press(word[0].lower())
    assert page.evaluate("document.activeElement.dataset.word") == word
    page.keyboard.press("Enter")
    wait_until(lambda: own_server.game(game_id).final.found == 1)


def test_touching_on_a_phone_takes_two_taps(browse, own_server):
    page = browse(width=320, height=640, has_touch=True, is_mobile=True)
    page.goto(own_server.address)
    page.locator(".hero .big").tap()
    page.wait_for_selector("#touch")
    game_id = game_id_of_page(page)
    word = green_for(own_server.game(game_id), Seat.A)
    page.locator(f'.card:has(input[data-word="{word}"])').tap()
    page.wait_for_timeout(300)
    assert own_server.game(game_id).final.found == 0
    assert word in page.locator("[data-touch]").inner_text()
    page.locator("[data-touch]").tap()
    wait_until(lambda: own_server.game(game_id).final.found == 1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
