"""Word frequencies, from the lists of wordfreq."""

import gzip
from functools import cache

import srsly

from databuild.downloads import source_file

COMMON_WORD_COUNT = 15_000  # words in the lexicon's list of common words


@cache
def zipf(lang: str) -> dict[str, float]:
    """Return each word's frequency on the Zipf scale: 3 is one in a million words, 6 one in a thousand."""
    packed = source_file("wordfreq", f"/large_{lang}.msgpack.gz").read_bytes()
    _header, *buckets = srsly.msgpack_loads(gzip.decompress(packed))
    return {word: round(9 - centibels / 100, 2) for centibels, words in enumerate(buckets) for word in words}
