"""The known word that an unknown one is most likely meant for, going by its letters and by how it is said."""

from functools import lru_cache
from types import ModuleType

from duo.words.lang.letters import read
from duo.words.spelling import bare

_LETTERS_A_SLIP = 3  # a slip is forgiven for every so many letters
_MOST_SLIPS = 2
_FEWEST, _MOST = 4, 30  # of fewer letters anything would be near, and no slip makes a word of more


def nearest(word: str, vocabulary: tuple[str, ...], language: ModuleType, aloud: int = _MOST_SLIPS + 1) -> str | None:
    """The word of the vocabulary, the commonest first, that is one or two slips away; None where there is none.

    Words that are read alike go before words that differ by as many letters: `elefant` is not `elegant`. Two slips
    that make what is read differ by more than `aloud` make another word.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    plain = bare(word)
    slips = min(_MOST_SLIPS, len(plain) // _LETTERS_A_SLIP)
    if not _FEWEST <= len(plain) <= _MOST:
        return None
    spelt = _spelt(vocabulary)
    close = process.extract(plain, spelt, scorer=OSA.distance, score_cutoff=slips, limit=None)
    said = read(plain, language.ALOUD)
    ranked = sorted(
        (apart + heard, heard, rank)
        for _, apart, rank in close
        if (heard := OSA.distance(said, read(spelt[rank], language.ALOUD))) <= aloud or apart == 1
    )
    return vocabulary[ranked[0][2]] if ranked else None


@lru_cache(maxsize=4)
def _spelt(vocabulary: tuple[str, ...]) -> list[str]:
    return [bare(word) for word in vocabulary]
