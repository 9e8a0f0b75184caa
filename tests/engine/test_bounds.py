"""Any request is answered quickly and leaves nothing in memory."""

import json
import os
import random
import string
import subprocess
import sys
import time

import pytest
from boards import WORDS

from duo.engine.serve import MAX_LINE_BYTES, reply_to_request

ODD = ["-".join(letter * 2 for letter in string.ascii_lowercase[start : start + 13]) for start in range(13)] + [
    ("zz-" * 13) + letter for letter in "abcdefghijkl"
]
HISTORY = [{"clue": f"{word.lower()}ly", "count": 3, "found": []} for word in WORDS]
FULL = [
    {
        "clue": "zz-" * 21,
        "count": 25,
        **{name: [f"{name}{turn}-{n}" for n in range(25)] for name in ("found", "missed")},
    }
    for turn in range(25)
]
HARD = {
    "hyphens": {"op": "check", "words": WORDS, "clue": "zz-" * 21, "count": 1},
    "letters": {"op": "check", "words": ODD, "clue": "a-" * 32, "count": 1, "meant": ODD[:5], "strict": True},
    "accents": {"op": "check", "words": ODD, "clue": "é" * 64, "count": 1, "lang": "fr"},
    "marks": {"op": "check", "words": WORDS, "clue": "e" + "\u0301" * 63, "count": 1},
    "vowels": {"op": "check", "words": WORDS, "clue": "aeiouy" * 10, "count": 1, "lang": "fr"},
    "elisions": {"op": "check", "words": WORDS, "clue": "l'" * 32, "count": 1, "lang": "fr"},
    "glued": {"op": "check", "words": WORDS, "clue": "sea" * 21, "count": 1},
    "nonsense": {"op": "check", "words": WORDS, "clue": "qwertyuiopasdfghjkl", "count": 1},
    "a full history": {"op": "guess", "words": WORDS, "clue": "zz-" * 21, "count": 25, "history": FULL},
    "many clues": {"op": "guess", "words": WORDS, "clue": "ocean", "count": 25, "history": HISTORY},
    "sudden death": {"op": "guess", "words": WORDS, "history": HISTORY},
    "odd words": {"op": "guess", "words": ODD, "history": HISTORY, "lang": "fr"},
    "fifty clues": {"op": "clue", "green": WORDS[:9], "tan": WORDS[9:22], "history": HISTORY, "top": 50},
    "all green": {"op": "clue", "green": WORDS, "history": HISTORY, "top": 50, "style": "bold"},
    "odd and green": {"op": "clue", "green": ODD, "history": HISTORY, "top": 50, "lang": "fr"},
    "one green": {"op": "clue", "green": WORDS[:1], "tan": WORDS[1:], "history": HISTORY, "top": 50},
    "a long number": {"op": "deal", "seed": 10**63},
}


def ask(request):
    return json.loads(reply_to_request(json.dumps(request).encode()).body)


@pytest.fixture(scope="module", autouse=True)
def _loaded():
    """Load the models and word lists before anything is measured."""
    for lang in ("en", "fr"):
        ask({"op": "guess", "words": ["A", "B"], "clue": "ocean", "count": 1, "lang": lang})
        ask({"op": "clue", "green": ["A", "B"], "lang": lang})
        ask(
            {"op": "clue", "green": ["BROUETTE", "HAMAC"], "lang": lang}
        )  # not in the word list, so the French model reads them through English
        ask({"op": "check", "words": ["A"], "clue": "ocaen", "lang": lang})


@pytest.fixture(scope="module")
def second(_loaded):
    """The time limit: one second, or the time of six ordinary clues on a slow machine."""
    begun = time.process_time()
    ask({"op": "clue", "green": WORDS[:9], "tan": WORDS[9:22], "black": WORDS[22:]})
    return max(1.0, 6 * (time.process_time() - begun))


@pytest.mark.parametrize("name", HARD)
def test_a_hard_request_is_answered(name):
    assert "error" not in ask(HARD[name])


@pytest.mark.timing
@pytest.mark.parametrize("name", HARD)
def test_a_hard_request_takes_less_than_a_second(name, second):
    begun = time.process_time()
    answer = ask(HARD[name])
    assert time.process_time() - begun < second
    assert "error" not in answer


