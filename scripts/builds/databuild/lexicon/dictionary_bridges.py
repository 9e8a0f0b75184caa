"""Translations from English and French, derived from bilingual dictionaries.

No free dictionary translates English to French, German, Spanish or Italian. The links are derived over a third
language, the bridge: two words with the same Polish, Finnish, Greek or Bulgarian translation may translate each other,
and are taken to do so where two bridges agree.
"""

from collections import Counter, defaultdict
from functools import cache

from databuild.readers.wikdict import dictionary

Links = dict[str, set[str]]
_MAX_MEANINGS = 6  # translations used of a word; words with many are weak evidence


def _invert(links: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    inverted: dict[str, list[str]] = defaultdict(list)
    for word, meanings in links.items():
        for meaning in meanings:
            inverted[meaning].append(word)
    return {word: tuple(meanings) for word, meanings in inverted.items()}


def _load_dictionary(pair: str, *, invert: bool) -> dict[str, tuple[str, ...]]:
    return _invert(dictionary(pair)) if invert else dictionary(pair)


# target language -> bridge language -> routes. A route is two dictionaries, English to bridge and bridge to target,
# each with whether it has to be inverted.
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
    """Return the translations of French words, from dictionaries in both directions."""
    found: Links = defaultdict(set)
    for pair in FROM_FRENCH[target]:
        for word, meanings in _load_dictionary(pair, invert=pair.endswith("fra")).items():
            found[word].update(meanings[:_MAX_MEANINGS])
    return found


@cache
def english_to(target: str) -> Links:
    """Return the translations of English words on which at least two bridges agree."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for routes in BRIDGES[target].values():
        for word, meanings in _bridge_links(routes).items():
            votes[word].update(meanings)
    if target != "fra":
        for word, french in english_to("fra").items():
            votes[word].update({meaning for middle in french for meaning in french_to(target).get(middle, ())})
    return {word: {m for m, agreed in meanings.items() if agreed > 1} for word, meanings in votes.items()}


def _bridge_links(routes: list[tuple[tuple[str, bool], tuple[str, bool]]]) -> Links:
    """Return the translations over one bridge, by any of its routes."""
    found: Links = defaultdict(set)
    for (first, invert_first), (second, invert_second) in routes:
        onward = _load_dictionary(second, invert=invert_second)
        for word, middles in _load_dictionary(first, invert=invert_first).items():
            for middle in middles[:_MAX_MEANINGS]:
                found[word].update(onward.get(middle, ())[:_MAX_MEANINGS])
    return found


@cache
def french_to_english() -> Links:
    """Return the English words that each French word translates."""
    found: Links = defaultdict(set)
    for word, meanings in english_to("fra").items():
        for meaning in meanings:
            found[meaning].add(word)
    return found
