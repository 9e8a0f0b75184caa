"""Whole missions in a real terminal, in both languages."""

import os
import re
import signal
import subprocess
import sys

import pexpect
import pytest
from boards import KEY, WORDS, A, B, words_of
from terminals import visible_sides

from duo.core.game import read
from duo.core.position import Outcome
from duo.mind import registry

DUO = ["-c", "from duo.cli.main import main; main()"]
AGENTS_A = words_of(A, "g")
REST = [word for word in words_of(B, "g") if word not in AGENTS_A]
TABLE = ["--words", ",".join(WORDS), "--key", KEY.code, "--lang", "en"]
CLEAR = "\x1b[2J"
# The phrases that the tests wait for, in each language.
PHRASES = {
    "en": {
        "give": "Your clue",
        "touch": "touch a word: ",
        "sudden": "SUDDEN DEATH!",
        "won": "Mission accomplished",
        "assassin": "an ASSASSIN!",
        "lost": "Mission failed",
        "review": "every turn",
        "again": "Play again?",
        "yes": "y",
        "seat": "Press Enter when only you",
        "saved": "Mission saved",
        "resume": "Resume mission",
        "agent": "an agent!",
        "alone": "(a word and a number): ",
        "which": "give up number 2: ",
        "score": "Score: ",
        "share": "To share:",
    },
    "fr": {
        "give": "Votre indice",
        "touch": "touchez un mot\xa0: ",
        "sudden": "MORT SUBITE\xa0!",
        "won": "Mission accomplie",
        "assassin": "un ASSASSIN\xa0!",
        "lost": "Mission échouée",
        "review": "chaque tour",
        "again": "Rejouer",
        "yes": "o",
        "seat": "quand vous êtes seul",
        "saved": "Mission enregistrée",
        "resume": "Reprendre la mission",
        "agent": "un Nom de Code\xa0!",
        "alone": "(un mot et un nombre)\xa0: ",
        "which": "le numéro 2\xa0: ",
        "score": "Score\xa0: ",
        "share": "À partager",
    },
}


@pytest.fixture
def terminal(tmp_path):
    """Return a function that starts the command in a terminal. `.sent` has the output."""
    started = []

    def start(*words, ui="en", size=(24, 80), program=sys.executable, arguments=None, **variables):
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "DUO_HOME": str(tmp_path / "duo"),
            "DUO_PACE": "0",
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            **variables,
        }
        child = pexpect.spawn(
            program,
            arguments or [*DUO, "--ui", ui, *words],
            env=environment,
            dimensions=size,
            encoding="utf-8",
            timeout=30,
        )
        child.sent = _SentText()
        child.logfile_read = child.sent
        child.delaybeforesend = None
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


class _SentText:
    def __init__(self):
        self.text = ""

    def write(self, part):
        self.text += part

    def flush(self):
        pass


def type_all(child, lines, before):
    for line in lines:
        child.expect_exact(before)
        child.sendline(line)


def repeat_until_shown(child, act, seen):
    """Repeat an act until its effect is shown. The line editor misses a signal that comes just before it waits."""
    for _ in range(30):
        act()
        if child.expect_exact([seen, pexpect.TIMEOUT], timeout=1) == 0:
            return
    pytest.fail(f"{seen!r} was not shown")


def exit_code(child):
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


def saved_game(tmp_path):
    [path] = (tmp_path / "duo" / "games").glob("*.duo")
    return read(path.read_text())


@pytest.mark.parametrize("ui", PHRASES)
def test_two_people_win_at_a_hot_seat(terminal, tmp_path, ui):
    says = PHRASES[ui]
    child = terminal("play", "--hot-seat", "--no-guide", *TABLE, ui=ui)
    type_all(child, [""], says["seat"])
    type_all(child, ["zeppelin 9"], says["give"])
    type_all(child, [""], says["seat"])
    for word in AGENTS_A:
        child.expect_exact("ZEPPELIN 9")
        child.sendline(word.lower())
        child.expect_exact(says["agent"])
    child.sendline("stop")
    type_all(child, ["umbrella 6"], says["give"])
    type_all(child, [""], says["seat"])
    for word in REST[:-1]:
        child.sendline(str(WORDS.index(word) + 1))
        child.expect_exact(says["agent"])
    child.sendline(REST[-1])
    child.expect_exact(says["won"])
    type_all(child, ["n"], says["review"])
    type_all(child, [""], says["again"])
    assert exit_code(child) == 0
    assert saved_game(tmp_path).final.outcome() is Outcome.WON