@pytest.mark.parametrize(
    "request_",
    [
        {"op": "check", "words": ["WHALE"], "clue": "x" * 65, "count": 1},
        {"op": "check", "words": ["x" * 65], "clue": "sea"},
        {"op": "guess", "words": [f"w{n}" for n in range(26)], "clue": "sea", "count": 1},
        {"op": "guess", "words": ["A"], "clue": "sea", "count": 1, "history": [{"clue": "a", "count": 1}] * 26},
        {"op": "guess", "words": ["A"], "clue": "sea", "count": 1, "own": {f"w{n}": "g" for n in range(26)}},
        {"op": "guess", "words": ["A"], "clue": "sea", "count": 1, "own": {"x" * 65: "g"}},
        {"op": "guess", "words": ["A"], "history": [{"clue": "a", "count": 1, "found": ["x" * 65]}]},
        {"op": "deal", "seed": "x" * 65},
        {"op": "deal", "seed": 10**64},
        {"op": "deal", "seed": -(10**4000)},
        {"op": "deal", "lang": "x" * 65},
        {"op": "x" * 65},
        {"op": "check", "words": ["A"], "clue": "b", "variants": ["zero"] * 26},
        {"op": "deal", "unknown": [[["x" * 65]]]},
    ],
)
def test_what_is_too_large_is_refused_as_such(request_):
    answer = ask({"id": 4} | request_)
    assert answer["error"]["code"] == "too-large"
    assert answer["error"]["message"]
    assert answer["id"] == 4


def test_a_field_with_a_long_name_is_told_by_its_name():
    assert ask({"op": "deal", "x" * 70: 1})["error"]["message"] == f"{'x' * 70} is longer than 64 characters"


def test_bounds_themselves_are_within_bounds():
    assert "error" not in ask({"op": "deal", "seed": "x" * 64})
    assert "error" not in ask({"op": "deal", "seed": 10**64 - 1})
    assert "error" not in ask({"op": "check", "words": WORDS, "clue": "x" * 64, "count": 25})
    padded = json.dumps({"op": "deal", "seed": 1}).encode().ljust(MAX_LINE_BYTES)
    assert reply_to_request(padded).status == 200
    assert json.loads(reply_to_request(padded + b" ").body)["error"]["code"] == "too-large"


def test_an_id_is_bounded_by_the_line_alone():
    name = {"deep": ["x" * 1000] * 30}
    assert ask({"id": name, "op": "deal"})["id"] == name


@pytest.mark.parametrize(
    ("body", "status"),
    [(b'{"op": "deal"}', 200), (b'{"op": "dance"}', 400), (b"nonsense", 400), (b'{"op": "deal", "seed": []}', 400)],
)
def test_an_answer_has_its_http_status(body, status):
    assert reply_to_request(body).status == status
    assert b"\n" not in reply_to_request(body).body


MEMORY_SCRIPT = """
import json, random, resource, string
from duo.engine.serve import reply_to_request as reply
rng = random.Random(3)
def text(length): return "".join(rng.choices(string.ascii_lowercase + "éè-' ", k=length))
def ask(count):
    for _ in range(count):
        lang = rng.choice(["en", "fr"])
        words = list({text(rng.randint(1, 40)) + "a" for _ in range(25)})
        reply(json.dumps({"op": "check", "words": words, "clue": text(64), "lang": lang}).encode())
        reply(json.dumps({"op": "guess", "words": words, "clue": text(64), "count": 1, "lang": lang}).encode())
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(ask(60), ask(180))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs getrusage")
def test_many_different_requests_leave_little_in_memory():
    ran = subprocess.run([sys.executable, "-c", MEMORY_SCRIPT], capture_output=True, text=True, check=True)
    before, after = map(int, ran.stdout.split())
    assert after - before < 60_000  # kB


def test_random_requests_are_never_a_fault_of_ours():
    rng = random.Random(5)
    names = [
        "op",
        "words",
        "clue",
        "count",
        "history",
        "own",
        "seen",
        "found",
        "level",
        "green",
        "tan",
        "top",
        "same",
        "meant",
        "strict",
        "seed",
        "lang",
        "tokens",
        "mistakes",
        "variants",
        "covered",
        "style",
    ]
    values = [
        None,
        True,
        0,
        1,
        -1,
        3,
        10**25,
        0.5,
        "",
        "sea",
        "en",
        "expert",
        "\ud800",
        "\x00",
        [],
        ["A"],
        ["A", "a"],
        {},
        {"A": "g"},
        [{}],
        [{"clue": "a", "count": 1}],
        [None],
        WORDS,
        "guess",
        "clue",
    ]
    for _ in range(3000):
        request = {name: rng.choice(values) for name in rng.sample(names, rng.randint(1, 12))}
        request["op"] = rng.choice(["guess", "clue", "check", "deal", "hello"])
        answer = ask(request)
        assert answer.get("error", {}).get("code") != "internal", request


def test_a_model_that_cannot_be_read_is_told_with_its_file_and_is_no_fault_of_ours():
    request = {"op": "guess", "words": WORDS[:3], "clue": "ocean", "count": 1}
    environment = {**os.environ, "DUO_MODEL": "a" * 5000}
    command = [sys.executable, "-c", "from duo.cli.main import main; main()", "engine"]
    ran = subprocess.run(
        command, input=json.dumps(request), env=environment, capture_output=True, text=True, check=True
    )
    error = json.loads(ran.stdout)["error"]
    assert error["code"] == "refused"
    assert "File name too long" in error["message"]
    assert len(error["message"]) < 500
