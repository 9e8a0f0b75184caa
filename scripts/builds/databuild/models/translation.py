"""The English translations of French words, and how likely each is.

Two networks translate, one in each direction. The translation of a French word gives its usual meaning best. The
English words that translate to it give the other meanings, such as peach and fishing for *pêche*. Words are translated
with an article, since a card is a noun: *la joue* is a cheek, *joue* is plays.
"""

import math
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from databuild.models.french import Lexique
from databuild.models.translators import Translations
from databuild.readers.wordnet import WordNet
from duo.core.word import fold

_VOWEL = re.compile("[aàâeéèêëiîïoôuùûhœæy]")
_ENGLISH_ARTICLE = re.compile(r"(?:the|an?|one|some|to|of|my|his)\s+")
_FRENCH_ARTICLE = re.compile(r"(?:(?:les?|la|une?|des|du|de|d|l|se|s|mon|sa|son)\s+|[ld]['\u2019]\s*)+")
_SHORT_WORD_LENGTH = 2  # words of a phrase up to this length are ignored
_PART_SHARE = 0.3  # of a phrase's chance, for each word in it
_BACK_WEIGHT, _LISTED_WEIGHT = 0.5, 0.1  # of back translation and dictionaries; forward translation counts 1
_NOISE_CHANCE, _USUAL_CHANCE, _SURE_CHANCE = 0.02, 0.05, 0.3  # above: no noise, a usual meaning, a sure one
_MIN_LIKENESS, _STRONG_LIKENESS = 0.05, 0.3  # below: the encoder contradicts a meaning; above: it confirms it
_MIN_RELATIVE_WEIGHT = 0.02  # of a meaning, relative to the usual one
_MAX_MEANINGS = 8
_PRICE_PER_NAT = 0.8  # for a meaning that is e times rarer, in units of the English blend
_ASSOCIATION_PRICE = 1.3  # of an association or a synonym: more than any usual meaning
_MAX_SYNONYMS = 4  # used for a word without a translation
_EDGE = re.compile(r"^[\W\d_]+|[\W\d_]+$")


def french_texts(word: str, lexique: Lexique, cards: Collection[str]) -> tuple[str, ...]:
    """Return the texts by which a French word is translated."""
    if word in cards and word in lexique.lemmas and word not in lexique.nouns:
        return (_capitalised(word),)  # a card is a noun or a name: Paris, not bets
    if word in lexique.nouns or word in cards:
        genders = lexique.nouns.get(word) or "mf"
        texts = [text for gender in genders for text in _with_articles(word, gender)]
        has_other_use = word not in cards and word in lexique.not_only_nouns
        return (*texts, word) if has_other_use else tuple(texts)
    return (word,) if word in lexique.lemmas else (_capitalised(word),)


def _with_articles(word: str, gender: str) -> tuple[str, str]:
    the, a = {"m": ("le", "un"), "f": ("la", "une")}[gender]
    return f"l'{word}" if _VOWEL.match(word) else f"{the} {word}", f"{a} {word}"


def english_texts(word: str, net: WordNet) -> tuple[str, ...]:
    """Return the texts by which an English word is translated."""
    kinds = {key[0] for key in net.senses.get(word, ())}
    if not kinds:
        return (_capitalised(word),)
    texts = [f"the {word}"] if "n" in kinds else []
    if "v" in kinds:
        texts.append(f"to {word}")
    return (*texts, word) if kinds - {"n", "v"} or not texts else tuple(texts)


def _capitalised(words: str) -> str:
    return " ".join(word.capitalize() for word in words.split())


Chances = dict[str, float]  # word of the other language -> probability


def english_chances(texts: Iterable[Translations], find: Callable[[str], str | None]) -> Chances:
    """Return the chance of each English word, averaged over the texts for one French word."""
    return _word_chances(texts, lambda text: _ENGLISH_ARTICLE.sub("", text, count=1), find, _PART_SHARE)


def french_chances(texts: Iterable[Translations], find: Callable[[str], str | None]) -> Chances:
    """Return the chance of each French word. Parts of phrases do not count: *un sac à main* is no hand."""
    return _word_chances(texts, lambda text: _FRENCH_ARTICLE.sub("", text, count=1), find, 0.0)


