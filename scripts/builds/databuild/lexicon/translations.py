"""The tables of translations into other languages."""

import re
from collections import defaultdict
from collections.abc import Callable

from databuild.lexicon import english as english_words
from databuild.lexicon import french as french_words
from databuild.lexicon import names_en
from databuild.lexicon.dictionary_bridges import BRIDGES, FROM_FRENCH, Links, english_to, french_to
from databuild.lexicon.lexique import lemmas
from duo.words.spelling import strip_accents


def english_translations() -> dict[str, tuple[str, ...]]:
    """Return the translations of English words, without accents. Translations that are English words are left out."""
    links: Links = defaultdict(set)
    for target in BRIDGES:
        for word, meanings in english_to(target).items():
            links[word] |= {strip_accents(meaning) for meaning in meanings}
    return _shipped_rows(links, english_words.vocabulary(), names_en.is_english)


def french_translations() -> dict[str, tuple[str, ...]]:
    """Return the translations of French words, without accents. Translations that are French words are left out."""
    links: Links = defaultdict(set)
    for word, meanings in english_to("fra").items():
        for meaning in meanings:
            links[meaning].add(strip_accents(word))
    for target in FROM_FRENCH:
        for word, meanings in french_to(target).items():
            links[word] |= {strip_accents(meaning) for meaning in meanings}
    common = {word for word in french_words.vocabulary() if lemmas().get(word, 0) >= 0.5}
    return _shipped_rows(links, common, french_words.is_french)


def _shipped_rows(links: Links, vocabulary: set[str], is_own_word: Callable[[str], bool]) -> dict[str, tuple[str, ...]]:
    rows = (
        (word, sorted(m for m in links[word] if re.fullmatch("[a-z]+", m) and not is_own_word(m)))
        for word in sorted(links)
    )
    return {word: tuple(meanings) for word, meanings in rows if meanings and word in vocabulary}
