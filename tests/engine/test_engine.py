"""The engine keeps to its protocol for any input."""

import io
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from boards import KEY, words_of
from boards import WORDS as BOARD

from duo.core.game import Game
from duo.core.key import KeyCard, Seat
from duo.core.mission import Mission
from duo.core.position import Clue, Guess, Stop
from duo.engine.serve import MAX_LINE_BYTES, read_lines, reply_to_request
from duo.table.json_views import view_json

DUO = Path(sys.executable).with_name("duo")
WORDS = ["WHALE", "SHARK", "KING", "TOWER", "PIANO", "NURSE", "BREAD", "GLASS", "HONEY", "MOON"]
OWN = {f"word{place}": colour for place, colour in enumerate("g" * 9 + "." * 13 + "x" * 3)}


def send(*requests, timeout=300):
    """The answers of the real command to these requests, given as bytes or objects."""
    data = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in requests)
    run = subprocess.run([DUO, "engine"], input=data, capture_output=True, timeout=timeout, check=False)
    assert run.returncode == 0, run.stderr.decode()
    assert not run.stderr
    return [json.loads(answer) for answer in run.stdout.splitlines()]


def test_hello_tells_the_languages_and_their_models():
    (hello,) = send({"id": 1, "op": "hello"})
    assert hello["id"] == 1
    assert hello["name"] == "duo"
    assert hello["languages"] == ["en", "fr"]
    assert all(hello["model"][lang]["name"] and hello["model"][lang]["hash"] for lang in hello["languages"])


def test_a_guess_ranks_every_word_once():
    (result,) = send({"id": "a", "op": "guess", "words": WORDS, "clue": "ocean", "count": 2})
    assert sorted(ranked["word"] for ranked in result["ranking"]) == sorted(WORDS)
    assert {ranked["word"] for ranked in result["ranking"][:2]} == {"WHALE", "SHARK"}
    chances = [ranked["p"] for ranked in result["ranking"]]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= p <= 1 for p in chances)
    assert 1 <= result["stop_after"] <= len(WORDS)


def test_a_guess_uses_the_own_side_the_reveals_and_the_history():
    words = [word for word in OWN if word != "word1"]
    request = {"op": "guess", "words": words, "clue": "ocean", "count": 1, "own": OWN, "tokens": 4, "mistakes": 2}
    seen = request | {"words": words[:-2], "seen": {"word23": "g", "word24": "x", "word1": "g"}}
    before, after, result = send(
        request, seen, request | {"history": [{"clue": "king", "count": 2, "found": ["word1"]}]}
    )
    chances = [{ranked["word"]: ranked["p"] for ranked in answer["ranking"]} for answer in (before, after)]
    assert chances[0]["word22"] > 0.2
    assert chances[1]["word22"] < 0.01
    assert len(result["ranking"]) == 24


def test_a_clue_is_legal_and_explained():
    board = {"green": WORDS[:3], "black": WORDS[3:4], "tan": WORDS[4:]}
    answers = send(
        {"op": "clue", **board},
        {
            "op": "clue",
            **board,
            "top": 2,
            "style": "careful",
            "tokens": 3,
            "mistakes": 1,
            "covered": ["NOTE"],
            "history": [{"clue": "royal", "count": 1, "found": []}],
        },
    )
    assert [len(answer["clues"]) for answer in answers] == [5, 2]
    for result in answers[0]["clues"]:
        assert set(result) == {"word", "count", "targets", "p_all", "expected", "risk", "why"}
        assert len(result["targets"]) == result["count"]
        assert set(result["targets"]) <= set(WORDS[:3])
        assert all(target in result["why"] for target in result["targets"])
    checks = send(
        *({"op": "check", "words": WORDS, "clue": c["word"], "count": c["count"]} for c in answers[0]["clues"])
    )
    assert all(check["legal"] for check in checks)
    assert "royal" not in {result["word"].lower() for result in answers[1]["clues"]}


def test_a_turn_under_way_is_gone_on_with():
    begun, over = send(
        {"op": "guess", "words": WORDS, "clue": "ocean", "count": 2},
        {"op": "guess", "words": WORDS[1:], "clue": "ocean", "count": 2, "found": ["WHALE"]},
    )
    assert begun["ranking"][0]["word"] == "WHALE"
    assert over["ranking"][0]["word"] == "SHARK"
    assert over["stop_after"] < begun["stop_after"]


