"""The rules of meaning as sets: the marks that a clue carries, and those that a visible word forbids.

A rule is broken where the two sets meet. So a whole vocabulary can be indexed by its marks once, and checked
against any board by look-ups.
"""

from collections.abc import Iterator
from types import ModuleType

from duo.words.spelling import bare
from duo.words.traits import Traits

MEANING = ("part-of-word", "same-family", "sounds-like", "homonym")


def carried(rule: str, said: Traits, language: ModuleType) -> frozenset[str]:
    """What a clue carries under this rule."""
    if rule == "part-of-word":
        whole = (f"={form}" for form in said.forms)
        inside = (f"<{part}" for part in said.parts)
        shared = (f"~{piece}" for piece in said.pieces)
        return frozenset((*whole, *inside, *shared, *_root(said, language)))
    if rule == "same-family":
        return said.families
    return frozenset(f"/{rule}/{sound}" for sound in said.sounds)


def forbidden(rule: str, shown: Traits, language: ModuleType) -> frozenset[str]:
    """What a visible word forbids clues to carry under this rule."""
    if rule == "part-of-word":
        whole = (f"={spelt}" for part in shown.parts for spelt in (part, bare(part)))  # a clue may leave accents out
        telling = shown.pieces - language.SMALL_WORDS
        inside = (f"<{form}" for form in shown.forms | telling)
        shared = (f"~{piece}" for piece in telling)
        return frozenset((*whole, *inside, *shared, *_openings(shown, language)))
    if rule == "same-family":
        return shown.families | shown.piece_families
    near = confusable(shown.sounds, language) if rule == "sounds-like" else shown.sounds
    return frozenset(f"/{rule}/{sound}" for sound in near)


def confusable(sounds: frozenset[str], language: ModuleType) -> Iterator[str]:
    """Every pronunciation that differs in one sound, and that sound easily confused."""
    for said in sounds:
        for place, sound in enumerate(said):
            for other in language.CONFUSED.get(sound, ""):
                yield f"{said[:place]}{other}{said[place + 1 :]}"


def _root(said: Traits, language: ModuleType) -> Iterator[str]:
    """The clue as the root that may open a longer word of its family, where the language counts that as a part."""
    if language.ROOT_IS_PART:
        stem = said.letters.removesuffix("e")
        yield from (f"{family}>{stem}" for family in said.families)


def _openings(shown: Traits, language: ModuleType) -> Iterator[str]:
    if language.ROOT_IS_PART:
        longer = [shown.letters[:end] for end in range(2, len(shown.letters) - 1)]
        forms = {bare(form) for form in shown.forms}
        roots = [stem for stem in longer if stem not in forms and stem + "e" not in forms]
        yield from (f"{family}>{stem}" for family in shown.families for stem in roots)
