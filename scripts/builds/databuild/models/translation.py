"""Which English words a French word may stand for, and how likely each is.

Two networks translate, from French and back. What one says of a French word and what the other says of English words
that come to it are two witnesses: the first knows the usual meaning best, the second finds the others, as a peach and
fishing for *pêche*. A word is asked with its article, since a card is a noun: *la joue* is a cheek, *joue* plays.
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
_SHORT_WORD_LENGTH = 2  # letters of a word that says nothing alone
_PART_SHARE = 0.3  # of what a phrase counts, for each word in it
_BACK_WEIGHT, _LISTED_WEIGHT = 0.5, 0.1  # what the way back and the dictionaries count beside the way there
_NOISE_CHANCE, _USUAL_CHANCE, _SURE_CHANCE = (
    0.02,
    0.05,
    0.3,
)  # chances of a translation that is more than noise, of a usual and a sure one
_MIN_LIKENESS, _STRONG_LIKENESS = (
    0.05,
    0.3,
)  # likenesses below which the encoder speaks against a word, and above which for it
_MIN_RELATIVE_WEIGHT, _MAX_MEANINGS = 0.02, 8  # of the weight of the usual meaning, and meanings in all
_PRICE_PER_NAT = 0.8  # of a meaning that is e times rarer, in units of the English blend
_ASSOCIATION_PRICE = 1.3  # of what a name brings to mind and of a synonym: more than any usual meaning of a word
_MAX_SYNONYMS = 4  # that speak for a word that no translator knows
_EDGE = re.compile(r"^[\W\d_]+|[\W\d_]+$")


def french_texts(word: str, lexique: Lexique, cards: Collection[str]) -> tuple[str, ...]:
    """How a French word is put to the translator."""
    if word in cards and word in lexique.lemmas and word not in lexique.nouns:
        return (_capitalised(word),)  # a card is a noun or a name: Paris, not the bets
    if word in lexique.nouns or word in cards:
        genders = lexique.nouns.get(word) or "mf"
        texts = [text for gender in genders for text in _with_articles(word, gender)]
        bare = word not in cards and word in lexique.not_only_nouns
        return (*texts, word) if bare else tuple(texts)
    return (word,) if word in lexique.lemmas else (_capitalised(word),)


def _with_articles(word: str, gender: str) -> tuple[str, str]:
    the, a = {"m": ("le", "un"), "f": ("la", "une")}[gender]
    return f"l'{word}" if _VOWEL.match(word) else f"{the} {word}", f"{a} {word}"


def english_texts(word: str, net: WordNet) -> tuple[str, ...]:
    """How an English word is put to the translator."""
    kinds = {key[0] for key in net.senses.get(word, ())}
    if not kinds:
        return (_capitalised(word),)
    texts = [f"the {word}"] if "n" in kinds else []
    if "v" in kinds:
        texts.append(f"to {word}")
    return (*texts, word) if kinds - {"n", "v"} or not texts else tuple(texts)


def _capitalised(words: str) -> str:
    return " ".join(word.capitalize() for word in words.split())


Chances = dict[str, float]  # of a word of the other language, by its name


def english_chances(ways: Iterable[Translations], find: Callable[[str], str | None]) -> Chances:
    """The chance of each English word, over all the ways in which the translator put a French one."""
    return _word_chances(ways, lambda text: _ENGLISH_ARTICLE.sub("", text, count=1), find, _PART_SHARE)


def french_chances(ways: Iterable[Translations], find: Callable[[str], str | None]) -> Chances:
    """The same the other way; a hand is not a handbag because that is *un sac à main*."""
    return _word_chances(ways, lambda text: _FRENCH_ARTICLE.sub("", text, count=1), find, 0.0)


def _word_chances(
    ways: Iterable[Translations],
    without_article: Callable[[str], str],
    find: Callable[[str], str | None],
    part_share: float,
) -> Chances:
    found: Chances = defaultdict(float)
    asked = 0
    for translations in ways:
        asked += 1
        for text, chance in translations:
            plain = _EDGE.sub("", fold(text))
            bare = without_article(plain)
            if (word := find(bare) or find(plain)) is not None:
                found[word] += math.exp(chance)
                continue
            for part in (find(part) for part in re.split(r"[\s'-]+", bare)):  # magnifying glass
                if part is not None and len(part) > _SHORT_WORD_LENGTH:
                    found[part] += part_share * math.exp(chance)
    return {word: chance / asked for word, chance in found.items() if chance}


def vocabulary_lookup(names: Mapping[str, str]) -> Callable[[str], str | None]:
    """Finds a word, or the one that an inflected form stands for, in a vocabulary given as form -> word."""
    return lambda text: names.get(text) or names.get(text.replace(" ", "").replace("-", ""))


def invert_chances(chances: Mapping[str, Chances]) -> dict[str, Chances]:
    """What was said of each word, by the words that were said."""
    found: dict[str, Chances] = defaultdict(dict)
    for word, said in chances.items():
        for other, chance in said.items():
            found[other][word] = chance
    return found


def stand_ins(
    one: str, there: Chances, back: Chances, listed: Collection[str], likeness: Callable[[str], float]
) -> dict[str, float]:
    """The words that one may stand for and what each costs, the cheapest first.

    `there` is what it is translated to, `back` what is translated to it, `listed` what dictionaries agree on, and
    likeness what an encoder of both languages finds. Two witnesses are believed; one alone only if the encoder does
    not speak against it, least of all the way back, which makes something of every word. A word that is spelt the same
    may only have been left as it was: *chat*, *rate* and *pie* are not what they are in English.
    """
    weights: Chances = {}
    for word in {*there, *back, *listed}:
        onward, backward, agreed = there.get(word, 0.0), back.get(word, 0.0), word in listed
        alike = likeness(word)
        believed = (onward > _NOISE_CHANCE) + (backward > _NOISE_CHANCE) + agreed > 1 or onward > _SURE_CHANCE
        believed |= word != one and (
            (onward > _USUAL_CHANCE and alike > _MIN_LIKENESS)
            or (onward > _NOISE_CHANCE / 2 and alike > _STRONG_LIKENESS)
            or (backward > _NOISE_CHANCE and alike > _STRONG_LIKENESS)
            or (agreed and alike > 2 * _MIN_LIKENESS)
        )
        if believed:
            weights[word] = onward + _BACK_WEIGHT * backward + _LISTED_WEIGHT * agreed
    if not weights and there:  # better one that is doubtful than none
        best = max(there, key=there.__getitem__)
        weights = {best: there[best]} if there[best] > _NOISE_CHANCE else {}
    if not weights:
        return {}
    most = max(weights.values())
    kept = sorted(
        ((weight, word) for word, weight in weights.items() if weight >= _MIN_RELATIVE_WEIGHT * most), reverse=True
    )[:_MAX_MEANINGS]
    return {word: _PRICE_PER_NAT * math.log(most / weight) for weight, word in kept}


def add_associations(
    found: Mapping[str, Mapping[str, float]], brought: Mapping[str, Sequence[str]]
) -> dict[str, Mapping[str, float]]:
    """The same, where a word also stands for what it brings to mind, each as likely, after its own translations.

    Quasimodo is no English word, but a bell, a hump and a cathedral are.
    """
    mended = dict(found)
    for word in brought.keys() & found.keys():
        each = sorted(((price, it) for other in brought[word] for it, price in found[other].items()), reverse=True)
        dearer = _ASSOCIATION_PRICE + _PRICE_PER_NAT * math.log(len(brought[word]))
        meant = {it: dearer + price for price, it in each} | dict(found[word])
        mended[word] = dict(sorted(meant.items(), key=lambda pair: pair[1])[:_MAX_MEANINGS])
    return mended


def synonyms_of_unknown(
    found: Mapping[str, Mapping[str, float]], thesaurus: Mapping[str, Sequence[Sequence[str]]]
) -> dict[str, list[str]]:
    """For the words that nothing was found for a few synonyms that something was found for."""
    unknown = {
        word: [other for meaning in thesaurus.get(word, ()) for other in meaning if found.get(other)][:_MAX_SYNONYMS]
        for word, own in found.items()
        if not own
    }
    return {word: others for word, others in unknown.items() if others}


def meaning_shares(found: Mapping[str, float]) -> Chances:
    """How usual each of these meanings is, out of what it costs."""
    weights = {word: math.exp(-price / _PRICE_PER_NAT) for word, price in found.items()}
    return {word: weight / sum(weights.values()) for word, weight in weights.items()}
