"""What counts for the words that are meant (rule 1 to the letter), and what a strict table refuses for every word.

Words meet here by their letters and sounds alone, so that `StrictIndex` finds all clues that meet a word at once.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from types import ModuleType

from duo.words.traits import Traits

_MIN_PREFIX_LENGTH, _MIN_SUFFIX_LENGTH = (
    3,
    4,
)  # the fewest letters that make a part, at the start and at the end of a word
_MIN_RUN_LENGTH = 2  # the fewest that a strict table minds, wherever they stand


def overlaps_literally(clue: Traits, word: Traits, language: ModuleType) -> bool:
    """Whether one word stands whole at the start or the end of the other, accents aside, or is a form of its verb."""
    if clue.homographs & word.families or word.homographs & clue.families:
        return True
    return any(
        (len(short) >= _MIN_PREFIX_LENGTH and long.startswith(short))
        or (len(short) >= _MIN_SUFFIX_LENGTH and long.endswith(short))
        for one in _significant_words(clue, language)
        for other in _significant_words(word, language)
        for short, long in (sorted((one, other), key=len),)
    )


def breaks_strict_rule(rule: str, clue: Traits, word: Traits, language: ModuleType) -> bool:
    """What a strict table refuses beside: a word inside the other, any rhyme, a sound added or dropped."""
    if rule == "part-of-word":
        pairs = (
            sorted((a, b), key=len)
            for a in _significant_words(clue, language)
            for b in _significant_words(word, language)
        )
        return any(len(short) >= _MIN_RUN_LENGTH and short in long for short, long in pairs)
    return rule == "sounds-like" and any(_differ_by_one_sound(a, b) for a in clue.sounds for b in word.sounds)


def _significant_words(traits: Traits, language: ModuleType) -> frozenset[str]:
    """The letters of the whole, and of each telling word of a name or a hyphenated word."""
    return frozenset({traits.letters, *traits.pieces - language.SMALL_WORDS})


def _differ_by_one_sound(one: str, other: str) -> bool:
    """Whether two pronunciations are one sound apart: another sound, or one more or less."""
    short, long = sorted((one, other), key=len)
    if len(short) == len(long):
        return sum(a != b for a, b in zip(short, long, strict=True)) == 1 and len(short) > 1
    return len(long) == len(short) + 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


class StrictIndex:
    """Many clues by their letters and sounds, to find all that a strict table refuses for a visible word."""

    def __init__(self, language: ModuleType) -> None:
        self._language = language
        self._letters: dict[str, set[str]] = defaultdict(set)
        self._sounds: dict[str, set[str]] = defaultdict(set)
        self._text = ""  # the letters of every clue, a line each, to search them all at once
        self.met = lru_cache(maxsize=1 << 11)(self._find_forbidden_clues)

    def add(self, clue: str, traits: Traits) -> None:
        for letters in _significant_words(traits, self._language):
            self._letters[letters].add(clue)
        for sound in traits.sounds:
            self._sounds[sound].add(clue)
        if self._text:
            self._text = ""
            self.met.cache_clear()

    def _find_forbidden_clues(self, traits: Traits) -> frozenset[str]:
        """The clues that this word forbids at a strict table, beside those that the rules refuse."""
        words = [word for word in _significant_words(traits, self._language) if len(word) >= _MIN_RUN_LENGTH]
        by_letters = (
            self._letters[key]
            for word in words
            for key in (*self._contained_words(word), *self._containing_words(word))
        )
        near = (other for sound in traits.sounds for other in self._one_sound_variants(sound))
        by_sound = (self._sounds[sound] for sound in near if sound in self._sounds)
        return frozenset[str]().union(*by_letters, *by_sound)

    def _contained_words(self, word: str) -> Iterator[str]:
        """The clues' words that lie in this one."""
        runs = {word[i:j] for i in range(len(word)) for j in range(i + _MIN_RUN_LENGTH, len(word) + 1)}
        return (run for run in runs if run in self._letters)

    def _containing_words(self, word: str) -> Iterator[str]:
        """The clues' words in which this one lies."""
        if not self._text:
            self._text = "\n".join(("", *self._letters, ""))
        place = -1
        while (place := self._text.find(word, place + 1)) >= 0:
            start = self._text.rfind("\n", 0, place) + 1
            yield self._text[start : (place := self._text.find("\n", place))]

    def _one_sound_variants(self, sound: str) -> Iterator[str]:
        cuts = [(sound[:i], sound[i:]) for i in range(len(sound) + 1)]
        yield from (before + after[1:] for before, after in cuts if after)
        for heard in self._language.ALL_SOUNDS:
            yield from (before + heard + after for before, after in cuts)
            yield from (before + heard + after[1:] for before, after in cuts if after and len(sound) > 1)