def test_a_turn_under_way_may_be_ended_at_once():
    (result,) = send(
        {
            "op": "guess",
            "words": ["TOWER", "GLASS"],
            "clue": "ocean",
            "count": 1,
            "found": ["WHALE"],
            "tokens": 2,
            "mistakes": 0,
        }
    )
    assert result["stop_after"] == 0


def test_without_clue_and_count_it_is_sudden_death_and_the_history_speaks():
    history = [{"clue": "ocean", "count": 2, "found": ["WHALE"]}, {"clue": "royal", "count": 1, "missed": ["PIANO"]}]
    words = [word for word in WORDS if word not in ("WHALE", "PIANO")]
    (result,) = send({"op": "guess", "words": words, "history": history})
    assert {ranked["word"] for ranked in result["ranking"][:2]} == {"SHARK", "KING"}
    assert sorted(ranked["word"] for ranked in result["ranking"]) == sorted(words)
    assert 1 <= result["stop_after"] <= len(words)


def test_the_answer_tells_which_clue_speaks_for_a_word():
    history = [{"clue": "ocean", "count": 2, "found": ["WHALE"]}, {"clue": "royal", "count": 1}]
    words = [word for word in WORDS if word != "WHALE"]
    (result,) = send({"op": "guess", "words": words, "clue": "music", "count": 1, "history": history})
    spoken = {reason["word"]: reason["clue"] for reason in result["why"]}
    assert spoken["SHARK"] == "ocean"
    assert spoken["KING"] == "royal"
    assert spoken["PIANO"] == "music"
    ranked = [entry["word"] for entry in result["ranking"]]
    assert [reason["word"] for reason in result["why"]] == [word for word in ranked if word in spoken]
    assert all(0.1 <= reason["share"] <= 1 for reason in result["why"])
    (nothing,) = send({"op": "guess", "words": words})
    assert nothing["why"] == []


def test_what_was_seen_answers_clues_and_a_word_missed_is_not_green():
    words = [word for word in WORDS if word not in ("WHALE", "SHARK")]
    history = [{"clue": "royal", "count": 1}]
    request = {"op": "guess", "words": words, "history": history}
    plain, seen, missed = (
        {ranked["word"]: ranked["p"] for ranked in result["ranking"]}
        for result in send(request, request | {"seen": {"PRINCE": "g"}}, request | {"seen": {"KING": "."}})
    )
    assert seen["KING"] < plain["KING"] - 0.1  # the clue may have meant PRINCE
    assert missed["KING"] == 0
    (error,) = send(request | {"seen": {"KING": "g"}})
    assert error["error"]["code"] == "bad-field"


def test_a_miss_in_the_history_counts_as_evidence():
    own = dict(zip([*WORDS, *(f"word{n}" for n in range(15))], OWN.values(), strict=True))
    words = [word for word in own if word not in ("word0", "word1")]
    request = {"op": "guess", "words": words, "clue": "ocean", "count": 1, "own": own}
    missed = [{"clue": "king", "count": 2, "missed": ["word0"]}, {"clue": "bread", "count": 1, "missed": ["word1"]}]
    plain, result = (
        {ranked["word"]: ranked["p"] for ranked in answer["ranking"]}
        for answer in send(request, request | {"history": missed})
    )
    assert result["word2"] != plain["word2"]


def test_levels_differ():
    clue = {"op": "clue", "green": WORDS[:6], "tan": WORDS[6:9], "black": WORDS[9:], "same": True, "top": 20}
    expert, beginner = send(clue | {"level": "expert"}, clue | {"level": "beginner"})
    assert max(result["count"] for result in expert["clues"]) > 2
    assert max(result["count"] for result in beginner["clues"]) <= 2
    guess = {"op": "guess", "words": WORDS, "clue": "ocean", "count": 1, "history": [{"clue": "royal", "count": 1}]}
    listening, forgetful = send(guess, guess | {"level": "beginner"})
    king = [{r["word"]: r["p"] for r in result["ranking"]}["KING"] for result in (listening, forgetful)]
    assert king[0] > king[1]


def test_clues_are_different_ideas_unless_the_same_are_wanted():
    board = {"op": "clue", "green": WORDS[:6], "tan": WORDS[6:9], "black": WORDS[9:]}
    different, same = send(board, board | {"same": True, "top": 20})
    ideas = [frozenset(result["targets"]) for result in different["clues"]]
    assert len(set(ideas)) == len(ideas) == 5
    assert len({frozenset(result["targets"]) for result in same["clues"]}) < 20
    assert len(same["clues"]) == 20


