"""Vectors of French words: what an encoder makes of the word, of its definitions and of what a name brings to mind."""

from collections.abc import Container, Mapping, Sequence

from databuild.models import names, translation
from databuild.models.assemble import Assembly
from databuild.models.bilinear import Matrix
from databuild.models.pack import Projection
from databuild.models.workshop import BuildCache
from duo.mind.model.signals import unit_rows
from duo.vectors.writer import Vocabulary

_MAX_GLOSS_WORDS = 25  # words
_ENGLISH_SHARE = 2.0  # of the English vector beside the French one, for a word without a definition
_ASSOCIATION_SHARE = 0.5  # of what a name brings to mind, beside its own vector
_NAME_SHARE = 2.0  # the same for one that is only a name


def add_meanings(
    assembly: Assembly,
    workshop: BuildCache,
    project: Projection,
    universal: Matrix,
    stand_ins: Sequence[Mapping[str, float]],
    english: Vocabulary,
    entries: Mapping[str, Sequence[str]],
    dealt: Container[str],
) -> Matrix:
    """Encode words and their definitions. What the words are in French alone.

    The encoder takes words that are spelt alike for kin; a definition is spelt in another way, so a word is half its
    definitions. A word that is spelt like an English one of another meaning is its definitions alone.
    """
    vocabulary, english_words = assembly.vocabulary, set(english.words)
    most = [
        8 if word in dealt else 2 if row < vocabulary.candidates else 1 for row, word in enumerate(vocabulary.words)
    ]
    told = [
        [" ".join(gloss.split()[:_MAX_GLOSS_WORDS]) for gloss in entries.get(word, ())[:number]]
        for word, number in zip(vocabulary.words, most, strict=True)
    ]
    texts = list(dict.fromkeys(gloss for glosses in told for gloss in glosses))
    encoded = workshop.encode("universal", texts)
    glosses = project(encoded - encoded.mean(axis=0) + project.mean)  # sentences lie elsewhere than words
    places = {text: place for place, text in enumerate(texts)}
    words, kept, counts = project(universal), [], []
    for row, (word, stand_in, own) in enumerate(zip(vocabulary.words, stand_ins, told, strict=True)):
        if own:
            mean = unit_rows(glosses[[places[gloss] for gloss in own]].mean(axis=0)[None])[0]
            words[row] = mean if word in english_words and word not in stand_in else words[row] + mean
        single = own if word in dealt or row < vocabulary.candidates else ()
        kept += [places[gloss] for gloss in single]
        counts.append(len(single))
    words = _blend_name_associations(unit_rows(words), vocabulary, stand_ins)
    theirs = project(workshop.encode("universal", english.words))
    undefined = [not own for own in told]
    shown = _blend_english(words, undefined, theirs, stand_ins, english)
    assembly.add_senses("meaning", shown, glosses[kept], counts, share_alike=True)
    return words


def _blend_name_associations(words: Matrix, vocabulary: Vocabulary, stand_ins: Sequence[Mapping[str, float]]) -> Matrix:
    """Names are drawn to what they bring to mind, most of all those that English does not have.

    A dictionary knows of a merlin only that it is a hammer.
    """
    rows = {word: row for row, word in enumerate(vocabulary.words)}
    mixed = words.copy()
    for name, brought in names.read_names("fr", vocabulary).items():
        if (row := rows.get(name)) is not None:
            share = _ASSOCIATION_SHARE if 0.0 in stand_ins[row].values() else _NAME_SHARE
            mixed[row] += share * unit_rows(words[[rows[word] for word in brought]].mean(axis=0)[None])[0]
    return unit_rows(mixed)


def _blend_english(
    words: Matrix,
    undefined: Sequence[bool],
    theirs: Matrix,
    stand_ins: Sequence[Mapping[str, float]],
    english: Vocabulary,
) -> Matrix:
    """Words that no dictionary defines, most of them names, are drawn to what they stand for in English."""
    rows = {word: row for row, word in enumerate(english.words)}
    mixed = words.copy()
    for row, found in enumerate(stand_ins):
        if undefined[row] and found:
            shares = translation.meaning_shares(found)
            through = unit_rows(sum(share * theirs[rows[other]] for other, share in shares.items())[None])[0]
            mixed[row] += _ENGLISH_SHARE * through
    return unit_rows(mixed)
