"""Game records: golden games, broken records, and round trips of random games."""

import contextlib
import json
import pickle
import random
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played import CARD, WORDS, A, B

from duo.core.game import Game, read
from duo.core.key import deal
from duo.core.mission import Mission
from duo.core.position import Clue, Guess, Outcome, Phase, Rule, Stop, Variant
from duo.core.record import MAX_LINE_LENGTH, MAX_RECORD_LENGTH, RecordBroken
from duo.core.refusal import Refusal, Refusals
from duo.core.scoring import figures

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
FIGURES = json.loads((PLAYTHROUGHS / "figures.json").read_text(encoding="utf-8"))
BROKEN = tomllib.loads((PLAYTHROUGHS.parent / "data/broken-records.toml").read_text(encoding="utf-8"))


def read_playthrough(name):
    return (PLAYTHROUGHS / f"{name}.duo").read_bytes().decode()


def record(moves, mission="9-9", variants="", result="*", swap=("", ""), **_expected):
    words = " ".join(WORDS)
    headers = ['[Duo "1"]', f'[Mission "{mission}"]', f'[Words "{words}"]', f'[Key "{CARD}"]', f'[Result "{result}"]']
    if variants:
        headers.append(f'[Variants "{variants}"]')
    text = "\n".join([*headers, "", *moves, ""])
    assert swap[0] in text
    return text.replace(*swap, 1)


# Golden games


def test_every_golden_game_has_its_figures():
    assert {path.stem for path in PLAYTHROUGHS.glob("*.duo")} == set(FIGURES)
    assert {figures["result"] for figures in FIGURES.values()} == {*Outcome, "*"}
    assert {figures["phase"] for figures in FIGURES.values()} == set(Phase)


@pytest.mark.parametrize("name", FIGURES)
def test_a_golden_game_replays_to_its_figures(name):
    assert figures(read(read_playthrough(name)).final) == FIGURES[name]


@pytest.mark.parametrize("name", FIGURES)
def test_writing_what_was_read_gives_the_same_bytes(name):
    assert str(read(read_playthrough(name))) == read_playthrough(name)


@pytest.mark.parametrize("name", FIGURES)
def test_the_positions_of_a_game_lead_from_the_laid_table_to_its_end(name):
    game = read(read_playthrough(name))
    positions = list(game.positions())
    assert len(positions) == len(game.moves) + 1
    assert positions[0].clues == ()
    assert positions[-1] == game.final


# Broken records


@pytest.mark.parametrize("kind", BROKEN)
def test_the_reader_refuses(kind):
    broken = BROKEN[kind]
    with pytest.raises(Refusal) as refusal:
        read(record(**broken))
    error = refusal.value
    faults = error.problems if isinstance(error, Refusals) else (error,)
    assert all(isinstance(fault, RecordBroken) for fault in faults)
    assert (broken["line"], broken["rule"], broken["word"]) in [
        (fault.line, fault.rule, fault.word) for fault in faults
    ]
    assert f"line {broken['line']}, rule {broken['rule']}: " in str(error)
    assert broken["word"] in str(error)


def test_all_faults_of_the_headers_are_named_at_once():
    with pytest.raises(Refusals) as refusal:
        read('[Duo "2"]\n[Mission "Rome"]\n\n')
    assert len(refusal.value.problems) == 5


@pytest.mark.parametrize("text", ["", "\n", "\n\n\n", "1A CLUE 2: A1+ =\n", "\x00", "[", "SD:", "[]\n" * 9])
def test_what_is_no_record_is_refused(text):
    with pytest.raises(Refusal):
        read(text)


def test_a_record_that_is_too_long_is_refused_unread():
    with pytest.raises(Refusal, match="at most"):
        read("x" * (MAX_RECORD_LENGTH + 1))
    with pytest.raises(RecordBroken, match="longer than"):
        read(record(["x" * (MAX_LINE_LENGTH + 1)]))


@given(st.text(max_size=300))
def test_no_text_whatever_makes_the_reader_fail_otherwise(text):
    with pytest.raises(Refusal):
        read(record([text, "9Z"]))


