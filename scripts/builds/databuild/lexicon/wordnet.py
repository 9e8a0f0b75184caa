"""WordNet 3.0, read once for the whole lexicon."""

from functools import cache

from databuild.downloads import unpacked
from databuild.readers.wordnet import WordNet, read


@cache
def wordnet() -> WordNet:
    folder = unpacked("wordnet-base") / "usr" / "share" / "wordnet"
    return read(folder, folder)
