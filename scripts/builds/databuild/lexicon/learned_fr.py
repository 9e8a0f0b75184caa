"""French words that derive from another by a learned stem: nocturne from nuit, scolaire from école.

Spelling rules do not find them. WordNet links nocturnal to night; French words with these two meanings are linked if
their consonants agree.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from databuild.lexicon.dictionary_bridges import english_to
from databuild.lexicon.lexique import lemmas
from databuild.lexicon.wordnet import wordnet
from duo.words.lang import fr
from duo.words.spelling import strip_accents

_OLD_VOWELS = str.maketrans({vowel: f"{plain}s" for vowel, plain in zip("âêîôû", "aeiou", strict=True)})
_SUFFIXES = tuple({*fr.SUFFIXES, "if", "ive", "estre", "urne", "itié"} - {"e", "on", "ot", "et", "u"})
_ALIKE_CONSONANTS = str.maketrans("zxqkyw", "ssccij")


def old_spelling(word: str) -> str:
    """Return the word with the s that later fell silent: forest for forêt, scole for école."""
    return strip_accents(re.sub("^é(?=[cpt])", "s", word).translate(_OLD_VOWELS))


def _consonants(word: str) -> str:
    return re.sub(r"(.)\1+", r"\1", re.sub("[aeiouhj]", "", word))


def _consonants_open(few: str, many: str) -> bool:
    """Whether `few` is a subsequence of the start of `many`, with at most one consonant skipped: nuit, nocturne."""
    start = iter(many[: len(few) + 1])
    return few[0] == many[:1] and all(letter in start for letter in few)


def looks_akin(word: str, base: str) -> bool:
    """Whether both start with the same letter and the word's consonants start with those of the base."""
    for spell in (old_spelling, strip_accents):
        one, other = (spell(each).translate(_ALIKE_CONSONANTS) for each in (word, base))
        ones, others = _consonants(one), _consonants(other)
        is_short = len(others) == 1 and one[:2] == other[:2]
        if one[0] == other[0] and (is_short or (len(others) > 1 and _consonants_open(others, ones))):
            return True
    return False


@cache
def _french_by_english() -> dict[str, set[str]]:
    known = lemmas()
    found = defaultdict(set)
    for word, meanings in english_to("fra").items():
        found[word] = {meaning for meaning in meanings if meaning in known and meaning.isalpha()}
    return found


def links() -> Iterator[tuple[str, str]]:
    """Yield words with the word that they derive from, where WordNet and the spelling agree."""
    for symbol in ("+", "\\"):
        for one, other in wordnet().links(symbol):
            if one.lower() == other.lower():  # one word as noun and verb: no evidence about its translations
                continue
            for word in _french_by_english().get(one.lower(), ()):
                for base in _french_by_english().get(other.lower(), ()):
                    if len(base) < len(word) and word.endswith(_SUFFIXES) and looks_akin(word, base):
                        yield word, base