@given(st.data())
def test_a_golden_game_with_a_letter_changed_is_read_or_refused(data):
    text = read_playthrough(data.draw(st.sampled_from(sorted(FIGURES))))
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from('AB0129 :+~#=!{}_"[]/g.x\n'))
    with contextlib.suppress(Refusal):
        game = read(text[:place] + letter + text[place + 1 :])
        assert read(str(game)) == game


# What a reader takes


def test_lines_may_end_in_crlf_and_the_last_may_lack_its_end():
    text = read_playthrough("won-in-sudden-death")
    assert read(text.replace("\n", "\r\n")) == read(text)
    assert read(text.rstrip("\n")) == read(text)
    assert read(text + "\n\n") == read(text)


def test_headers_stand_in_any_order_and_unknown_ones_are_kept():
    text = record(["1A CLUE 2: A1+ ="])
    headers, moves = text.split("\n\n")
    lines = ['[White "Léa"]', *reversed(headers.split("\n")), '[White "Tom"]', '[Model-Seed "7"]']
    turned = "\n".join(lines) + "\n\n" + moves
    assert str(read(turned)) == turned
    assert read(turned).final == read(text).final


@pytest.mark.parametrize(
    ("text", "mission"),
    [
        ("9-9", Mission(9, 9)),
        ("Cairo 9-5", Mission(9, 5, "Cairo")),
        ("7-7 Club 3-0", Mission(3, 0, "7-7 Club")),
        ("11-9-5", Mission(9, 5, "11-")),
        ("Rome 8-2 again", Mission(8, 2, "Rome")),
        ("1-0", Mission(1, 0)),
    ],
)
def test_of_the_mission_only_the_last_two_numbers_count(text, mission):
    assert read(record([], mission=text)).final.mission == mission


def test_words_are_compared_without_case_and_ligatures_and_written_as_the_board_has_them():
    words = ["NEW YORK", "CŒUR", "L’ÉTÉ", *WORDS[3:]]  # noqa: RUF001
    game = Game.start(words, CARD)
    text = str(game) + "1A X 3 {coeur}: new_york+ coeur+ l'été+ =\n"
    assert str(read(text)).endswith("1A X 3 {CŒUR}: NEW_YORK+ CŒUR+ L’ÉTÉ+ =\n")  # noqa: RUF001


def test_in_records_accents_count():
    game = Game.start(["ÉTÉ", *WORDS[1:]], CARD)
    with pytest.raises(RecordBroken, match="ETE is not one of the 25"):
        read(str(game) + "1A X 1: ETE+ =\n")


def test_the_penalty_and_what_was_meant_may_stand_in_either_order():
    first, second = (read(record([f"1A CLUE 2 {notes}: A1+ ="])) for notes in ("{A1 A2} !", "! {A1 A2}"))
    assert first == second
    assert first.final.clues[0].clue == Clue(A, "CLUE", 2, invalid=True, meant=("A1", "A2"))


def test_what_was_meant_changes_nothing():
    plain, with_meant = (read(record([f"1A CLUE 2{meant}: A1+ ="])) for meant in ("", " {B1 HITBOTH N1}"))
    assert figures(plain.final) == figures(with_meant.final)


def test_a_sudden_death_line_without_a_guess_is_a_game_under_way():
    game = read(record(["1A CLUE 2 !:", "SD:"], mission="1-1"))
    assert (game.final.phase, game.final.outcome()) == (Phase.SUDDEN_DEATH, None)
    assert str(game).endswith("!:\nSD:\n")
    assert read(str(game)) == game


def test_a_sudden_death_line_after_the_end_is_refused():
    with pytest.raises(RecordBroken, match="The game is over"):
        read(record(["1B CLUE 1: HITB#", "SD:"], result="lost:assassin"))


@pytest.mark.parametrize("line", ["1A CLUE_ 1: A1+ =", "1A CLUE 1: A1_+ =", "1A CLUE 1 {_A1}: A1+ =", "1A _ 1: A1+ ="])
def test_a_stray_underline_would_be_lost_and_is_refused(line):
    with pytest.raises(RecordBroken, match="rule form"):
        read(record([line]))


# Games as they are made


def test_a_game_is_played_move_by_move_and_its_result_told():
    game = Game.start(WORDS, CARD, Mission(9, 5, "Cairo"), lang="fr", extra_headers={"Seed": "7"})
    game = game.play(Clue(B, "CLUE", 1)).play(Guess(A, "HITB"))
    assert (game.header("Result"), game.header("Mission"), game.lang) == ("lost:assassin", "Cairo 9-5", "fr")
    assert game.moves == (Clue(B, "CLUE", 1), Guess(A, "HITB"))
    assert read(str(game)) == game


