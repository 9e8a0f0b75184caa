"""French kin by a learned stem: nocturne of nuit, scolaire of école.

No rule of spelling finds them. WordNet derives nocturnal from night; French words that mean the two, and whose
consonants agree, are kin too.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from databuild.lexicon.bridges import english_to
from databuild.lexicon.lexique import lemmas
from databuild.lexicon.wordnet import wordnet
from duo.words.lang import fr
from duo.words.spelling import strip_accents

_OLD_VOWELS = str.maketrans({vowel: f"{plain}s" for vowel, plain in zip("âêîôû", "aeiou", strict=True)})
_SUFFIXES = tuple({*fr.SUFFIXES, "if", "ive", "estre", "urne", "itié"} - {"e", "on", "ot", "et", "u"})
_ALIKE_CONSONANTS = str.maketrans("zxqkyw", "ssccij")


def old_spelling(word: str) -> str:
    """The word as it was before s fell silent: forêt was forest, école was scole."""
    return strip_accents(re.sub("^é(?=[cpt])", "s", word).translate(_OLD_VOWELS))


def _consonants(word: str) -> str:
    return re.sub(r"(.)\1+", r"\1", re.sub("[aeiouhj]", "", word))


def _consonants_open(few: str, many: str) -> bool:
    """Whether these consonants open the others, one more among them at most: nuit, nocturne."""
    rest = iter(many[: len(few) + 1])
    return few[0] == many[:1] and all(letter in rest for letter in few)


def looks_akin(word: str, base: str) -> bool:
    """Whether the two open alike and the base's consonants stand, in their order, at the head of the word's."""
    for spell in (old_spelling, strip_accents):
        one, other = (spell(each).translate(_ALIKE_CONSONANTS) for each in (word, base))
        ones, others = _consonants(one), _consonants(other)
        short = len(others) == 1 and one[:2] == other[:2]
        if one[0] == other[0] and (short or (len(others) > 1 and _consonants_open(others, ones))):
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
    """Words with the words they are made from, learned stem or not, where English and the spelling agree."""
    for symbol in ("+", "\\"):
        for one, other in wordnet().links(symbol):
            if one.lower() == other.lower():  # the same word as noun and verb says nothing of its translations
                continue
            for word in _french_by_english().get(one.lower(), ()):
                for base in _french_by_english().get(other.lower(), ()):
                    if len(base) < len(word) and word.endswith(_SUFFIXES) and looks_akin(word, base):
                        yield word, base
