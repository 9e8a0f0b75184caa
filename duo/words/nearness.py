"""The known word that an unknown one is most likely meant for, going by its letters and by how it is said."""

from functools import lru_cache
from types import ModuleType

from duo.words.lang.letters import pronounce
from duo.words.spelling import strip_accents

_LETTERS_PER_TYPO = 3  # a slip is forgiven for every so many letters
_MAX_TYPOS = 2
_MIN_LENGTH, _MAX_LENGTH = 4, 30  # of fewer letters anything would be near, and no slip makes a word of more


def closest_word(
    word: str, vocabulary: tuple[str, ...], language: ModuleType, max_sound_distance: int = _MAX_TYPOS + 1
) -> str | None:
    """The word of the vocabulary, the commonest first, that is one or two slips away; None where there is none.

    Words that are read alike go before words that differ by as many letters: `elefant` is not `elegant`. Two slips
    that make what is read differ by more than `aloud` make another word.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    plain = strip_accents(word)
    slips = min(_MAX_TYPOS, len(plain) // _LETTERS_PER_TYPO)
    if not _MIN_LENGTH <= len(plain) <= _MAX_LENGTH:
        return None
    spelt = _unaccented(vocabulary)
    close = process.extract(plain, spelt, scorer=OSA.distance, score_cutoff=slips, limit=None)
    said = pronounce(plain, language.PRONUNCIATION_RULES)
    ranked = sorted(
        (apart + heard, heard, rank)
        for _, apart, rank in close
        if (heard := OSA.distance(said, pronounce(spelt[rank], language.PRONUNCIATION_RULES))) <= max_sound_distance
        or apart == 1
    )
    return vocabulary[ranked[0][2]] if ranked else None


@lru_cache(maxsize=4)
def _unaccented(vocabulary: tuple[str, ...]) -> list[str]:
    return [strip_accents(word) for word in vocabulary]