def test_nobody_sees_the_others_key_at_a_hot_seat(terminal):
    child = terminal("play", "--hot-seat", "--no-guide", *TABLE)
    type_all(child, [""], "Press Enter when only you")
    type_all(child, ["zeppelin 2"], "Your clue")
    type_all(child, [""], "Press Enter when only you")
    child.expect_exact("ZEPPELIN 2: touch a word")
    child.sendline(AGENTS_A[0])
    child.expect_exact("touch a word, or stop")
    child.sendline("quit")
    assert exit_code(child) == 0
    sent = child.sent.text
    assert "\x1b[?1049h" in sent
    shown = [visible_sides(part) for part in sent.split("\x1b[3J")]
    assert all(len(sides) <= 1 for sides in shown)
    assert [side for sides in shown for side in sides] == [KEY.a, KEY.b]
    assert not visible_sides(sent.split("\x1b[?1049l")[-1])


@pytest.mark.parametrize("ui", PHRASES)
def test_an_assassin_ends_a_mission_with_the_partner(terminal, tmp_path, ui):
    says = PHRASES[ui]
    child = terminal("play", "--no-guide", *TABLE, ui=ui)
    type_all(child, [""], says["give"])
    type_all(child, [words_of(B, "x")[0]], says["touch"])
    child.expect_exact(says["assassin"])
    child.expect_exact(says["lost"])
    type_all(child, [""], says["review"])
    type_all(child, [""], says["again"])
    assert exit_code(child) == 0
    assert saved_game(tmp_path).final.outcome() is Outcome.ASSASSIN


def test_a_french_mission_in_french(terminal, tmp_path):
    child = terminal("play", "--no-guide", "--seed", "3", "--first", "B", ui="fr")
    child.expect_exact("touchez un mot\xa0: ")
    game = saved_game(tmp_path)
    assert game.lang == "fr"
    places = [place for place in range(25) if game.final.key.b[place] == "x"]
    child.sendline("conseil")
    child.expect_exact("Regardez bien la rangée")
    child.sendline(game.final.words[places[0]].lower())
    child.expect_exact("un ASSASSIN\xa0!")
    type_all(child, ["n"], "chaque tour")
    type_all(child, [""], "Rejouer")
    assert exit_code(child) == 0


@pytest.mark.parametrize("ui", PHRASES)
def test_a_mission_with_the_partner_is_won_and_its_end_fits_the_screen(terminal, tmp_path, ui):
    """The user finds all nine words of the first clue, then gives the clues that a hint would suggest."""
    says = PHRASES[ui]
    child = terminal("play", "--no-guide", "--seed", "1", "--first", "B", ui=ui)
    child.expect_exact(says["touch"])
    position = saved_game(tmp_path).final
    for place in [place for place in range(25) if position.key.b[place] == "g"]:
        child.sendline(str(place + 1))
        child.expect_exact(says["agent"])
    child.sendline("stop")
    giver = registry.ai_giver(ui)
    while child.expect_exact([says["alone"], says["won"]]) == 0:
        [clue] = giver.suggest(saved_game(tmp_path).final.view(A), 1)
        child.sendline(f"{clue.word} {clue.count}")
    child.expect_exact(says["review"])
    game = saved_game(tmp_path)
    assert game.final.outcome() is Outcome.WON
    last = child.sent.text.split(CLEAR)[-1]
    assert last.count("\n") < 24
    assert says["won"] in last
    assert says["score"] in last
    assert all(word in last for word in game.final.words)
    child.sendline("n")
    child.expect_exact(says["share"])
    child.expect_exact(says["again"])
    child.sendline(says["yes"])
    child.expect_exact("Mission 9-9")
    child.expect_exact(says["give"])
    child.sendline("q")
    assert exit_code(child) == 0
    assert len(list((tmp_path / "duo" / "games").glob("*.duo"))) == 2


@pytest.mark.parametrize("ui", PHRASES)
def test_sudden_death_with_the_partner(terminal, tmp_path, ui):
    says = PHRASES[ui]
    child = terminal("play", "--no-guide", *TABLE, "--tokens", "1", "--first", "B", ui=ui)
    type_all(child, [REST[0]], says["touch"])
    type_all(child, ["stop"], says["agent"])
    child.expect_exact(says["sudden"])
    child.sendline(words_of(B, ".")[0])
    child.expect_exact(says["lost"])
    type_all(child, ["n"], says["review"])
    type_all(child, [""], says["again"])
    assert exit_code(child) == 0
    assert saved_game(tmp_path).final.outcome() is Outcome.SUDDEN_DEATH


def test_a_killed_mission_goes_on_exactly_where_it_was(terminal, tmp_path):
    child = terminal("play", "--no-guide", *TABLE, "--first", "B")
    type_all(child, [REST[0]], "touch a word: ")
    child.expect_exact("an agent!")
    before = saved_game(tmp_path)
    child.kill(signal.SIGKILL)
    child.close()
    again = terminal("play")
    again.expect_exact("1 of 15 agents found)? [Y/n]")
    again.sendline("")
    again.expect_exact("agents 1 of 15")
    clue = before.final.clues[-1].clue
    again.expect_exact(f"{clue.word.upper()} {clue.count}")
    again.sendline(REST[1])
    again.expect_exact("an agent!")
    again.sendline("quit")
    again.expect_exact("Mission saved")
    assert exit_code(again) == 0
    assert [touch.word for touch in saved_game(tmp_path).final.touches()] == REST[:2]


