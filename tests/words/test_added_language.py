"""A language is added by its own files alone, as docs/languages.md says: shown with Zorbal, which nobody speaks.

Zorbal borrows the code `vo`, as catalogues need one that exists.
"""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = '''"""Zorbal: plurals in -ok, nothing else."""

from collections.abc import Iterator

NAME = "Zorbal"
ACCENTS_OPTIONAL = True
ROOT_IS_PART = False
COMPARATIVE_ENDINGS = ()
SMALL_WORDS = frozenset({"na"})
PLACE_WORDS = frozenset({"lefto"})
ALL_SOUNDS = "abdegiklmnoprstuvz"
CONFUSABLE_SOUNDS = {"b": "p", "p": "b"}
PRONUNCIATION_RULES = ()


def with_ligatures(word: str) -> str:
    return word


def possible_base_forms(word: str) -> Iterator[str]:
    if word.endswith("ok"):
        yield word.removesuffix("ok")


def verbs_with_form(word: str) -> Iterator[str]:
    yield from ()


def possible_roots(word: str) -> Iterator[str]:
    yield from ()


def possible_pronunciations(word: str) -> Iterator[str]:
    yield word
'''
CATALOGUE = """msgid ""
msgstr ""
"Language: vo\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "{seat} gives the first clue"
msgstr "{seat} zuba primo"
"""
SCRIPT = """
import json, random, sys
from pathlib import Path
import duo
from duo import text
from duo.engine.serve import reply_to_request
from duo.vectors.importing import import_model

root = Path(sys.argv[1])
import_model(str(root / "vectors.txt"), "vo", "zorbal", root / "models" / "vo")

def ask(**request):
    return json.loads(reply_to_request(json.dumps(request).encode()).body)

game = duo.deal("vo", seed=3)
word = game.final.words[0]
bot = duo.partner("vo")
session = duo.Session(game, players={duo.Seat.A: bot, duo.Seat.B: bot}, rules=duo.HouseRules(first=duo.Seat.A))
first = next(session.advance())
with text.in_language("vo"):
    sentence = text._("{seat} gives the first clue", seat="A")
print(json.dumps({
    "languages": text.LANGUAGES,
    "hello": ask(op="hello")["languages"],
    "words": game.final.words,
    "plural": duo.check(word.lower() + "ok", 1, [word], "vo").rule,
    "engine": ask(op="check", lang="vo", clue=word.lower() + "ok", words=[word], count=1)["rule"],
    "guess": ask(op="guess", lang="vo", words=list(game.final.words[:4]), clue=session.position.clues[0].clue.word,
                 count=1)["stop_after"],
    "first": type(first[0]).__name__,
    "sentence": sentence,
    "untranslated": text.translate_to("vo", "a word is empty"),
    "english": duo.check("whales", 1, ["WHALE"], "en").rule,
}))
"""


@pytest.fixture
def tree(tmp_path):
    """A copy of the package beside the shipped data, and the files of the new language."""
    shutil.copytree(ROOT / "duo", tmp_path / "duo", ignore=shutil.ignore_patterns("__pycache__"))
    lexicon = tmp_path / "wordlists" / "lexicon"
    lexicon.mkdir(parents=True)
    (tmp_path / "models").mkdir()
    for shipped in ("models/en", "models/fr", "wordlists/en.txt", "wordlists/fr.txt"):
        (tmp_path / shipped).symlink_to(ROOT / shipped)
    for path in (ROOT / "wordlists" / "lexicon").iterdir():
        (lexicon / path.name).symlink_to(path)
    for name in ("missions", "keycards"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def add_zorbal(tree):
    rng = random.Random(7)
    words = sorted({"".join(rng.choice("bdgklmnprstvz") + rng.choice("aeiou") for _ in range(3)) for _ in range(260)})
    (tree / "duo/words/lang/vo.py").write_text(RULES)
    (tree / "duo/text/locale/vo.po").write_text(CATALOGUE)
    (tree / "wordlists/vo.txt").write_text("".join(f"{word.upper()}\n" for word in words[:60]))
    lexicon = tree / "wordlists/lexicon/vo"
    lexicon.mkdir()
    (lexicon / "common.txt").write_text("".join(f"{word}\n" for word in words))
    (lexicon / "sounds.tsv").write_text("".join(f"{word}\t{word}\n" for word in words))
    for name in ("families", "others", "parts", "translations"):
        (lexicon / f"{name}.tsv").write_text("")
    rows = (f"{word} {' '.join(f'{rng.gauss(0, 1):.3f}' for _ in range(8))}\n" for word in words)
    (tree / "vectors.txt").write_text("".join(rows))
    shutil.copy(ROOT / "hatch_build.py", tree)
    compile_catalogues = "import hatch_build; hatch_build.compile_catalogues()"
    subprocess.run([sys.executable, "-c", compile_catalogues], check=True, cwd=tree, capture_output=True)


def run_in(tree):
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tree)],
        cwd=tree,
        env={"PYTHONPATH": str(tree), "PATH": "/usr/bin:/bin", "HOME": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not ran.returncode, ran.stderr
    return json.loads(ran.stdout)


def test_a_language_that_is_there_is_played(tree):
    add_zorbal(tree)
    found = run_in(tree)
    assert found["languages"] == ["en", "fr", "vo"]
    assert found["hello"] == ["en", "fr", "vo"]
    assert len(set(found["words"])) == 25
    assert found["plural"] == found["engine"] == "same-family"
    assert found["first"] == "ClueGiven"
    assert found["guess"] >= 1
    assert found["sentence"] == "A zuba primo"
    assert found["untranslated"] == "a word is empty"
    assert found["english"] == "same-family"


def test_no_shipped_file_names_the_languages_that_there_are():
    """Only a language's own modules, catalogues and data may know its code."""
    own = ("duo/words/lang/", "duo/text/conventions/", "duo/text/locale/")
    allowed = {"duo/core/game.py", "duo/data.py"}  # a record without Lang is English
    for path in sorted((ROOT / "duo").rglob("*.py")):
        name = str(path.relative_to(ROOT))
        if not name.startswith(own) and name not in allowed:
            assert '"fr"' not in path.read_text(), name
