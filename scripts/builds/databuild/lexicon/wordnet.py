"""WordNet 3.0, read once for all tables of the lexicon."""

from functools import cache

from databuild.downloads import unpack_source
from databuild.readers.wordnet import WordNet, read_wordnet


@cache
def wordnet() -> WordNet:
    folder = unpack_source("wordnet-base") / "usr" / "share" / "wordnet"
    return read_wordnet(folder, folder)