def test_a_ruling_depends_on_what_is_meant():
    bear = {"op": "check", "words": ["BEARD", "PIANO"], "clue": "bear", "count": 1}
    plain, meant, strict, elsewhere, unknown = send(
        bear,
        bear | {"meant": ["beard"]},
        bear | {"strict": True},
        bear | {"words": ["PIANO"], "meant": ["BEARD"]},
        {"op": "check", "words": ["PIANO"], "clue": "elefant", "count": 1},
    )
    assert plain["legal"]
    assert "BEARD" in plain["caution"]
    for refused in (meant, strict, elsewhere):
        assert (refused["legal"], refused["rule"], refused["word"]) == (False, "part-of-word", "BEARD")
    assert (plain["known"], plain["nearest"]) == (True, None)
    assert (unknown["legal"], unknown["known"], unknown["nearest"]) == (True, False, "elephant")


def test_a_field_that_is_null_is_not_there():
    (result,) = send(
        {
            "op": "guess",
            "words": WORDS,
            "clue": "ocean",
            "count": 2,
            "own": None,
            "history": None,
            "tokens": None,
            "level": None,
            "found": None,
        }
    )
    assert len(result["ranking"]) == len(WORDS)


def test_french_is_answered_in_french():
    words = ["BALEINE", "REQUIN", "ROI", "TOUR", "PIANO"]
    guess, clue, check = send(
        {"op": "guess", "lang": "fr", "words": words, "clue": "océan", "count": 2},
        {"op": "clue", "lang": "fr", "green": words[:2], "tan": words[2:4], "black": words[4:]},
        {"op": "check", "lang": "fr", "words": words, "clue": "baleines", "count": 1},
    )
    assert {ranked["word"] for ranked in guess["ranking"][:2]} == {"BALEINE", "REQUIN"}
    assert "à l'esprit" in clue["clues"][0]["why"]
    assert check["legal"] is False
    assert check["word"] == "BALEINE"


def test_check_names_the_rule_and_the_word():
    legal, illegal = send(
        {"op": "check", "words": WORDS, "clue": "sea", "count": 2},
        {"op": "check", "words": WORDS, "clue": "whales", "count": 2, "variants": ["zero"]},
    )
    assert (legal["legal"], legal["rule"], legal["word"]) == (True, None, None)
    assert illegal["legal"] is False
    assert illegal["word"] == "WHALE"
    assert illegal["rule"]
    assert illegal["why"]


@pytest.mark.parametrize("said", ["", "   ", "zz-" * 21, "\x1b[31m", "🙂", "42"])
def test_what_is_no_word_is_refused_as_a_clue_and_not_as_a_request(said):
    answer = json.loads(
        reply_to_request(json.dumps({"op": "check", "words": ["DOG"], "clue": said, "count": 2}).encode()).body
    )
    assert (answer["legal"], answer["rule"]) == (False, "one-word")