@pytest.mark.parametrize("ui", PHRASES)
def test_several_missions_that_wait_are_listed_to_choose_from(terminal, tmp_path, ui):
    says = PHRASES[ui]
    for mission in ("9-9", "9-5", "8-3"):
        child = terminal("play", "--hot-seat", "--no-guide", "--mission", mission, *TABLE, ui=ui)
        type_all(child, [""], says["seat"])
        type_all(child, ["zeppelin 1"] if mission == "9-5" else ["quit"], says["give"])
        type_all(child, ["\x03"] if mission == "9-5" else [], says["seat"])
        assert exit_code(child) == 0
    child = terminal("play", ui=ui)
    child.expect_exact(says["which"])
    *_, first, second, third, _ = child.before.splitlines()
    assert [line.split()[0] for line in (first, second, third)] == ["1", "2", "3"]
    assert "8-3" in first
    assert "9-5" in second
    assert "9-9" in third
    for wrong in ("7", "0", "zeppelin"):
        child.sendline(wrong)
        child.expect_exact(says["which"])
    child.sendline("2")
    type_all(child, [""], says["seat"])
    child.expect_exact("ZEPPELIN 1")
    child.sendline("quit")
    assert exit_code(child) == 0
    child = terminal("play", ui=ui)
    type_all(child, ["n"], says["which"])
    child.expect_exact("Mission 9-9")
    child.sendline("quit")
    assert exit_code(child) == 0
    assert len(list((tmp_path / "duo" / "games").glob("*.duo"))) == 4


@pytest.mark.parametrize("leave", ["\x03", "\x04"])
def test_ctrl_c_and_ctrl_d_leave_in_order(terminal, leave):
    child = terminal("play", "--no-guide", *TABLE, "--first", "A")
    child.expect_exact("Your clue")
    repeat_until_shown(child, lambda: child.send(leave), "Mission saved")
    assert exit_code(child) == 0


def test_ctrl_c_while_the_partner_thinks_leaves_in_order_too(terminal):
    child = terminal("play", "--no-guide", *TABLE, "--first", "B", DUO_PACE="20")
    child.expect_exact("thinking of a clue")
    child.send("\x03")
    child.expect_exact("Mission saved")
    assert exit_code(child) == 0


def test_leaving_after_the_end_is_no_promise_to_go_on(terminal):
    child = terminal("play", "--no-guide", *TABLE, "--first", "B")
    type_all(child, [words_of(B, "x")[0]], "touch a word: ")
    child.expect_exact("every turn?")
    child.send("\x04")
    assert exit_code(child) == 0
    assert "Mission saved" not in child.sent.text


def test_a_closed_terminal_loses_nothing(terminal, tmp_path):
    child = terminal("play", "--hot-seat", "--no-guide", *TABLE)
    type_all(child, [""], "Press Enter when only you")
    type_all(child, ["zeppelin 2"], "Your clue")
    child.expect_exact("Press Enter when only you")
    child.close(force=True)
    assert saved_game(tmp_path).final.clues[0].clue.word == "ZEPPELIN"


def test_a_new_size_is_used_at_once(terminal):
    child = terminal("play", "--no-guide", *TABLE, "--first", "A")
    for size, beside in (((40, 140), True), ((24, 80), False)):
        child.expect_exact("(a word and a number): ")
        child.setwinsize(*size)
        repeat_until_shown(child, lambda: child.kill(signal.SIGWINCH), "Mission 9-9")
        child.expect_exact("(a word and a number): ")
        assert ("Clues" in child.before) is beside
        child.sendline("")


def test_without_colour_every_sign_is_still_there(terminal):
    child = terminal("play", "--no-guide", *TABLE, "--first", "A", NO_COLOR="1")
    child.expect_exact("Your clue")
    assert not re.search(r"\x1b\[[0-9;]*(?:3[0-8]|4[0-8]|9[0-7])[0-9;]*m", child.sent.text)
    assert visible_sides(child.sent.text) == {KEY.a}


def test_a_plain_terminal_is_sent_ascii_alone(terminal):
    child = terminal("play", "--no-guide", "--hot-seat", "--lang", "fr", ui="fr", LANG="C")
    child.expect_exact("seul devant")
    child.sendline("")
    child.expect_exact("Votre indice")
    assert child.sent.text.isascii()


