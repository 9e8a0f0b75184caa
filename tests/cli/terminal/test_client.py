"""Whole games at a screen, with typed lines."""

import pytest
from boards import KEY, WORDS, A, B, words_of
from judgements import count_judgements
from terminals import FakeAdvisor, Terminal, visible_sides

from duo.cli.terminal.client import TerminalClient
from duo.cli.terminal.screen import CLEAR_SCROLLBACK_SEQUENCE, UserQuit
from duo.core.game import Game, read
from duo.core.mission import STANDARD, Mission
from duo.core.position import Clue, Guess, Outcome, Stop
from duo.core.refusal import Refusal
from duo.files import store
from duo.table.advice import ModelAdvisor
from duo.table.players import BackgroundPlayer, ScriptedPlayer
from duo.table.session import HouseRules, Session
from duo.table.store.folder import FolderStore

FAKE_ADVISOR = FakeAdvisor()
AGENTS = words_of(A, "g")
REST = [word for word in words_of(B, "g") if word not in AGENTS]


class Partner(ScriptedPlayer):
    """A partner that plays a script. The user leaves when it ends."""

    def _next(self, view):
        try:
            return super()._next(view)
        except Refusal:
            raise UserQuit from None


@pytest.fixture
def games(tmp_path):
    return FolderStore(tmp_path)


@pytest.fixture
def play(games):
    def run(
        lines, partner=None, mission=STANDARD, variants=(), practice=False, guided=False, lead=B, advisor=FAKE_ADVISOR
    ):
        game = Game.start(WORDS, KEY, mission, variants)
        terminal = Terminal(lines)
        partners = {} if partner is None else {B: BackgroundPlayer(lambda: Partner(partner))}
        rules = HouseRules(practice=practice, lead=lead if guided else None)
        with games.begin(game) as saved:
            terminal.path = saved.path
            session = Session(game, players=partners, rules=rules, keep=saved.save)
            client = TerminalClient(terminal.screen, session, advisor, record_location=saved.location, guided=guided)
            try:
                with terminal.screen.open_for_game(private=client.is_hot_seat):
                    terminal.game = client.play()
            except UserQuit:
                terminal.game = None
        return terminal

    return run


def winning_partner():
    return [*(Guess(B, word) for word in AGENTS), Stop(B), Clue(B, "REMAINDER", 6)]


def test_a_mission_is_won_by_typing_what_the_screen_asks_for(play):
    terminal = play(["ocean 9", *REST], winning_partner())
    assert terminal.game.final.outcome() is Outcome.WON
    assert "Your clue, or Enter to let your partner give one" in terminal.text
    assert "Your partner touches WHALE: an agent!" in terminal.text
    assert "All nine agents of your side are covered" in terminal.text
    assert "Your partner's clue: REMAINDER 6" in terminal.text
    assert "Mission accomplished" in terminal.text
    assert read(terminal.path.read_text()) == terminal.game


def test_a_clue_that_the_partner_does_not_know_may_be_changed_without_penalty(play):
    terminal = play(["qat 9", "", "ocean 9", *REST], winning_partner())
    assert "Your partner does not know the word QAT." in terminal.text
    assert terminal.game.final.clues[0].clue.word == "OCEAN"
    assert not terminal.game.final.discarded


def test_a_clue_that_the_partner_does_not_know_may_be_given_all_the_same(play):
    terminal = play(["qat 9", "y", *REST], winning_partner())
    assert terminal.game.final.clues[0].clue == Clue(A, "QAT", 9)


def test_a_clue_that_no_dictionary_has_is_read_as_the_nearest_word_if_its_giver_agrees(play):
    terminal = play(["elefant 9", "", *REST], winning_partner())
    assert "ELEFANT is not in the dictionary. Did you mean ELEPHANT?" in terminal.text
    assert terminal.game.final.clues[0].clue == Clue(A, "ELEPHANT", 9)


def test_a_legal_clue_comes_with_its_caution(play):
    assert "PROSE is fine unless you mean ROSE." in play(["prose 9", *REST], winning_partner()).text


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        (["ocean 9"], "OCEAN"),
        (["prose 9"], "PROSE"),  # legal, with a caution
        (["elefant 9", ""], "ELEPHANT"),  # corrected before it is judged
        (["elefant 9", "n", "y"], "ELEFANT"),  # in no dictionary, and unknown to the partner
        (["whales 9", "y"], "WHALES"),  # paid for with a token
    ],
)
def test_a_typed_clue_is_judged_once_by_its_meaning_and_once_by_the_referee(play, monkeypatch, lines, word):
    judgements = count_judgements(monkeypatch)
    partner = [Guess(B, AGENTS[0]), Stop(B)]
    terminal = play(lines, partner, advisor=ModelAdvisor("en"))
    assert judgements.take() == ([word], [word])
    assert read(terminal.path.read_text()).final.clues[0].clue.word == word