def test_a_deal_follows_its_seed():
    first, again, other = send({"op": "deal", "seed": 7}, {"op": "deal", "seed": 7}, {"op": "deal", "lang": "fr"})
    assert first == again
    assert len(set(first["words"])) == 25
    assert KeyCard.parse(first["key"]) == KeyCard.from_code(first["number"])
    assert other["words"] != first["words"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "not-json"),
        (b"{", "not-json"),
        (b"[]", "not-an-object"),
        (b'{"op": NaN}', "not-json"),
        (b"[" * 60_000, "not-json"),
        (b'{"op": "gue\xff"}', "not-utf-8"),
        (b'{"op": 1}', "unknown-op"),
        (b'{"op": "think"}', "unknown-op"),
        (b'{"op": "deal", "lang": "de"}', "bad-field"),
        (b'{"op": "deal", "seed": [1]}', "bad-field"),
        (b'{"op": "guess", "words": [], "clue": "sea", "count": 1}', "bad-field"),
        (b'{"op": "guess", "words": ["A", "a"], "clue": "sea", "count": 1}', "bad-field"),
        (b'{"op": "guess", "words": ["A"], "clue": "sea", "count": true}', "bad-field"),
        (b'{"op": "guess", "words": ["A"], "clue": "sea", "count": 1e400}', "bad-field"),
        (b'{"op": "guess", "words": ["A"], "clue": "sea"}', "bad-field"),
        (b'{"op": "guess", "words": ["A"], "clue": "sea", "count": 1, "own": {"A": "g"}}', "bad-field"),
        (b'{"op": "guess", "words": ["\\u001b[2J"], "clue": "sea", "count": 1}', "bad-field"),
        (b'{"op": "clue", "green": ["A"], "tan": ["a"]}', "bad-field"),
        (b'{"op": "clue", "green": []}', "bad-field"),
        (b'{"op": "clue", "green": ["A"], "style": "mad"}', "bad-field"),
        (b'{"op": "guess", "words": ["A"], "clue": "' + b"x" * 200 + b'", "count": 1}', "too-large"),
        (b'{"op": "check", "words": ["A"], "clue": 7, "count": 1}', "bad-field"),
        (b'{"op": "deal", "seed": "\\ud800"}', "bad-field"),
        (b'{"op": "deal", "seed": "\\udc00x"}', "bad-field"),
        (b'{"op": "guess", "words": ["A"], "clue": "sea", "count": 1, "level": "genius"}', "bad-field"),
        (b'{"op": "guess", "words": ["A"], "count": 1}', "bad-field"),
        (b'{"op": "guess", "words": ["A"], "found": ["B"]}', "bad-field"),
        (b'{"op": "guess", "words": ["A"], "clue": "sea", "count": 1, "found": ["a"]}', "bad-field"),
        (b'{"op": "guess", "words": ["A"], "clue": "sea", "count": 1, "tokens": 0}', "bad-field"),
        (b'{"op": "clue", "green": ["A"], "tokens": 0}', "bad-field"),
        (b'{"op": "clue", "green": ["A"], "same": 1}', "bad-field"),
        (b'{"op": "check", "words": ["A"], "clue": "b", "strict": "yes"}', "bad-field"),
        (b'"' + b"x" * MAX_LINE_BYTES + b'"', "too-large"),
    ],
)
def test_a_bad_line_gets_its_code(line, code):
    source = io.BytesIO(line + b'\n{"id": 5, "op": "deal"}\n')
    result, after = (json.loads(reply_to_request(each).body) for each in read_lines(source))
    assert result["error"]["code"] == code
    assert result["error"]["message"]
    assert after["id"] == 5


def test_ids_of_any_kind_come_back():
    ids = [None, 0, -1.5, "x", "\ud800", [1, {"a": None}], {"b": True}]
    assert [answer["id"] for answer in send(*({"id": name, "op": "deal"} for name in ids))] == ids
    assert send(b'{"id": 1e999, "op": "deal"}')[0]["id"] is None


def test_200_words_and_a_huge_line_are_refused_and_the_engine_goes_on():
    many = {"op": "guess", "words": [f"w{n}" for n in range(200)], "clue": "sea", "count": 1}
    answers = send(many, b'"' + b"x" * (5 * MAX_LINE_BYTES) + b'"', {"id": 3, "op": "deal"})
    assert [answer.get("error", {}).get("code") for answer in answers] == ["too-large", "too-large", None]
    assert answers[2]["id"] == 3


def damage_request(rng):
    """A request with random damage."""
    request = {
        "id": rng.choice([1, "x", None]),
        "op": rng.choice(["guess", "clue", "check", "deal", "hello"]),
        "lang": rng.choice(["en", "fr", "xx", 3]),
        "words": rng.sample(WORDS, rng.randint(0, 10)),
        "clue": "ocean",
        "count": rng.choice([0, 1, 10**30, -1, "2", 1.5]),
        "green": rng.sample(WORDS, 3),
        "tan": ["NOTE", 5],
        "own": rng.choice([{}, [], {"A": "g"}, OWN]),
        "seen": {"WHALE": rng.choice("g.xq")},
        "history": rng.choice([[], {}, [{"clue": 3}], [{"clue": "a", "count": 1, "found": "x"}]]),
        "top": rng.choice([1, 0, 10**9]),
        "tokens": rng.choice([1, 12, None]),
        "mistakes": rng.choice([0, []]),
        "variants": rng.choice([[], ["zero"], "zero", [[]]]),
        "seed": rng.choice([1, "s", {}]),
    }
    for name in rng.sample(sorted(request), rng.randint(1, 10)):
        del request[name]
    for name in rng.sample(sorted(request), min(2, len(request))):
        if rng.random() < 0.6:
            request[name] = rng.choice([None, [], {}, "", -1, 1e308, True, "x" * 500, ["\x00"], [[[]]] * 3])
    line = bytearray(json.dumps(request).encode())
    match rng.randrange(5):
        case 0:
            del line[rng.randrange(len(line)) :]
        case 1:
            line[rng.randrange(len(line))] = rng.randrange(256)
        case 2:
            place = rng.randrange(len(line))
            line[place:place] = rng.choice([b"NaN", b"\xff\xfe", b"[" * 50, b'"', b"{}", b"\x00", b"-Infinity"])
    return bytes(line).replace(b"\n", b" ")


