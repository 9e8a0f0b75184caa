"""English compounds: words that sound like two other words in a row and are related to them in meaning."""

from functools import cache

from databuild.lexicon.english import closeness, etymologies, families, lemmas, mentions, sounds, stems, vocabulary
from databuild.lexicon.frequency import zipf
from databuild.lexicon.wordnet import wordnet
from duo.words.lang import en

# Beginnings and endings that look like words but are affixes or coincidences.
_EXCLUDED_FIRST = set(
    "in con sub trans for pro par para pre inter non anti imp rep ana per dis mis mini micro macro super semi counter"
    " psycho stereo retro proto mono multi ultra tele auto electro photo hydro thermo neo post ex ab ad im un an a of"
    " at as pen col com all can don ban mar men ten tar ram rum run her his has had was not but".split()
)
_EXCLUDED_SECOND = set(
    "ion ally ness less able ant age ling ting ding ping ton ship hood tic fully some in on by sing ate ado ana teen"
    " ward like wise most let ley tin den don nation ability ish ale ire ore oral and ill ass ess ent est her"
    " hers ted red sis chi rot rat".split()
)
# Pronunciation of an unstressed second half.
_REDUCED_SOUNDS = dict(
    pair.split(":")
    for pair in "man:m@n men:m@n board:bRd land:l@nd berry:beri fast:f@st yard:jRd mouth:m@T day:di head:h@d".split()
)
_FOREIGN_LANGS = set("fra fro frm lat spa ita grc por ara xno jpn hin ota rus zho".split())


def _is_said_as(word: str, first: str, second: str) -> bool:
    """Whether the word is pronounced as its two halves in a row."""
    known = sounds()
    seconds = (*known.get(second, ()), *([_REDUCED_SOUNDS[second]] if second in _REDUCED_SOUNDS else ()))
    return any(
        whole.replace("ii", "i") in (a + b, a + b[1:] if a[-1:] == b[:1] else a + b)
        for whole in known.get(word, ())
        for a in known.get(first, ())
        for b in seconds
    )


def _is_compound(word: str, first: str, second: str) -> bool:  # noqa: PLR0911 - a verdict for each kind of evidence
    if {first, second} <= set(stems(word)):
        return True
    if second in _EXCLUDED_SECOND and closeness(word, second) < 0.3:
        return False
    is_borrowed = any(lang in _FOREIGN_LANGS for _, lang in etymologies().get(word, ()))
    is_audible = min(len(first), len(second)) > 3 and _is_said_as(word, first, second) and mentions(word, first)
    is_chance = first in _EXCLUDED_FIRST and not (
        len(second) > 3 and first not in en.SMALL_WORDS and mentions(word, first)
    )  # the definition of penknife mentions pens
    if is_chance or (is_borrowed and not is_audible):  # passport is from French, but its definition mentions pass
        return False
    if not (_can_be_part(first, 4.0) and _can_be_part(second, 9.0)):
        return False
    is_listed = word in wordnet().parts_of_speech
    is_mentioned = mentions(word, first) or mentions(word, second)
    cosine = max(closeness(word, first), closeness(word, second))
    if word not in sounds():
        return is_listed and (is_mentioned or (len(first) > 3 and zipf("en").get(word, 0) >= 3))
    if _is_said_as(word, first, second):
        rare, common = sorted(zipf("en").get(half, 0) for half in (first, second))
        is_confirmed = is_mentioned or cosine > 0.2 or (rare >= 3.6 and common >= 4.3)
        return is_confirmed if is_listed else zipf("en").get(word, 0) >= 2.5 and (is_mentioned or cosine > 0.3)
    return is_listed and is_mentioned and cosine > 0.1


def _can_be_part(part: str, min_zipf_unlisted: float) -> bool:
    """Whether a part is a common word. One that WordNet lacks, such as a preposition, must be very common."""
    common = zipf("en").get(part, 0)
    return len(part) >= 3 and common >= 2.7 and (part in wordnet().parts_of_speech or common >= min_zipf_unlisted)


@cache
def compound_parts() -> dict[str, tuple[str, ...]]:
    """Return the two parts of each compound."""
    families_of = families()
    parts: dict[str, tuple[str, ...]] = {}
    for word in sorted(vocabulary() | {word for word in wordnet().parts_of_speech if word.isalpha()}):
        if len(word) < 5 or not word.isalpha() or lemmas(word):  # inflected forms have the parts of their base form
            continue
        own = set(families_of.get(word, ()))
        bases = {
            base
            for base in en.possible_roots(word)
            if base in wordnet().parts_of_speech and own & set(families_of.get(base, ()))
        }
        for cut in range(2, len(word) - 1):
            first, second = word[:cut], word[cut:]
            if same := next((parts[base] for base in sorted(bases) if base in parts), None):
                parts[word] = same  # broadcaster has the parts of broadcast
                break
            if any(base.startswith(first) for base in bases - {first, second}):
                continue  # castration derives from castrate, not from cast
            if _is_compound(word, first, second) and not own & {
                *families_of.get(first, ()),
                *families_of.get(second, ()),
            }:
                parts[word] = (first, second)
                break
    return parts
