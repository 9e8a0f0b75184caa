"""Many threads and one model: loaded once, and every thread gets right answers in its own language."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from boards import KEY, WORDS, A

from duo.cache import cached_once
from duo.core.game import Game
from duo.core.position import Clue
from duo.mind import registry
from duo.table.players import BackgroundPlayer
from duo.text import _, current_language, in_language
from duo.words import legality

THREADS = 8

COLD = """
import resource, sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from duo.mind import registry
from duo.mind.model.model import Model

opened, open_ = [], Model.open
def counted(path, ear=None):
    opened.append((path.name, ear))
    return open_(path, ear)
Model.open = counted

asked = [("en",), ("en", "duo")] * 4
together = Barrier(len(asked))
def ask(arguments):
    together.wait()
    return registry.listener(*arguments)
with ThreadPoolExecutor(len(asked)) as threads:
    found = list(threads.map(ask, asked))
assert len({id(listener) for listener in found}) == 1, found
print(opened, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def test_eight_cold_threads_load_the_model_once_whatever_they_call_it(record_property):
    ran = subprocess.run([sys.executable, "-c", COLD], capture_output=True, text=True, check=True)
    loads, megabytes = ran.stdout.rsplit(" ", 1)
    assert loads == "[('en', 'duo')]"
    record_property("figure", f"eight cold threads: one load, {int(megabytes)} MB at most")


def test_what_is_made_once_is_made_once_for_each_argument_and_an_error_is_not_kept():
    made, together = [], Barrier(THREADS)

    @cached_once
    def make(name):
        made.append(name)
        if name == "bad" and made.count("bad") == 1:
            raise ValueError(name)
        return [name]

    def ask(number):
        together.wait()
        return make("ab"[number % 2])

    with ThreadPoolExecutor(THREADS) as threads:
        found = list(threads.map(ask, range(THREADS)))
    assert sorted(made) == ["a", "b"]
    assert len({id(value) for value in found}) == 2
    with pytest.raises(ValueError, match="bad"):
        make("bad")
    assert make("bad") == ["bad"]


def translate_repeatedly(lang, tries):
    """Return all translations that a thread with this language gets in many tries."""
    with in_language(lang):
        return {_("yes") for _try in range(tries)}


def test_two_threads_speak_two_languages():
    together = Barrier(2)

    def speak(lang):
        together.wait()
        return translate_repeatedly(lang, 20_000)

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(speak, ["en", "fr"])) == [{"yes"}, {"oui"}]
    assert current_language() == "en"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_player_that_is_made_in_a_thread_of_its_own_speaks_the_language_of_its_table(lang):
    class Speaker:
        def __init__(self):
            self.word = _("yes")

        def clue(self, view):
            return Clue(view.seat, self.word, 1)

        def guess(self, view):
            return None

    with in_language(lang):
        player = BackgroundPlayer(Speaker)
    assert player.clue(Game.start(WORDS, KEY).final.view(A)).word == {"en": "yes", "fr": "oui"}[lang]


def test_threads_that_think_at_the_same_time_find_what_one_alone_finds():
    """Eight threads at once, half of them in French, with reasons and rulings in their own language."""
    view = Game.start(WORDS, KEY).final.view(A)
    languages = ["en", "fr"] * (THREADS // 2)
    together = Barrier(THREADS)

    def think(ui):
        with in_language(ui):
            giver = registry.ai_giver("en")
            best = giver.suggest(view, 3)
            ruled = legality.check("whales", 1, WORDS, "en")
            return [(clue.word, clue.count, clue.why) for clue in best], ruled.why

    def wait_and_think(ui):
        together.wait()
        return think(ui)

    alone = {ui: think(ui) for ui in ("en", "fr")}
    with ThreadPoolExecutor(THREADS) as threads:
        assert list(threads.map(wait_and_think, languages)) == [alone[ui] for ui in languages]
    assert alone["en"] != alone["fr"]


@pytest.fixture
def _hasty_threads():
    """Make threads switch all the time, so that one is often interrupted in the middle of something."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_hasty_threads")
def test_rulings_on_many_clues_are_the_same_in_many_threads():
    lexicon = legality.clue_judge("en").lexicon
    clues = sorted(lexicon.common_words)[:2000]
    parts = [(clues[part::THREADS] + clues[: 50 * part], WORDS[part : part + 15]) for part in range(THREADS)]
    due = [legality.legal_mask(*part, "en", strict=True) for part in parts]
    fresh = legality.ClueJudge(lexicon)
    together = Barrier(THREADS)

    def rule(part):
        together.wait()
        return fresh.legal_mask(*part, strict=True)

    with ThreadPoolExecutor(THREADS) as threads:
        assert list(threads.map(rule, parts)) == due
