"""Bilingual dictionaries joined: English to French, German, Spanish and Italian over bridges, and from French.

No free dictionary joins English to the other four, so words meet over bridges: two words that the same Polish,
Finnish, Greek or Bulgarian word translates may be translations of each other, and are where two bridges agree.
"""

from collections import Counter, defaultdict
from functools import cache

from databuild.readers.wikdict import dictionary

Links = dict[str, set[str]]
_MAX_MEANINGS = 6  # a word with more meanings than this on a bridge says little


def _invert(links: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for word, meanings in links.items():
        for meaning in meanings:
            found[meaning].append(word)
    return {word: tuple(meanings) for word, meanings in found.items()}


def _load_dictionary(pair: str, *, turned: bool = False) -> dict[str, tuple[str, ...]]:
    return _invert(dictionary(pair)) if turned else dictionary(pair)


# For each target, the bridges: the way from English to the bridge, and from there to the target.
BRIDGES = {
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
FROM_FRENCH = {"deu": ("fra-deu", "deu-fra"), "spa": ("fra-spa",), "ita": ("fra-ita",)}


@cache
def french_to(target: str) -> Links:
    """French words with their translations, read from dictionaries in both directions."""
    found: Links = defaultdict(set)
    for pair in FROM_FRENCH[target]:
        for word, meanings in _load_dictionary(pair, turned=pair.endswith("fra")).items():
            found[word].update(meanings[:_MAX_MEANINGS])
    return found


@cache
def english_to(target: str) -> Links:
    """English words with the translations on which two bridges agree."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for ways in BRIDGES[target].values():
        for word, meanings in _bridge_links(ways).items():
            votes[word].update(meanings)
    if target != "fra":
        for word, french in english_to("fra").items():
            votes[word].update({meaning for middle in french for meaning in french_to(target).get(middle, ())})
    return {word: {m for m, agreed in meanings.items() if agreed > 1} for word, meanings in votes.items()}


def _bridge_links(ways: list[tuple[tuple[str, bool], tuple[str, bool]]]) -> Links:
    """What one bridge says, whichever of its ways says it."""
    found: Links = defaultdict(set)
    for (first, first_turned), (second, second_turned) in ways:
        onward = _load_dictionary(second, turned=second_turned)
        for word, middles in _load_dictionary(first, turned=first_turned).items():
            for middle in middles[:_MAX_MEANINGS]:
                found[word].update(onward.get(middle, ())[:_MAX_MEANINGS])
    return found


@cache
def french_to_english() -> Links:
    """French words with the English words that they translate."""
    found: Links = defaultdict(set)
    for word, meanings in english_to("fra").items():
        for meaning in meanings:
            found[meaning].add(word)
    return found
