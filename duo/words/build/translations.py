"""Translations between English and French, German, Spanish and Italian, and from French.

No free dictionary joins English to the other four, so words meet over bridges: two words that the same Polish,
Finnish, Greek or Bulgarian word translates may be translations of each other, and are where two bridges agree.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache

from duo.core.word import fold
from duo.words.build import english as english_words
from duo.words.build import french as french_words
from duo.words.build import names_en
from duo.words.build.concepts import concepts
from duo.words.build.lexique import lemmas
from duo.words.build.wikdict import dictionary
from duo.words.spelling import bare

Links = dict[str, set[str]]
_CROWD = 6  # a word with more meanings than this on a bridge says little


def _turned(links: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for word, meanings in links.items():
        for meaning in meanings:
            found[meaning].append(word)
    return {word: tuple(meanings) for word, meanings in found.items()}


def _both(pair: str, *, turned: bool = False) -> dict[str, tuple[str, ...]]:
    return _turned(dictionary(pair)) if turned else dictionary(pair)


# For each target, the bridges: the way from English to the bridge, and from there to the target.
_BRIDGES = {
    "fra": {
        "pol": [(("pol-eng", True), ("pol-fra", False))],
        "fin": [(("eng-fin", False), ("fin-fra", False)), (("fin-eng", True), ("fra-fin", True))],
        "ell": [(("ell-eng", True), ("ell-fra", False))],
        "bul": [(("eng-bul", False), ("fra-bul", True))],
    },
    "deu": {
        "pol": [(("pol-eng", True), ("pol-deu", False))],
        "fin": [(("eng-fin", False), ("fin-deu", False)), (("fin-eng", True), ("deu-fin", True))],
        "bul": [(("eng-bul", False), ("deu-bul", True))],
    },
    "spa": {
        "pol": [(("pol-eng", True), ("pol-spa", False))],
        "ell": [(("ell-eng", True), ("ell-spa", False))],
    },
    "ita": {
        "pol": [(("pol-eng", True), ("pol-ita", False))],
        "fin": [(("eng-fin", False), ("fin-ita", False)), (("fin-eng", True), ("ita-fin", True))],
        "ell": [(("ell-eng", True), ("ell-ita", False))],
        "bul": [(("eng-bul", False), ("ita-bul", True))],
    },
}
_FROM_FRENCH = {"deu": ("fra-deu", "deu-fra"), "spa": ("fra-spa",), "ita": ("fra-ita",)}


@cache
def french_to(target: str) -> Links:
    """French words with their translations, read from dictionaries in both directions."""
    found: Links = defaultdict(set)
    for pair in _FROM_FRENCH[target]:
        for word, meanings in _both(pair, turned=pair.endswith("fra")).items():
            found[word].update(meanings[:_CROWD])
    return found


@cache
def english_to(target: str) -> Links:
    """English words with the translations on which two bridges agree."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for ways in _BRIDGES[target].values():
        for word, meanings in _over(ways).items():
            votes[word].update(meanings)
    if target != "fra":
        for word, french in english_to("fra").items():
            votes[word].update({meaning for middle in french for meaning in french_to(target).get(middle, ())})
    return {word: {m for m, agreed in meanings.items() if agreed > 1} for word, meanings in votes.items()}


def _over(ways: list[tuple[tuple[str, bool], tuple[str, bool]]]) -> Links:
    """What one bridge says, whichever of its ways says it."""
    found: Links = defaultdict(set)
    for (first, first_turned), (second, second_turned) in ways:
        onward = _both(second, turned=second_turned)
        for word, middles in _both(first, turned=first_turned).items():
            for middle in middles[:_CROWD]:
                found[word].update(onward.get(middle, ())[:_CROWD])
    return found


def english() -> dict[str, tuple[str, ...]]:
    """English words with their translations that are no English words, accents left out."""
    found: Links = defaultdict(set)
    for target in _BRIDGES:
        for word, meanings in english_to(target).items():
            found[word] |= {bare(meaning) for meaning in meanings}
    _add_concepts(found, 0)
    return _shipped(found, english_words.vocabulary(), names_en.is_own)


def french() -> dict[str, tuple[str, ...]]:
    """French words with their translations that are no French words, accents left out."""
    found: Links = defaultdict(set)
    for word, meanings in english_to("fra").items():
        for meaning in meanings:
            found[meaning].add(bare(word))
    for target in _FROM_FRENCH:
        for word, meanings in french_to(target).items():
            found[word] |= {bare(meaning) for meaning in meanings}
    _add_concepts(found, 1)
    common = {word for word in french_words.vocabulary() if lemmas().get(word, 0) >= 0.5}
    return _shipped(found, common, french_words.is_own)


def _add_concepts(links: Links, own: int) -> None:
    for languages in concepts():
        foreign = {bare(fold(word)) for place, words in enumerate(languages) if place != own for word in words}
        for word in languages[own]:
            links[fold(word)] |= foreign


def _shipped(links: Links, vocabulary: set[str], is_own: Callable[[str], bool]) -> dict[str, tuple[str, ...]]:
    rows = (
        (word, sorted(m for m in links[word] if re.fullmatch("[a-z]+", m) and not is_own(m))) for word in sorted(links)
    )
    return {word: tuple(meanings) for word, meanings in rows if meanings and word in vocabulary}
