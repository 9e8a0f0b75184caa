"""The rules of meaning as sets: the marks that a clue carries, and those that a visible word forbids.

A rule is broken where the two sets meet. So a whole vocabulary can be indexed by its marks once, and checked
against any board by look-ups.
"""

from collections.abc import Iterator
from types import ModuleType

from duo.words.spelling import bare
from duo.words.traits import Traits

MEANING = ("part-of-word", "same-family", "sounds-like", "homonym")
_OPENING, _CLOSING = 3, 4  # fewest letters that make a part to the letter, at the start and at the end of a word


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


def to_the_letter(said: Traits, shown: Traits, language: ModuleType) -> bool:
    """Rule 1 to the letter: one word stands whole at the start of the other, or at its end, accents aside."""
    return any(
        (len(short) >= _OPENING and long.startswith(short)) or (len(short) >= _CLOSING and long.endswith(short))
        for one in (said.letters, *said.pieces - language.SMALL_WORDS)
        for other in (shown.letters, *shown.pieces - language.SMALL_WORDS)
        for short, long in (sorted((one, other), key=len),)
    )


def strictly_met(rule: str, said: Traits, shown: Traits, language: ModuleType) -> bool:
    """What a strict table refuses beside: any run of letters, any rhyme, a sound added or dropped."""
    if rule == "part-of-word":
        short, long = sorted((said.letters, shown.letters), key=len)
        return (len(short) > 1 and short in long) or to_the_letter(said, shown, language)
    return rule == "sounds-like" and any(_one_apart(a, b) for a in said.sounds for b in shown.sounds)


def _one_apart(one: str, other: str) -> bool:
    """Whether two pronunciations are one sound apart: another sound, or one more or less."""
    short, long = sorted((one, other), key=len)
    if len(short) == len(long):
        return sum(a != b for a, b in zip(short, long, strict=True)) == 1 and len(short) > 1
    return len(long) == len(short) + 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