def test_each_clue_that_is_changed_is_judged_once(play, monkeypatch):
    judgements = count_judgements(monkeypatch)
    play(["whales 9", "", "ocean 25", "", "music 9"], [Guess(B, AGENTS[0]), Stop(B)], advisor=ModelAdvisor("en"))
    assert judgements.take() == (["WHALES", "OCEAN", "MUSIC"],) * 2


def test_an_assassin_ends_it(play):
    terminal = play(["", words_of(B, "x")[0]], [Clue(B, "SKY", 1)])
    assert terminal.game.final.outcome() is Outcome.ASSASSIN
    assert "You touch WHALE: an ASSASSIN!" in terminal.text
    assert "Mission failed" in terminal.text


def test_sudden_death_is_announced_and_played_in_turn(play):
    partner = [Guess(B, AGENTS[0]), Stop(B), Guess(B, AGENTS[1]), Guess(B, words_of(A, ".")[0])]
    terminal = play(["ocean 1", "", "stop", "n", words_of(B, "g")[0]], partner, mission=Mission(1, 1))
    assert terminal.game.final.outcome() is Outcome.SUDDEN_DEATH
    assert "SUDDEN DEATH! No more clues" in terminal.text
    assert "Give up? [y/N]" in terminal.text


def test_a_miss_without_a_token_for_mistakes_costs_two(play):
    terminal = play(["ocean 1"], [Guess(B, words_of(A, ".")[0])], mission=Mission(3, 0))
    assert "this one costs two" in terminal.text
    assert terminal.game is None


def test_an_invalid_clue_is_changed_or_paid_for(play):
    partner = [Guess(B, AGENTS[0]), Stop(B)]
    terminal = play(["whaling 2", "", "whales 2", "y"], partner)
    assert "WHALING is refused" in terminal.text
    final = read(terminal.path.read_text()).final
    assert [(turn.clue.word, turn.clue.invalid) for turn in final.clues] == [("WHALES", True)]
    assert final.discarded == 1
    assert "a token is discarded" in terminal.text


def test_another_clue_or_word_may_be_typed_where_yes_or_no_is_asked(play):
    partner = [Guess(B, AGENTS[0]), Stop(B), Clue(B, "SEA", 1)]
    terminal = play(["whales 2", "ocean 1", "dargon", "shark", "stop"], partner)
    final = read(terminal.path.read_text()).final
    assert [turn.clue.word for turn in final.clues] == ["OCEAN", "SEA"]
    assert [touch.word for touch in final.clues[1].touches] == ["SHARK"]


def test_a_number_beyond_the_agents_left_is_asked_about(play):
    partner = [Guess(B, AGENTS[0]), Stop(B)]
    terminal = play(["ocean 25", "", "ocean 10", "y"], partner)
    assert "Your side has 9 agents left. Give OCEAN 25 anyway?" in terminal.text
    assert [turn.clue.count for turn in read(terminal.path.read_text()).final.clues] == [10]


def test_stop_before_the_first_touch_says_what_to_do(play):
    terminal = play(["", "stop"], [Clue(B, "SEA", 1)])
    assert "Touch at least one word before you stop" in terminal.text
    assert "=:" not in terminal.text


def test_where_nothing_is_left_to_find_enter_stops(play):
    terminal = play(["", *words_of(B, "g"), ""], [Clue(B, "EVERYTHING", 9)])
    assert "every agent of your partner's side is found, Enter to stop" in terminal.text
    assert "touch one more" not in terminal.text
    assert read(terminal.path.read_text()).final.clues[0].stopped


@pytest.mark.parametrize("leave", ["q", "exit"])
def test_q_and_exit_leave(play, leave):
    assert play([leave, "ocean 9"], winning_partner()).game is None


def test_what_is_typed_at_press_enter_is_not_lost(play):
    terminal = play(["rules", "ocean 1"], [Guess(B, AGENTS[0]), Stop(B)])
    assert read(terminal.path.read_text()).final.clues[0].clue.word == "OCEAN"


def test_what_the_giver_meant_is_noted_and_not_shown(play):
    terminal = play(["ocean 2 (whale, pir)"], [Guess(B, AGENTS[0]), Stop(B)])
    assert "{WHALE PIRATE}" in terminal.path.read_text()
    assert "{WHALE" not in terminal.text


def test_a_likely_slip_is_asked_about_and_a_clear_word_is_not(play):
    slip = play(["", "sharj", "n", "shark", "stop"], [Clue(B, "SEA", 1)])
    assert slip.text.count("Touch SHARK? [Y/n]") == 1
    assert [turn.touches[0].word for turn in read(slip.path.read_text()).final.clues] == ["SHARK"]


