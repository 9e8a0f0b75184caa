"""Rules that compare only letters and sounds.

`overlaps_literally` compares a clue with the words that its giver means. `breaks_strict_rule` and `StrictIndex` are for
strict tables, where the players have chosen stricter rules for letters and sounds.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from duo.words.clue_rule import ClueRule
from duo.words.language import Language
from duo.words.traits import Traits

# Letters that count as a part: at the start or end of a word, and anywhere at a strict table.
_MIN_PREFIX_LENGTH, _MIN_SUFFIX_LENGTH = 3, 4
_MIN_CONTAINED_LENGTH = 2


def overlaps_literally(clue: Traits, word: Traits, language: Language) -> bool:
    """Whether the clue begins or ends the word, or the word begins or ends the clue. Accents do not count.

    It is also true if one of them is spelt like a form of a verb in the other's family.
    """
    if clue.homographs & word.families or word.homographs & clue.families:
        return True
    return any(
        (len(short) >= _MIN_PREFIX_LENGTH and long.startswith(short))
        or (len(short) >= _MIN_SUFFIX_LENGTH and long.endswith(short))
        for one in _significant_words(clue, language)
        for other in _significant_words(word, language)
        for short, long in (sorted((one, other), key=len),)
    )


def breaks_strict_rule(rule: ClueRule, clue: Traits, word: Traits, language: Language) -> bool:
    """Whether the clue breaks the strict form of this rule beside the visible word.

    The strict rule on parts forbids that one of the two words contains the other. The strict rule on sounds forbids
    that their pronunciations differ by one sound. The remaining rules have no strict form.
    """
    if rule is ClueRule.PART_OF_WORD:
        pairs = (
            sorted((a, b), key=len)
            for a in _significant_words(clue, language)
            for b in _significant_words(word, language)
        )
        return any(len(short) >= _MIN_CONTAINED_LENGTH and short in long for short, long in pairs)
    return rule is ClueRule.SOUNDS_LIKE and any(_differ_by_one_sound(a, b) for a in clue.sounds for b in word.sounds)


def _significant_words(traits: Traits, language: Language) -> frozenset[str]:
    """Return the letters of the whole word and of its pieces, except pieces such as OF and THE."""
    return frozenset({traits.letters, *traits.pieces - language.SMALL_WORDS})


def _differ_by_one_sound(one: str, other: str) -> bool:
    """Whether two pronunciations differ by one replaced, added or dropped sound."""
    short, long = sorted((one, other), key=len)
    if len(short) == len(long):
        return sum(a != b for a, b in zip(short, long, strict=True)) == 1 and len(short) > 1
    return len(long) == len(short) + 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


class StrictIndex:
    """An index of clues by letters and sounds. It finds all clues that a strict table forbids beside a visible word."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._letters: dict[str, set[str]] = defaultdict(set)
        self._sounds: dict[str, set[str]] = defaultdict(set)
        self._text = ""  # the letters of every clue, one per line, for substring search
        self.forbidden_clues = lru_cache(maxsize=1 << 11)(self._find_forbidden_clues)

    def add_clue(self, clue: str, traits: Traits) -> None:
        for letters in _significant_words(traits, self._language):
            self._letters[letters].add(clue)
        for sound in traits.sounds:
            self._sounds[sound].add(clue)
        if self._text:
            self._text = ""
            self.forbidden_clues.cache_clear()

    def _find_forbidden_clues(self, traits: Traits) -> frozenset[str]:
        """Return the indexed clues that break a strict rule beside this visible word."""
        words = [word for word in _significant_words(traits, self._language) if len(word) >= _MIN_CONTAINED_LENGTH]
        by_letters = (
            self._letters[key]
            for word in words
            for key in (*self._contained_words(word), *self._containing_words(word))
        )
        near = (other for sound in traits.sounds for other in self._one_sound_variants(sound))
        by_sound = (self._sounds[sound] for sound in near if sound in self._sounds)
        return frozenset[str]().union(*by_letters, *by_sound)

    def _contained_words(self, word: str) -> Iterator[str]:
        """Return the indexed words that are inside this one."""
        runs = {word[i:j] for i in range(len(word)) for j in range(i + _MIN_CONTAINED_LENGTH, len(word) + 1)}
        return (run for run in runs if run in self._letters)

    def _containing_words(self, word: str) -> Iterator[str]:
        """Yield the indexed words that contain this one."""
        if not self._text:
            self._text = "\n".join(("", *self._letters, ""))
        place = -1
        while (place := self._text.find(word, place + 1)) >= 0:
            start = self._text.rfind("\n", 0, place) + 1
            yield self._text[start : (place := self._text.find("\n", place))]

    def _one_sound_variants(self, sound: str) -> Iterator[str]:
        cuts = [(sound[:i], sound[i:]) for i in range(len(sound) + 1)]
        yield from (before + after[1:] for before, after in cuts if after)
        for new_sound in self._language.ALL_SOUNDS:
            yield from (before + new_sound + after for before, after in cuts)
            yield from (before + new_sound + after[1:] for before, after in cuts if after and len(sound) > 1)
