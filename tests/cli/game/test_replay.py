"""`duo replay` and `duo score`."""

import json
import sys
import tomllib
from pathlib import Path

import pytest
from played import CARD, WORDS

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"
FIGURES = json.loads((PLAYTHROUGHS / "figures.json").read_text(encoding="utf-8"))
BROKEN = tomllib.loads((PLAYTHROUGHS.parent / "data/broken-records.toml").read_text(encoding="utf-8"))
# The example of docs/formats.md.
EXAMPLE = """[Duo "1"]
[Mission "Short 3-3"]
[Lang "en"]
[Words "WHALE SHARK PIRATE KING TOWER FALL QUEEN ROSE NOTE BELL RIVER CASTLE PIANO ROBOT DRAGON MOON TIGER \
BRIDGE ENGINE GLASS HONEY LEMON MARBLE NEEDLE NEW_YORK"]
[Key "gxgg./g...g/ggx../..x../.g..g xg..g/g..gg/....g/g.x.x/..g.g"]
[Result "lost:sudden-death"]

1A OCEAN 2: WHALE+ CASTLE+ =
2B FELL 1 !: FALL+ SHARK+ ENGINE~
SD: B:KING+ A:BELL+ A:ROSE~
"""


@pytest.mark.parametrize("command", ["replay", "score"])
@pytest.mark.parametrize("name", FIGURES)
def test_the_figures_of_a_golden_game_are_told_as_json(duo, command, name):
    ran = duo(command, PLAYTHROUGHS / f"{name}.duo", "--json")
    answer = json.loads(ran.stdout)
    answer.pop("illegal", None)  # clue rulings do not change the figures
    assert (ran.code, answer) == (0, FIGURES[name])


def test_the_example_is_read_from_standard_input(duo):
    ran = duo("replay", "-", "--json", stdin=EXAMPLE.replace("\n", "\r\n"))
    assert json.loads(ran.stdout) == {
        "result": "lost:sudden-death",
        "turns": 2,
        "tokens_left": 0,
        "checks": 1,
        "bystanders": 1,
        "discarded": 1,
        "sudden_death": True,
        "found": 6,
        "phase": "over",
        "to_act": None,
        "score": None,
    }


CHEATED = EXAMPLE.replace("1A OCEAN 2:", "1A WHALES 2:")


def test_a_clue_against_the_rules_of_meaning_is_told_and_the_record_is_still_read(duo):
    answer = json.loads(duo("replay", "-", "--json", stdin=CHEATED).stdout)
    assert answer["result"] == "lost:sudden-death"
    assert answer["illegal"] == [
        {"turn": 1, "seat": "A", "clue": "WHALES", "count": 2, "rule": "same-family", "word": "WHALE"}
    ]
    shown = duo("replay", "-", stdin=CHEATED).stdout
    assert "Turn 1A, without a penalty: WHALES is refused" in " ".join(shown.split())
    assert "FELL is refused" not in shown


def test_a_clue_for_a_word_that_is_covered_by_then_is_no_fault(duo):
    covered = EXAMPLE.replace("2B FELL 1 !:", "2B WHALES 1 !:")
    assert "illegal" not in json.loads(duo("replay", "-", "--json", stdin=covered).stdout)


def test_a_record_in_a_language_that_nobody_here_speaks_is_not_judged(duo):
    answer = json.loads(duo("replay", "-", "--json", stdin=CHEATED.replace('"en"', '"de"')).stdout)
    assert "illegal" not in answer


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("command", ["replay", "score"])
def test_a_broken_record_fails_and_its_line_word_and_rule_are_named(duo, command, kind, tmp_path):
    broken = BROKEN[kind]
    headers = [
        '[Duo "1"]',
        f'[Mission "{broken.get("mission", "9-9")}"]',
        '[Words "{}"]'.format(" ".join(WORDS)),
        f'[Key "{CARD}"]',
        f'[Result "{broken.get("result", "*")}"]',
    ]
    if variants := broken.get("variants"):
        headers.append(f'[Variants "{variants}"]')
    path = tmp_path / "broken.duo"
    text = "\n".join([*headers, "", *broken["moves"], ""]).replace(*broken.get("swap", ("", "")), 1)
    path.write_text(text, encoding="utf-8", newline="\n")
    ran = duo(command, path, "--json")
    assert (ran.code, ran.stdout) == (1, "")
    assert str(path) in ran.stderr
    assert f"line {broken['line']}, rule {broken['rule']}: " in ran.stderr
    assert broken["word"] in ran.stderr
    assert "\x1b" not in ran.stderr


