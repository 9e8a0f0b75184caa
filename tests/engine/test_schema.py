"""Requests and answers match docs/schemas/duo-engine.json."""

import json
from pathlib import Path

import jsonschema
import pytest
from boards import KEY, WORDS

from duo.core.game import Game
from duo.core.key import Seat
from duo.engine.serve import reply_to_request
from duo.table.json_views import view_json

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "schemas" / "duo-engine.json").read_text())
GAME = Game.start(WORDS, KEY)
COMPAT_REQUESTS = [json.loads(line) for line in (ROOT / "tests/data/compat/engine.jsonl").read_text().splitlines()]
NEW = [
    {"op": "guess", "words": WORDS[:5], "clue": "ocean", "count": 2, "found": ["REEF"], "level": "regular"},
    {"op": "guess", "words": WORDS[:5], "history": [{"clue": "ocean", "count": 2, "found": [], "missed": ["REEF"]}]},
    {"op": "guess", "words": WORDS[:5], "clue": "ocean", "count": 2, "own": None, "history": None},
    {"op": "clue", "green": WORDS[:5], "tan": WORDS[5:9], "level": "beginner", "same": True, "top": 2},
    {"op": "clue", "view": view_json(GAME.final.view(Seat.A)), "top": 1},
    {"op": "clue", "record": str(GAME), "seat": "B", "lang": "en"},
    {"op": "clue", "position": GAME.final.to_text(), "seat": "B"},
    {"op": "guess", "words": WORDS[:5], "clue": "ocean", "count": 2, "note": "mine", "mood": 3},
    {"op": "check", "words": WORDS, "clue": "bear", "count": 1, "meant": WORDS[:1], "strict": True},
    {"op": "check", "words": WORDS, "clue": "elefant"},
]
BAD = [
    {"op": "guess", "words": [], "clue": "a", "count": 1},
    {"op": "guess", "words": WORDS[:5], "clue": "ocean"},
    {"op": "guess", "words": WORDS[:5], "found": ["REEF"]},
    {"op": "guess", "words": WORDS, "clue": "x" * 65, "count": 1},
    {"op": "clue", "green": WORDS[:5], "level": "genius"},
    {"op": "clue", "green": WORDS[:5], "tokens": 0},
    {"op": "clue", "record": 3},
    {"op": "clue", "position": 3},
    {"op": "check", "words": WORDS},
    {"op": "deal", "seed": []},
    {"op": "think"},
]


def validate(value, part):
    jsonschema.validate(value, {"$ref": f"#/$defs/{part}", **SCHEMA})


def answer(request):
    return json.loads(reply_to_request(json.dumps(request).encode()).body)


@pytest.mark.parametrize("request_", NEW, ids=json.dumps)
def test_a_good_request_and_its_answer_fit(request_):
    validate(json.loads(json.dumps(request_)), "request")
    result = answer(request_)
    assert "error" not in result
    validate(result, "answer")


@pytest.mark.parametrize("request_", BAD, ids=json.dumps)
def test_a_bad_request_does_not_fit_and_its_answer_does(request_):
    with pytest.raises(jsonschema.ValidationError):
        validate(request_, "request")
    result = answer(request_)
    assert "error" in result
    validate(result, "answer")


@pytest.mark.parametrize("entry", COMPAT_REQUESTS, ids=lambda entry: entry["line"][:50])
def test_requests_of_the_first_version_fit_as_far_as_they_were_answered(entry):
    validate(json.loads(reply_to_request(entry["line"].encode()).body), "answer")
    if "error" not in entry["answer"]:
        validate(json.loads(entry["line"]), "request")
