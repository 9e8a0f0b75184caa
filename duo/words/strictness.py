"""What counts for the words that are meant (rule 1 to the letter), and what a strict table refuses for every word.

Words meet here by their letters and sounds alone, so that `Spellings` finds all clues that meet a word at once.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from types import ModuleType

from duo.words.traits import Traits

_OPENING, _CLOSING = 3, 4  # the fewest letters that make a part, at the start and at the end of a word
_RUN = 2  # the fewest that a strict table minds, wherever they stand


def to_the_letter(said: Traits, shown: Traits, language: ModuleType) -> bool:
    """Whether one word stands whole at the start or the end of the other, accents aside, or is a form of its verb."""
    if said.homographs & shown.families or shown.homographs & said.families:
        return True
    return any(
        (len(short) >= _OPENING and long.startswith(short)) or (len(short) >= _CLOSING and long.endswith(short))
        for one in _words(said, language)
        for other in _words(shown, language)
        for short, long in (sorted((one, other), key=len),)
    )


def strictly_met(rule: str, said: Traits, shown: Traits, language: ModuleType) -> bool:
    """What a strict table refuses beside: a word inside the other, any rhyme, a sound added or dropped."""
    if rule == "part-of-word":
        pairs = (sorted((a, b), key=len) for a in _words(said, language) for b in _words(shown, language))
        return any(len(short) >= _RUN and short in long for short, long in pairs)
    return rule == "sounds-like" and any(_one_apart(a, b) for a in said.sounds for b in shown.sounds)


def _words(traits: Traits, language: ModuleType) -> frozenset[str]:
    """The letters of the whole, and of each telling word of a name or a hyphenated word."""
    return frozenset({traits.letters, *traits.pieces - language.SMALL_WORDS})


def _one_apart(one: str, other: str) -> bool:
    """Whether two pronunciations are one sound apart: another sound, or one more or less."""
    short, long = sorted((one, other), key=len)
    if len(short) == len(long):
        return sum(a != b for a, b in zip(short, long, strict=True)) == 1 and len(short) > 1
    return len(long) == len(short) + 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


class Spellings:
    """Many clues by their letters and sounds, to find all that a strict table refuses for a visible word."""

    def __init__(self, language: ModuleType) -> None:
        self._language = language
        self._letters: dict[str, set[str]] = defaultdict(set)
        self._sounds: dict[str, set[str]] = defaultdict(set)
        self._text = ""  # the letters of every clue, a line each, to search them all at once
        self.met = lru_cache(maxsize=1 << 11)(self._met)

    def add(self, clue: str, said: Traits) -> None:
        for letters in _words(said, self._language):
            self._letters[letters].add(clue)
        for sound in said.sounds:
            self._sounds[sound].add(clue)
        if self._text:
            self._text = ""
            self.met.cache_clear()

    def _met(self, shown: Traits) -> frozenset[str]:
        """The clues that this word forbids at a strict table, beside those that the rules refuse."""
        words = [word for word in _words(shown, self._language) if len(word) >= _RUN]
        by_letters = (self._letters[key] for word in words for key in (*self._inside(word), *self._around(word)))
        near = (other for sound in shown.sounds for other in self._one_apart_from(sound))
        by_sound = (self._sounds[sound] for sound in near if sound in self._sounds)
        return frozenset[str]().union(*by_letters, *by_sound)

    def _inside(self, word: str) -> Iterator[str]:
        """The clues' words that lie in this one."""
        runs = {word[i:j] for i in range(len(word)) for j in range(i + _RUN, len(word) + 1)}
        return (run for run in runs if run in self._letters)

    def _around(self, word: str) -> Iterator[str]:
        """The clues' words in which this one lies."""
        if not self._text:
            self._text = "\n".join(("", *self._letters, ""))
        place = -1
        while (place := self._text.find(word, place + 1)) >= 0:
            start = self._text.rfind("\n", 0, place) + 1
            yield self._text[start : (place := self._text.find("\n", place))]

    def _one_apart_from(self, sound: str) -> Iterator[str]:
        cuts = [(sound[:i], sound[i:]) for i in range(len(sound) + 1)]
        yield from (before + after[1:] for before, after in cuts if after)
        for heard in self._language.HEARD:
            yield from (before + heard + after for before, after in cuts)
            yield from (before + heard + after[1:] for before, after in cuts if after and len(sound) > 1)
