"""English words that share a stem, such as dental and dentist, where their meanings confirm it."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations

from databuild.lexicon import word_vectors as vectors
from databuild.lexicon.frequency import zipf
from databuild.lexicon.wordnet import wordnet

_ENDINGS = (
    "e y er or ar ist ian ician ic ics ical al ial ual ary ery ory ry ty ity cy ion ation ition ure ture ive ous ious"
    " ant ent ance ence ancy ency ment ess ress ine ism ize ise ce tist ter tor tion tic tical ator um is ish ia iac ee"
    " eer ed ade ate ify ular ible able grapher graphy graphic".split()
)
# Endings that follow a Latin participle: traction and tractor, seduction and seductive.
_PARTICIPLE_ENDINGS = frozenset(("ion", "or", "ive", "ory", "ure"))
_MIN_ZIPF = 2.3  # vectors of rarer words are not reliable
_MIN_STEM_LENGTH, _LONG_STEM_LENGTH = 4, 5  # letters; a shorter stem is weaker evidence
_MIN_COSINE_SHORT_STEM, _MIN_COSINE, _MIN_COSINE_PARTICIPLE, _MIN_COSINE_MENTIONED = 0.5, 0.33, 0.2, 0.1

Mentions = Callable[[str, str], bool]


def confirmed_pairs(mentions: Mentions) -> Iterator[tuple[str, str]]:
    """Yield pairs with a shared stem that are close in meaning, or of which one is defined by the other."""
    for stem, endings in sorted(_words_by_stem().items()):
        for one, other in combinations(sorted(endings), 2):
            cosine = vectors.cosine(one, other, vectors.english_vectors()) or 0.0
            if cosine <= _MIN_COSINE_MENTIONED:
                continue
            if _is_near(cosine, stem, {endings[one], endings[other]}) or mentions(one, other) or mentions(other, one):
                yield one, other


def _is_near(cosine: float, stem: str, endings: set[str]) -> bool:
    """Whether the cosine of two words is high enough for their endings and the length of their stem."""
    if endings <= _PARTICIPLE_ENDINGS:
        return cosine > _MIN_COSINE_PARTICIPLE
    if len(stem) < _LONG_STEM_LENGTH or endings == {"", "e"}:  # candle and candy, heroin and heroine
        return cosine > _MIN_COSINE_SHORT_STEM
    return cosine > _MIN_COSINE


def _words_by_stem() -> dict[str, dict[str, str]]:
    """Return the common words of each stem, each with its ending."""
    words_by_stem: dict[str, dict[str, str]] = defaultdict(dict)
    for word in wordnet().parts_of_speech:
        if word.isalpha() and zipf("en").get(word, 0) >= _MIN_ZIPF:
            words_by_stem[word][word] = ""
            for ending in _ENDINGS:
                stem = word.removesuffix(ending)
                if stem != word and len(stem) >= _MIN_STEM_LENGTH:
                    words_by_stem[stem][word] = ending
    return words_by_stem
