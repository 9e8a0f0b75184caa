"""Vectors of French words, from encodings of the word, its definitions and the associations of names."""

from collections.abc import Container, Mapping, Sequence

from databuild.models import names, translation
from databuild.models.assemble import Assembly
from databuild.models.bilinear import Matrix
from databuild.models.build_cache import BuildCache
from databuild.models.pack import Projection
from duo.mind.model.signals import unit_rows
from duo.vectors.writer import Vocabulary

_MAX_GLOSS_WORDS = 25
# Weights relative to the word's own vector:
_ENGLISH_SHARE = 2.0  # of its English translations, for a word without a definition
_ASSOCIATION_SHARE = 0.5  # of its associations, for a name that is also a word
_NAME_SHARE = 2.0  # of its associations, for a name only


def add_meanings(
    assembly: Assembly,
    cache: BuildCache,
    project: Projection,
    universal: Matrix,
    stand_ins: Sequence[Mapping[str, float]],
    english: Vocabulary,
    entries: Mapping[str, Sequence[str]],
    dealt: Container[str],
) -> Matrix:
    """Add the signal `meaning` and return the word vectors from before English was blended in.

    The encoder relates words that are spelt alike, so half of a word's vector is the mean of its definitions. A word
    spelt like an English one of another meaning gets its definitions only.
    """
    vocabulary, english_words = assembly.vocabulary, set(english.words)
    limits = [
        8 if word in dealt else 2 if row < vocabulary.candidates else 1 for row, word in enumerate(vocabulary.words)
    ]
    definitions = [
        [" ".join(gloss.split()[:_MAX_GLOSS_WORDS]) for gloss in entries.get(word, ())[:limit]]
        for word, limit in zip(vocabulary.words, limits, strict=True)
    ]
    texts = list(dict.fromkeys(gloss for glosses in definitions for gloss in glosses))
    encoded = cache.encode("universal", texts)
    glosses = project(encoded - encoded.mean(axis=0) + project.mean)  # move the mean of sentences to that of words
    place_of = {text: place for place, text in enumerate(texts)}
    words, kept, counts = project(universal), [], []
    for row, (word, stand_in, own) in enumerate(zip(vocabulary.words, stand_ins, definitions, strict=True)):
        if own:
            mean = unit_rows(glosses[[place_of[gloss] for gloss in own]].mean(axis=0)[None])[0]
            words[row] = mean if word in english_words and word not in stand_in else words[row] + mean
        single = own if word in dealt or row < vocabulary.candidates else ()
        kept += [place_of[gloss] for gloss in single]
        counts.append(len(single))
    words = _blend_name_associations(unit_rows(words), vocabulary, stand_ins)
    english_vectors = project(cache.encode("universal", english.words))
    undefined = [not own for own in definitions]
    blended = _blend_english(words, undefined, english_vectors, stand_ins, english)
    assembly.add_senses("meaning", blended, glosses[kept], counts, share_alike=True)
    return words


def _blend_name_associations(words: Matrix, vocabulary: Vocabulary, stand_ins: Sequence[Mapping[str, float]]) -> Matrix:
    """Move names towards their associations, most of all names without an English translation.

    A dictionary only knows *merlin* as a hammer.
    """
    rows = {word: row for row, word in enumerate(vocabulary.words)}
    mixed = words.copy()
    for name, associations in names.read_names("fr", vocabulary).items():
        if (row := rows.get(name)) is not None:
            share = _ASSOCIATION_SHARE if 0.0 in stand_ins[row].values() else _NAME_SHARE
            mixed[row] += share * unit_rows(words[[rows[word] for word in associations]].mean(axis=0)[None])[0]
    return unit_rows(mixed)


def _blend_english(
    words: Matrix,
    undefined: Sequence[bool],
    english_vectors: Matrix,
    stand_ins: Sequence[Mapping[str, float]],
    english: Vocabulary,
) -> Matrix:
    """Move words without a definition, most of them names, towards their English translations."""
    rows = {word: row for row, word in enumerate(english.words)}
    mixed = words.copy()
    for row, translations in enumerate(stand_ins):
        if undefined[row] and translations:
            shares = translation.meaning_shares(translations)
            translated = unit_rows(sum(share * english_vectors[rows[other]] for other, share in shares.items())[None])[
                0
            ]
            mixed[row] += _ENGLISH_SHARE * translated
    return unit_rows(mixed)
