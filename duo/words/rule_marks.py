"""The rules of meaning as sets: marks that a clue has, and marks that a visible word forbids.

A clue breaks a rule if the two sets intersect. A whole vocabulary can be indexed by its marks once and then
checked against any board by look-ups.
"""

from collections.abc import Iterator

from duo.words.language import Language
from duo.words.spelling import strip_accents
from duo.words.traits import Traits

MEANING_RULES = ("part-of-word", "same-family", "sounds-like", "homonym")


def clue_marks(rule: str, clue: Traits, language: Language) -> frozenset[str]:
    """Return the marks that a clue has under this rule."""
    if rule == "part-of-word":
        whole = (f"={form}" for form in clue.forms)
        inside = (f"<{part}" for part in clue.parts)
        shared = (f"~{piece}" for piece in clue.pieces)
        return frozenset((*whole, *inside, *shared, *_root_marks(clue, language)))
    if rule == "same-family":
        return clue.families
    return frozenset(f"/{rule}/{sound}" for sound in clue.sounds)


def forbidden_marks(rule: str, word: Traits, language: Language) -> frozenset[str]:
    """Return the marks that a visible word forbids under this rule."""
    if rule == "part-of-word":
        # A clue may be typed without accents.
        whole = (f"={spelling}" for part in word.parts for spelling in (part, strip_accents(part)))
        significant = word.pieces - language.SMALL_WORDS
        inside = (f"<{form}" for form in word.forms | significant)
        shared = (f"~{piece}" for piece in significant)
        return frozenset((*whole, *inside, *shared, *_opening_marks(word, language)))
    if rule == "same-family":
        return word.families | word.piece_families
    sounds = confusable_sounds(word.sounds, language) if rule == "sounds-like" else word.sounds
    return frozenset(f"/{rule}/{sound}" for sound in sounds)


def confusable_sounds(sounds: frozenset[str], language: Language) -> Iterator[str]:
    """Yield every pronunciation in which one sound is replaced by an easily confused one."""
    for pronunciation in sounds:
        for index, sound in enumerate(pronunciation):
            for other in language.CONFUSABLE_SOUNDS.get(sound, ""):
                yield f"{pronunciation[:index]}{other}{pronunciation[index + 1 :]}"


def _root_marks(clue: Traits, language: Language) -> Iterator[str]:
    """Yield the clue as a root that may begin a longer word of its family, if the language counts that as a part."""
    if language.ROOT_IS_PART:
        stem = clue.letters.removesuffix("e")
        yield from (f"{family}>{stem}" for family in clue.families)


def _opening_marks(word: Traits, language: Language) -> Iterator[str]:
    if language.ROOT_IS_PART:
        prefixes = [word.letters[:end] for end in range(2, len(word.letters) - 1)]
        forms = {strip_accents(form) for form in word.forms}
        roots = [prefix for prefix in prefixes if prefix not in forms and prefix + "e" not in forms]
        yield from (f"{family}>{root}" for family in word.families for root in roots)