def test_everything_fits_24_lines(terminal):
    child = terminal("play", "--guide", *TABLE)
    child.expect_exact("touch a word: ")
    assert child.sent.text.split(CLEAR)[-1].count("\n") < 24


# A partner that loads only when the test writes to the pipe. It then lists the heavy libraries loaded before.
LATE_PARTNER = """
import os, pathlib, sys
from duo.cli.game import play
real = play._load_ai_partner
def late(*how):
    pathlib.Path(os.environ["GATE"]).read_text()
    heavy = {"numpy", "gensim", "spacy", "pydantic"} & set(sys.modules)
    pathlib.Path(os.environ["GATE"] + ".heavy").write_text(" ".join(sorted(heavy)))
    return real(*how)
play._load_ai_partner = late
from duo.cli.main import main
main()
"""


def test_the_board_is_there_before_the_partner_and_without_the_workshop(terminal, tmp_path):
    """The first board loads no heavy library. Gensim and spaCy build models and are not needed for playing."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    child = terminal(arguments=["-c", LATE_PARTNER, "play", "--no-guide", *TABLE, "--first", "B"], GATE=str(gate))
    child.expect_exact("Tokens")
    child.expect_exact("thinking of a clue")
    gate.write_text("now")
    child.expect_exact("touch a word: ")
    assert gate.with_name("gate.heavy").read_text() == ""
    leave = (
        "import sys, io; sys.stdin = io.StringIO('\\n'); sys.argv = ['duo', 'play', '--seed', '1', '--lang', 'en']\n"
    )
    run = "from duo.cli.main import main\ntry: main()\nexcept SystemExit: pass\n"
    check = "assert 'duo.mind.model.model' in sys.modules and not {'gensim', 'spacy'} & set(sys.modules)"
    home = {**os.environ, "DUO_HOME": str(tmp_path / "other"), "DUO_PACE": "0"}
    subprocess.run([sys.executable, "-c", leave + run + check], check=True, env=home, stdout=subprocess.DEVNULL)


def test_ctrl_c_ends_watching_quietly(terminal):
    child = terminal("watch", "--lang", "en", "--seed", "3")
    child.expect_exact("clue:")
    child.send("\x03")
    assert exit_code(child) == 0
    assert "Abort" not in child.sent.text
    assert "Traceback" not in child.sent.text


def test_words_from_a_pipe_leave_the_keyboard_free(terminal, tmp_path):
    (tmp_path / "table.txt").write_text("\n".join(WORDS))
    piped = f"cat {tmp_path}/table.txt | {sys.executable} -c '{DUO[1]}' assist --lang en --words - --side {KEY.a}"
    child = terminal(program="/bin/sh", arguments=["-c", piped])
    child.expect_exact("The first clue")
    child.sendline("hint")
    child.expect_exact("have in common")
    child.sendline("quit")
    assert exit_code(child) == 0


def test_a_real_table_is_saved_listed_and_resumed(terminal, tmp_path):
    (tmp_path / "table.txt").write_text("\n".join(WORDS))
    child = terminal("assist", "--lang", "en", "--words", str(tmp_path / "table.txt"), "--side", KEY.a)
    child.expect_exact("The first clue")
    child.sendline("ocean 2")
    child.expect_exact("Do you give it?")
    child.sendline("perhaps")
    child.expect_exact("Please answer yes or no.")
    child.sendline("y")
    child.expect_exact("What did your partner touch?")
    child.sendline("exit")
    child.expect_exact("Table saved.")
    assert exit_code(child) == 0
    assert [path.suffix for path in (tmp_path / "duo" / "tables").iterdir()] == [".json"]
    child = terminal("assist", "--list", ui="fr")
    child.expect_exact(f"mission 9-9, tour 1, 0 sur 15 (vraie table, {', '.join(WORDS[:3])} ...)")
    assert exit_code(child) == 0
    child = terminal("assist")
    child.expect_exact("agents found)? [Y/n]")
    child.sendline("")
    child.expect_exact("What did your partner touch?")
    child.sendline("undo")
    child.expect_exact("The first clue")
    child.sendline("q")
    assert exit_code(child) == 0
    child = terminal("assist", "--delete", "1")
    child.expect_exact("No unfinished table. Start one with `duo assist`.")
    assert exit_code(child) == 0


def test_cats_on_a_real_keyboard(terminal):
    child = terminal("play", "--practice", *TABLE, "--first", "A")
    child.expect_exact("Your clue")
    for keys in (
        "\x1b[A\x1b[B\t\t",
        "ééé\x00\x01",
        "hint",
        "why",
        "rules",
        "",
        "",
        "undo",
        "guide",
        "x" * 500,
        "ocean (",
    ):
        child.sendline(keys)
    child.sendline("")
    child.sendline("quit")
    child.expect_exact("Mission saved")
    assert exit_code(child) == 0
    assert "Traceback" not in child.sent.text