def _word_chances(
    texts: Iterable[Translations],
    without_article: Callable[[str], str],
    find: Callable[[str], str | None],
    part_share: float,
) -> Chances:
    chances: Chances = defaultdict(float)
    count = 0
    for translations in texts:
        count += 1
        for text, chance in translations:
            plain = _EDGE.sub("", fold(text))
            bare = without_article(plain)
            if (word := find(bare) or find(plain)) is not None:
                chances[word] += math.exp(chance)
                continue
            for part in (find(part) for part in re.split(r"[\s'-]+", bare)):  # magnifying glass
                if part is not None and len(part) > _SHORT_WORD_LENGTH:
                    chances[part] += part_share * math.exp(chance)
    return {word: chance / count for word, chance in chances.items() if chance}


def vocabulary_lookup(forms: Mapping[str, str]) -> Callable[[str], str | None]:
    """Return a function that looks up words and inflected forms in a mapping of form to word."""
    return lambda text: forms.get(text) or forms.get(text.replace(" ", "").replace("-", ""))


def invert_chances(chances: Mapping[str, Chances]) -> dict[str, Chances]:
    """Invert a mapping of words to the chances of their translations."""
    inverted: dict[str, Chances] = defaultdict(dict)
    for word, translations in chances.items():
        for other, chance in translations.items():
            inverted[other][word] = chance
    return inverted


def stand_ins(
    one: str, there: Chances, back: Chances, listed: Collection[str], likeness: Callable[[str], float]
) -> dict[str, float]:
    """Return the translations of one word and their prices, the cheapest first.

    `there` is what it translates to, `back` what translates to it, `listed` what dictionaries agree on, and `likeness`
    the cosine by an encoder of both languages. Two of the first three suffice. One alone needs the encoder's support,
    the back translation most of all since it translates every word to something. A word spelt the same may have been
    left untranslated: *chat*, *rate* and *pie* do not mean what they mean in English.
    """
    weights: Chances = {}
    for word in {*there, *back, *listed}:
        forward, backward, is_listed = there.get(word, 0.0), back.get(word, 0.0), word in listed
        cosine = likeness(word)
        is_accepted = (forward > _NOISE_CHANCE) + (backward > _NOISE_CHANCE) + is_listed > 1 or forward > _SURE_CHANCE
        is_accepted |= word != one and (
            (forward > _USUAL_CHANCE and cosine > _MIN_LIKENESS)
            or (forward > _NOISE_CHANCE / 2 and cosine > _STRONG_LIKENESS)
            or (backward > _NOISE_CHANCE and cosine > _STRONG_LIKENESS)
            or (is_listed and cosine > 2 * _MIN_LIKENESS)
        )
        if is_accepted:
            weights[word] = forward + _BACK_WEIGHT * backward + _LISTED_WEIGHT * is_listed
    if not weights and there:  # a doubtful translation is better than none
        best = max(there, key=there.__getitem__)
        weights = {best: there[best]} if there[best] > _NOISE_CHANCE else {}
    if not weights:
        return {}
    max_weight = max(weights.values())
    kept = sorted(
        ((weight, word) for word, weight in weights.items() if weight >= _MIN_RELATIVE_WEIGHT * max_weight),
        reverse=True,
    )[:_MAX_MEANINGS]
    return {word: _PRICE_PER_NAT * math.log(max_weight / weight) for weight, word in kept}


def add_associations(
    found: Mapping[str, Mapping[str, float]], brought: Mapping[str, Sequence[str]]
) -> dict[str, Mapping[str, float]]:
    """Return the translations extended by those of each word's associations, at a higher price.

    Quasimodo has no English translation, but bell, hump and cathedral have.
    """
    extended = dict(found)
    for word in brought.keys() & found.keys():
        offers = sorted(
            ((price, translation) for other in brought[word] for translation, price in found[other].items()),
            reverse=True,
        )
        surcharge = _ASSOCIATION_PRICE + _PRICE_PER_NAT * math.log(len(brought[word]))
        prices = {translation: surcharge + price for price, translation in offers} | dict(found[word])
        extended[word] = dict(sorted(prices.items(), key=lambda pair: pair[1])[:_MAX_MEANINGS])
    return extended


def synonyms_of_unknown(
    found: Mapping[str, Mapping[str, float]], thesaurus: Mapping[str, Sequence[Sequence[str]]]
) -> dict[str, list[str]]:
    """Return a few translated synonyms for each word without a translation."""
    unknown = {
        word: [other for meaning in thesaurus.get(word, ()) for other in meaning if found.get(other)][:_MAX_SYNONYMS]
        for word, own in found.items()
        if not own
    }
    return {word: others for word, others in unknown.items() if others}


def meaning_shares(found: Mapping[str, float]) -> Chances:
    """Convert the prices of meanings back to their shares."""
    weights = {word: math.exp(-price / _PRICE_PER_NAT) for word, price in found.items()}
    return {word: weight / sum(weights.values()) for word, weight in weights.items()}
