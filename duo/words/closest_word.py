"""Finds the known word that an unknown one most likely misspells, by spelling and pronunciation."""

from functools import lru_cache

from duo.words.lang.pronunciation import pronounce
from duo.words.language import Language
from duo.words.spelling import strip_accents

_LETTERS_PER_TYPO = 3  # one typo is allowed per three letters
_MAX_TYPOS = 2
_MIN_WORD_LENGTH, _MAX_WORD_LENGTH = 4, 30  # shorter words are close to everything; longer ones are not typos


def closest_word(
    word: str, vocabulary: tuple[str, ...], language: Language, max_sound_distance: int = _MAX_TYPOS + 1
) -> str | None:
    """Return the word of the vocabulary (most frequent first) that is one or two typos away, or None.

    Words that sound alike win over words with the same number of different letters: `elefant` is `elephant`, not
    `elegant`. With two typos, the pronunciations may differ by at most `max_sound_distance`.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    plain = strip_accents(word)
    max_typos = min(_MAX_TYPOS, len(plain) // _LETTERS_PER_TYPO)
    if not _MIN_WORD_LENGTH <= len(plain) <= _MAX_WORD_LENGTH:
        return None
    unaccented, rules = _unaccented_words(vocabulary), language.PRONUNCIATION_RULES
    close = process.extract(plain, unaccented, scorer=OSA.distance, score_cutoff=max_typos, limit=None)
    sounds = pronounce(plain, rules)
    ranked = sorted(
        (typos + sound_distance, sound_distance, rank)
        for _, typos, rank in close
        if (sound_distance := OSA.distance(sounds, pronounce(unaccented[rank], rules))) <= max_sound_distance
        or typos == 1
    )
    return vocabulary[ranked[0][2]] if ranked else None


@lru_cache(maxsize=4)
def _unaccented_words(vocabulary: tuple[str, ...]) -> list[str]:
    return [strip_accents(word) for word in vocabulary]