def test_a_refusal_speaks_french(duo):
    ran = duo("--ui", "fr", "replay", "-", stdin=EXAMPLE.replace("A:ROSE~", "A:ROSE+"))
    assert "ligne 10, règle mark\xa0: ROSE est marqué +" in ran.stderr


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\x00" * 100, b"[Duo" * 40_000])
def test_a_file_that_is_no_record_fails(duo, data, tmp_path):
    path = tmp_path / "noise.duo"
    path.write_bytes(data)
    ran = duo("replay", path)
    assert ran.code == 1
    assert "noise.duo" in ran.stderr


def test_a_missing_file_fails(duo, tmp_path):
    for command in ("replay", "score"):
        ran = duo(command, tmp_path / "none.duo")
        assert ran.code == 1
        assert "none.duo" in ran.stderr


def test_a_replay_shows_table_moves_and_figures(duo):
    ran = duo("replay", PLAYTHROUGHS / "cairo-won.duo")
    assert "✓SADDLE" in ran.stdout
    assert "6B CALENDAR 2: DISH+ TIDE+ SHUTTLE~" in ran.stdout
    assert "Score         2 = 3 × 0 + 2  A win is a win." in ran.stdout  # noqa: RUF001


def test_a_replay_goes_step_by_step(duo):
    ran = duo("replay", PLAYTHROUGHS / "given-up-at-once.duo", "--step")
    for sentence in ("Move 1 of 5", "A's clue: MUD 2", "B touches CORN: an agent!", "SUDDEN DEATH", "Move 5 of 5"):
        assert sentence in ran.stdout


def test_several_files_give_a_table(duo):
    files = [PLAYTHROUGHS / f"{name}.duo" for name in ("cairo-won", "berlin-won")]
    ran = duo("score", *files, COLUMNS="200")
    assert [line.split()[0] for line in ran.stdout.splitlines()] == ["Score", "2", "-"]
    answer = json.loads(duo("score", *files, "--json").stdout)
    assert answer["games"][0] == {"file": str(files[0]), **FIGURES["cairo-won"]}


def test_of_several_files_the_broken_ones_are_named_and_the_others_scored(duo, tmp_path):
    (tmp_path / "broken.duo").write_text("?")
    ran = duo("score", PLAYTHROUGHS / "cairo-won.duo", tmp_path / "broken.duo", tmp_path / "none.duo")
    assert ran.code == 1
    assert "won" in ran.stdout
    assert "broken.duo" in ran.stderr
    assert "none.duo" in ran.stderr


def test_several_files_are_scored_with_their_sums_and_whole_paths(duo, tmp_path):
    deep = tmp_path / ("a-very-long-name-" * 5) / ("another-" * 8)
    deep.mkdir(parents=True)
    for name in ("cairo-won", "won-in-sudden-death"):
        (deep / f"{name}.duo").write_text((PLAYTHROUGHS / f"{name}.duo").read_text("utf-8"), "utf-8")
    lines = duo("score", *sorted(deep.iterdir())).stdout.splitlines()
    assert lines[0].split() == ["Score", "Sum", "Turns", "Result", "Game"]
    for line, path in zip(lines[1:], sorted(deep.iterdir()), strict=True):
        figures = FIGURES[path.stem]
        assert line.endswith(str(path))
        less = " − 1" if figures["sudden_death"] else ""  # noqa: RUF001
        assert line.startswith(f"{figures['score']}")
        assert f"3 × {figures['tokens_left']} + {figures['checks']}{less}" in line  # noqa: RUF001


def test_a_win_on_the_map_is_not_sent_to_the_map(duo, tmp_path):
    assert "mission map" not in duo("score", PLAYTHROUGHS / "cairo-won.duo").stdout


def test_a_game_at_a_real_table_is_scored_by_its_figures(duo):
    line = duo("score", "--tokens-left", 2, "--checks", 5).stdout
    assert "Score: 11 points (3 × 2 + 5). Beyond incredible: you must go and play the mission map." in line  # noqa: RUF001
    assert "Score: 3 points (3 × 0 + 4 − 1)." in duo("score", "--checks", 4, "--sudden-death").stdout  # noqa: RUF001
    answer = json.loads(duo("score", "--tokens-left", 0, "--checks", 4, "--sudden-death", "--json").stdout)
    assert answer == {"tokens_left": 0, "checks": 4, "sudden_death": True, "score": 3, "rating": "won"}


@pytest.mark.parametrize(
    "figures", [(8, 1), (3, 0), (5, 5), (1, 3, "--sudden-death"), (-1, 4), (0, 10, "--sudden-death")]
)
def test_impossible_figures_are_refused_with_the_reason(duo, figures):
    left, checks, *sudden = figures
    ran = duo("score", "--tokens-left", left, "--checks", checks, *sudden, "--json")
    assert (ran.code, ran.stdout) == (1, "")
    assert ran.stderr.startswith("duo: ")


@pytest.mark.parametrize("arguments", [[], ["--checks", "5"], ["x.duo", "--checks", "5"], ["--sudden-death"]])
def test_score_says_how_it_is_used(duo, arguments):
    ran = duo("score", *arguments)
    assert ran.code == 2
    assert "--tokens-left" in ran.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_in_a_terminal_enter_goes_on_and_q_ends(tmp_path):
    import pexpect

    game = PLAYTHROUGHS / "given-up-at-once.duo"
    program = "from duo.cli.main import main; main()"
    child = pexpect.spawn(sys.executable, ["-c", program, "replay", str(game), "--step"], timeout=30, encoding="utf-8")
    child.expect("Move 1 of 5")
    child.expect("Enter to continue, q to quit")
    child.sendline("")
    child.expect("Move 2 of 5")
    child.expect("Enter to continue, q to quit")
    child.sendline("q")
    child.expect(pexpect.EOF)
    assert "Move 3" not in child.before
    child.close()
    assert child.exitstatus == 0


def test_an_unfinished_mission_of_ones_own_is_asked_about_first(duo, tmp_path, monkeypatch):
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    own = tmp_path / "games" / "mine.duo"
    own.parent.mkdir()
    own.write_bytes((Path(__file__).parents[2] / "playthroughs" / "turn-under-way.duo").read_bytes())
    for command in ("replay", "review"):
        ran = duo(command, own)
        assert ran.code == 1
        assert "--yes" in ran.stderr
        assert "g" * 3 not in ran.stdout
        assert duo(command, own, "--yes").code == 0
    assert duo("replay", own, "--json").code == 0
    own.rename(tmp_path / "copy.duo")
    assert duo("replay", tmp_path / "copy.duo").code == 0
