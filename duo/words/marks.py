"""The rules of meaning as sets: the marks that a clue carries, and those that a visible word forbids.

A rule is broken where the two sets meet. So a whole vocabulary can be indexed by its marks once, and checked
against any board by look-ups.
"""

from collections.abc import Iterator
from types import ModuleType

from duo.words.spelling import strip_accents
from duo.words.traits import Traits

MEANING_RULES = ("part-of-word", "same-family", "sounds-like", "homonym")


def clue_marks(rule: str, clue: Traits, language: ModuleType) -> frozenset[str]:
    """What a clue carries under this rule."""
    if rule == "part-of-word":
        whole = (f"={form}" for form in clue.forms)
        inside = (f"<{part}" for part in clue.parts)
        shared = (f"~{piece}" for piece in clue.pieces)
        return frozenset((*whole, *inside, *shared, *_root_marks(clue, language)))
    if rule == "same-family":
        return clue.families
    return frozenset(f"/{rule}/{sound}" for sound in clue.sounds)


def forbidden_marks(rule: str, word: Traits, language: ModuleType) -> frozenset[str]:
    """What a visible word forbids clues to carry under this rule."""
    if rule == "part-of-word":
        whole = (
            f"={spelt}" for part in word.parts for spelt in (part, strip_accents(part))
        )  # a clue may leave accents out
        telling = word.pieces - language.SMALL_WORDS
        inside = (f"<{form}" for form in word.forms | telling)
        shared = (f"~{piece}" for piece in telling)
        return frozenset((*whole, *inside, *shared, *_opening_marks(word, language)))
    if rule == "same-family":
        return word.families | word.piece_families
    near = confusable_sounds(word.sounds, language) if rule == "sounds-like" else word.sounds
    return frozenset(f"/{rule}/{sound}" for sound in near)


def confusable_sounds(sounds: frozenset[str], language: ModuleType) -> Iterator[str]:
    """Every pronunciation that differs in one sound, and that sound easily confused."""
    for said in sounds:
        for place, sound in enumerate(said):
            for other in language.CONFUSABLE_SOUNDS.get(sound, ""):
                yield f"{said[:place]}{other}{said[place + 1 :]}"


def _root_marks(clue: Traits, language: ModuleType) -> Iterator[str]:
    """The clue as the root that may open a longer word of its family, where the language counts that as a part."""
    if language.ROOT_IS_PART:
        stem = clue.letters.removesuffix("e")
        yield from (f"{family}>{stem}" for family in clue.families)


def _opening_marks(word: Traits, language: ModuleType) -> Iterator[str]:
    if language.ROOT_IS_PART:
        longer = [word.letters[:end] for end in range(2, len(word.letters) - 1)]
        forms = {strip_accents(form) for form in word.forms}
        roots = [stem for stem in longer if stem not in forms and stem + "e" not in forms]
        yield from (f"{family}>{stem}" for family in word.families for stem in roots)
