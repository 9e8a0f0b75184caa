"""How common words are, from the wordfreq lists."""

import gzip
from functools import cache

import srsly

from databuild.downloads import source_file

COMMON_WORD_COUNT = 15_000  # words that the lexicon lists by how common they are


@cache
def zipf(lang: str) -> dict[str, float]:
    """Each word with its frequency on the Zipf scale: 3 is one in a million words, 6 one in a thousand."""
    packed = source_file("wordfreq", f"/large_{lang}.msgpack.gz").read_bytes()
    _header, *buckets = srsly.msgpack_loads(gzip.decompress(packed))
    return {word: round(9 - centibels / 100, 2) for centibels, words in enumerate(buckets) for word in words}