def test_a_header_can_be_set_but_not_what_the_game_tells_itself():
    game = Game.start(WORDS, CARD).with_header("Undone", "1").with_header("Undone", "2")
    assert game.undo_count == 2
    for name, value in [("Result", "won"), ("Date", 'a"b'), ("Date", "a\nb"), ("1", "x"), ("a b", "x")]:
        with pytest.raises(Refusal):
            game.with_header(name, value)


VARIANTS = st.sets(st.sampled_from(list(Variant)))


@st.composite
def games(draw):
    """Random legal games on missions of every size, many of them unfinished."""
    tokens = draw(st.integers(1, 11))
    rng = random.Random(draw(st.integers(0, 2**32)))
    game = Game.start(WORDS, deal(rng), Mission(tokens, draw(st.integers(0, tokens))), draw(VARIANTS))
    for _ in range(draw(st.integers(0, 60))):
        if game.final.phase is Phase.OVER:
            break
        game = game.play(random_move(game.final, rng))
    return game


def random_move(position, rng):
    if position.phase is Phase.CLUE:
        giver = rng.choice(position.givers)
        meant = tuple(rng.sample(WORDS, rng.choice([0, 0, 2])))
        return Clue(giver, rng.choice(["OCEAN", "été", "WEEK-END"]), rng.randint(1, 25), rng.random() < 0.1, meant)
    moves = position.legal_moves()
    green = [
        move
        for move in moves
        if isinstance(move, Guess) and position.key.side(move.seat.other)[WORDS.index(move.word)] == "g"
    ]
    stops = [move for move in moves if isinstance(move, Stop)]
    return (
        rng.choice(green or moves)
        if rng.random() < 0.6
        else rng.choice(stops or moves)
        if rng.random() < 0.5
        else rng.choice(moves)
    )


@given(games())
def test_record_to_text_to_record_is_the_identity(game):
    text = str(game)
    assert read(text) == game
    assert str(read(text)) == text


@given(games())
def test_no_token_is_made_or_lost_and_no_more_than_15_agents_are_found(game):
    for position in game.positions():
        bank = position.bank
        assert min(bank.bystander_side, bank.checkmark_side, position.checks, position.discarded) >= 0
        spent = position.checks + position.bystanders + position.discarded
        assert bank.tokens + spent == position.mission.tokens
        assert position.found <= 15
        assert (position.outcome() is Outcome.WON) == (position.found == 15)


@given(games(), st.integers(0, 2**32))
def test_every_game_ends(game, seed):
    rng, position = random.Random(seed), game.final
    for _ in range(400):
        if position.phase is Phase.OVER:
            break
        position = position.apply(random_move(position, rng))
    assert position.outcome() is not None


@given(games())
def test_every_move_called_legal_is_legal_and_no_other(game):
    position = game.final
    legal = set(position.legal_moves())
    for seat in (A, B):
        for move in [Stop(seat), *(Guess(seat, word) for word in WORDS)]:
            try:
                position.apply(move)
            except Refusal:
                assert move not in legal
            else:
                assert move in legal or (isinstance(move, Stop) and position.phase is Phase.SUDDEN_DEATH)


# The documents


DOCS = PLAYTHROUGHS.parents[1] / "docs"


def test_every_rule_is_explained_under_its_name():
    names = re.findall(r"^\| `([a-z-]+)` \|", (DOCS / "rules.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert names == list(Rule)


def test_the_record_in_the_documents_is_one():
    text = (DOCS / "formats.md").read_text(encoding="utf-8").split("```")[1].lstrip("\n")
    assert str(read(text)) == text


def test_a_refusal_passes_from_one_process_to_another():
    with pytest.raises(RecordBroken) as refusal:
        read(record(["1A CLUE 2: ZEBRA+"]))
    copy = pickle.loads(pickle.dumps(refusal.value))  # noqa: S301 - our own bytes
    assert (str(copy), copy.line, copy.rule) == (str(refusal.value), 7, Rule.ON_THE_TABLE)