def test_twenty_thousand_broken_lines_get_one_answer_each():
    rng = random.Random(11)
    answers = send(*(damage_request(rng) for _ in range(20_000)), {"id": "last", "op": "deal"})
    assert len(answers) == 20_001
    assert answers[-1]["id"] == "last"
    assert not [answer for answer in answers if answer.get("error", {}).get("code") == "internal"]
    assert sum("error" in answer for answer in answers) > 10_000


def game_under_way():
    """A game in which B must guess, and its record."""
    game = Game.start(BOARD, KEY, lang="en")
    agents = words_of(Seat.A, "g")
    for move in (Clue(Seat.A, "ocean", 2), Guess(Seat.B, agents[0])):
        game = game.play(move)
    return game


def test_a_record_is_asked_about_as_its_view_is():
    game = game_under_way()
    by_record, by_view, untold, wrong = send(
        {"op": "guess", "record": str(game)},
        {"op": "guess", "view": view_json(game.final.view(Seat.B))},
        {"op": "guess", "words": list(game.final.open_words(Seat.B)), "clue": "ocean", "count": 2},
        {"op": "clue", "record": str(game)},
    )
    assert by_record == by_view
    assert {ranked["word"] for ranked in by_view["ranking"]} == set(game.final.open_words(Seat.B))
    assert by_view["ranking"] != untold["ranking"]
    assert wrong["error"]["code"] == "refused"


def test_a_giver_is_asked_out_of_a_record_or_a_view():
    game = Game.start(BOARD, KEY)
    either, first, view = send(
        {"op": "clue", "record": str(game)},
        {"op": "clue", "record": str(game), "seat": "A", "top": 3, "level": "regular"},
        {"op": "clue", "view": view_json(game.final.view(Seat.A)), "top": 3, "level": "regular"},
    )
    assert either["error"]["code"] == "bad-field"
    assert first == view
    assert {target for result in first["clues"] for target in result["targets"]} <= set(words_of(Seat.A, "g"))


def test_sudden_death_is_asked_out_of_a_record():
    game = Game.start(BOARD, KEY, Mission(1, 0)).play(Clue(Seat.A, "ocean", 2))
    game = game.play(Guess(Seat.B, words_of(Seat.A, "g")[0])).play(Stop(Seat.B))
    missing, result = send({"op": "guess", "record": str(game)}, {"op": "guess", "record": str(game), "seat": "B"})
    assert "seat is missing" in missing["error"]["message"]
    assert result["stop_after"] >= 1


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"record": "rubbish"}, "bad-field"),
        ({"record": str(Game.start(BOARD, KEY)).replace('"en"', '"../evil"'), "seat": "A"}, "bad-field"),
        ({"record": 7}, "bad-field"),
        ({"view": {"seat": "A"}}, "bad-field"),
        ({"view": []}, "bad-field"),
        ({"view": view_json(Game.start(BOARD, KEY).final.view(Seat.A)), "seat": "B"}, "bad-field"),
        ({"view": {}, "record": str(Game.start(BOARD, KEY))}, "bad-field"),
        ({"view": view_json(Game.start(BOARD, KEY).final.view(Seat.A)) | {"words": ["x" * 65] * 25}}, "too-large"),
        ({"record": "x" * MAX_LINE_BYTES}, "too-large"),
    ],
)
def test_a_game_that_cannot_be_read_is_a_bad_request(asked, code):
    result = json.loads(reply_to_request(json.dumps({"op": "clue"} | asked).encode()).body)
    assert result["error"]["code"] == code


def answer(request):
    return json.loads(reply_to_request(json.dumps(request).encode()).body)


def test_unknown_fields_are_named_in_the_answer():
    result = answer(
        {"op": "guess", "words": ["WHALE", "KING"], "clue": "ocean", "count": 1, "levl": "expert", "x": None}
    )
    assert result["ignored"] == ["levl"]
    assert "ignored" not in answer({"op": "deal", "seed": 7, "id": 3, "lang": "en"})


def test_a_misspelt_clue_is_not_sudden_death():
    result = answer({"op": "guess", "words": ["WHALE", "KING"], "cleu": "ocean"})
    assert result["error"]["code"] == "bad-field"
    assert "cleu" in result["error"]["message"]


def test_a_request_has_one_game():
    result = answer(
        {"op": "clue", "record": str(Game.start(BOARD, KEY)), "position": Game.start(BOARD, KEY).final.to_text()}
    )
    assert result["error"]["message"] == "a request has one of record, view, position, not several"
