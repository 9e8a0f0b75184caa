"""Four rules for clues, expressed by marks. A mark is a string that a clue has and that a visible word may forbid.

A clue breaks one of these rules if it has a mark that a visible word forbids. A whole vocabulary can be indexed by its
marks once and then checked against any board by look-ups.
"""

from collections.abc import Iterator

from duo.words.clue_rule import ClueRule
from duo.words.language import Language
from duo.words.spelling import strip_accents
from duo.words.traits import Traits

MARK_RULES = (ClueRule.PART_OF_WORD, ClueRule.SAME_FAMILY, ClueRule.SOUNDS_LIKE, ClueRule.HOMONYM)


def clue_marks(rule: ClueRule, clue: Traits, language: Language) -> frozenset[str]:
    """Return the marks that a clue has under this rule."""
    if rule is ClueRule.PART_OF_WORD:
        whole = (f"={form}" for form in clue.forms)
        inside = (f"<{part}" for part in clue.parts)
        shared = (f"~{piece}" for piece in clue.pieces)
        return frozenset((*whole, *inside, *shared, *_clue_root_marks(clue, language)))
    if rule is ClueRule.SAME_FAMILY:
        return clue.families
    return frozenset(f"/{rule}/{sound}" for sound in clue.sounds)


def forbidden_marks(rule: ClueRule, word: Traits, language: Language) -> frozenset[str]:
    """Return the marks that a visible word forbids under this rule."""
    if rule is ClueRule.PART_OF_WORD:
        # A clue may be typed without accents.
        whole = (f"={spelling}" for part in word.parts for spelling in (part, strip_accents(part)))
        significant = word.pieces - language.SMALL_WORDS
        inside = (f"<{form}" for form in word.forms | significant)
        shared = (f"~{piece}" for piece in significant)
        return frozenset((*whole, *inside, *shared, *_forbidden_root_marks(word, language)))
    if rule is ClueRule.SAME_FAMILY:
        return word.families | word.piece_families
    sounds = confusable_sounds(word.sounds, language) if rule is ClueRule.SOUNDS_LIKE else word.sounds
    return frozenset(f"/{rule}/{sound}" for sound in sounds)


def confusable_sounds(sounds: frozenset[str], language: Language) -> Iterator[str]:
    """Yield the given pronunciations with one sound replaced by another that is easily confused with it."""
    for pronunciation in sounds:
        for index, sound in enumerate(pronunciation):
            for other in language.CONFUSABLE_SOUNDS.get(sound, ""):
                yield f"{pronunciation[:index]}{other}{pronunciation[index + 1 :]}"


def _clue_root_marks(clue: Traits, language: Language) -> Iterator[str]:
    """Yield marks that name the clue as a possible root of each of its families.

    Yield nothing in a language in which the root of a word does not count as its part.
    """
    if language.ROOT_IS_PART:
        stem = clue.letters.removesuffix("e")
        yield from (f"{family}>{stem}" for family in clue.families)


def _forbidden_root_marks(word: Traits, language: Language) -> Iterator[str]:
    """Yield marks that forbid every root of the word's families with which the word begins.

    Yield nothing in a language in which the root of a word does not count as its part.
    """
    if language.ROOT_IS_PART:
        prefixes = [word.letters[:end] for end in range(2, len(word.letters) - 1)]
        forms = {strip_accents(form) for form in word.forms}
        roots = [prefix for prefix in prefixes if prefix not in forms and prefix + "e" not in forms]
        yield from (f"{family}>{root}" for family in word.families for root in roots)