def test_enter_stops_once_the_number_is_reached(play):
    terminal = play(["", "shark", ""], [Clue(B, "SEA", 1)])
    assert "SEA 1: touch one more, or Enter to stop" in terminal.text
    assert read(terminal.path.read_text()).final.clues[0].stopped


def test_commands_are_answered_at_any_prompt(play):
    commands = [
        "help",
        "",
        "rules",
        "",
        "",
        "history",
        "",
        "save",
        "why",
        "hint",
        "hint",
        "hint",
        "hint",
        "guide",
        "guide",
    ]
    terminal = play([*commands, "undo", "stop", "", *commands, "quit"], [Clue(B, "SEA", 1)])
    for message in ("THE KEY", "No clue has been given yet", "hint 1", "hint 3", "because", "except in practice"):
        assert message in terminal.text
    assert "hint 4" not in terminal.text
    assert terminal.game is None


def test_undo_in_practice_is_counted_in_the_record(play):
    terminal = play(["undo", "ocean 1", "undo"], [Guess(B, AGENTS[0]), Stop(B), Clue(B, "SEA", 1)], practice=True)
    assert "There is no move of yours to take back" in terminal.text
    game = read(terminal.path.read_text())
    assert game.undo_count == 4
    assert game.final.clues == ()


def test_the_end_of_input_leaves_the_game_where_it_was(play, games):
    terminal = play(["ocean 2"], [Guess(B, AGENTS[0]), Stop(B), Clue(B, "SEA", 1)])
    assert terminal.game is None
    [waiting], broken = games.unfinished()
    assert waiting.id == terminal.path.stem
    assert broken == []
    assert waiting.game.final.clues[1].clue.word == "SEA"


def test_a_full_disk_stops_the_move_and_nothing_else(play, monkeypatch):
    real, full = store.write_atomically, iter([False, True, False])

    def sometimes_full(path, text, **how):
        if next(full, False):
            raise OSError(28, "No space left on device")
        real(path, text, **how)

    monkeypatch.setattr(store, "write_atomically", sometimes_full)
    terminal = play(["ocean 2", "", "music 2"], [Guess(B, AGENTS[0]), Stop(B), Clue(B, "SEA", 1)])
    assert "could not be saved: No space left on device" in terminal.text
    assert read(terminal.path.read_text()).final.clues[0].clue.word == "MUSIC"


def test_the_guide_says_each_thing_once(play):
    partner = [Clue(B, "SEA", 2), Guess(B, AGENTS[0]), Guess(B, words_of(A, ".")[-1]), Clue(B, "SKY", 1)]
    lines = ["shark", "stop", "ocean 1", words_of(B, ".")[0], "lake 1"]
    terminal = play(lines, partner, guided=True)
    lessons = ["15 of these 25 words", "green on your PARTNER'S side", "an agent! It is covered now"]
    lessons += ["puts a token aside", "now you give a clue", "touched one of your bystanders", "marked with the seat"]
    places = [terminal.text.index(lesson) for lesson in lessons]
    assert places == sorted(places)
    prompts = terminal.text.split("Mission 9-9")
    assert "Guide:" not in prompts[-1]


def test_the_guide_tells_the_partners_find_from_ones_own(play):
    partner = [Guess(B, AGENTS[0]), Stop(B), Clue(B, "SEA", 1)]
    terminal = play(["ocean 1"], partner, guided=True, lead=None)
    assert "your partner found one of your agents" in terminal.text
    assert "an agent! It is covered now and you may touch" not in terminal.text


def test_the_guide_speaks_of_no_turn_in_sudden_death(play):
    miss = words_of(A, ".")[-1]
    terminal = play(["shark", "stop"], [Clue(B, "SEA", 1), Guess(B, miss)], Mission.parse("1-1"), guided=True)
    assert terminal.game.final.outcome() is Outcome.SUDDEN_DEATH
    assert "Guide: the tokens are spent" in terminal.text
    assert "touched one of your bystanders" not in terminal.text


def test_at_a_hot_seat_nobody_sees_the_others_key(play):
    lines = ["", "", "", "sea 1", "", "whale", "stop", "sky 1", "", "shark"]
    terminal = play(lines, variants=("several-clues",))
    raw = terminal.out.getvalue()
    assert raw.startswith("\x1b[?1049h")
    assert raw.rstrip().endswith("\x1b[?1049l")
    sides = [visible_sides(part) for part in raw.split(CLEAR_SCROLLBACK_SEQUENCE)]
    assert all(len(side) <= 1 for side in sides)
    assert {next(iter(side)) for side in sides if side} == {KEY.a, KEY.b}
