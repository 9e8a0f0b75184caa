"""English compounds: a word that is said like two words, one after the other, and means something of them."""

from functools import cache

from databuild.lexicon.english import closeness, etymologies, families, lemmas, mentions, sounds, stems, vocabulary
from databuild.lexicon.frequency import zipf
from databuild.lexicon.wordnet import wordnet
from duo.words.lang import en

# Openings and endings that look like words but are only affixes, or chance.
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
# How the second half is said when it has lost its stress.
_REDUCED_SOUNDS = dict(
    pair.split(":")
    for pair in "man:m@n men:m@n board:bRd land:l@nd berry:beri fast:f@st yard:jRd mouth:m@T day:di head:h@d".split()
)
_FOREIGN_LANGS = {
    "fra",
    "fro",
    "frm",
    "lat",
    "spa",
    "ita",
    "grc",
    "por",
    "ara",
    "xno",
    "jpn",
    "hin",
    "ota",
    "rus",
    "zho",
}


def _is_said_as(word: str, first: str, second: str) -> bool:
    """Whether the word is said as its two halves one after the other."""
    said = sounds()
    seconds = (*said.get(second, ()), *([_REDUCED_SOUNDS[second]] if second in _REDUCED_SOUNDS else ()))
    return any(
        whole.replace("ii", "i") in (a + b, a + b[1:] if a[-1:] == b[:1] else a + b)
        for whole in said.get(word, ())
        for a in said.get(first, ())
        for b in seconds
    )


def _is_compound(word: str, first: str, second: str) -> bool:  # noqa: PLR0911 - a verdict for each kind of evidence
    if {first, second} <= set(stems(word)):
        return True
    if second in _EXCLUDED_SECOND and closeness(word, second) < 0.3:
        return False
    borrowed = any(lang in _FOREIGN_LANGS for _, lang in etymologies().get(word, ()))
    heard = min(len(first), len(second)) > 3 and _is_said_as(word, first, second) and mentions(word, first)
    chance = first in _EXCLUDED_FIRST and not (
        len(second) > 3 and first not in en.SMALL_WORDS and mentions(word, first)
    )  # a penknife cuts pens
    if chance or (borrowed and not heard):  # a passport is a leave to pass, whatever French it comes from
        return False
    if not (_can_be_part(first, 4.0) and _can_be_part(second, 9.0)):
        return False
    known = word in wordnet().parts_of_speech
    spoken = mentions(word, first) or mentions(word, second)
    near = max(closeness(word, first), closeness(word, second))
    if word not in sounds():
        return known and (spoken or (len(first) > 3 and zipf("en").get(word, 0) >= 3))
    if _is_said_as(word, first, second):
        rare, common = sorted(zipf("en").get(half, 0) for half in (first, second))
        borne_out = spoken or near > 0.2 or (rare >= 3.6 and common >= 4.3)
        return borne_out if known else zipf("en").get(word, 0) >= 2.5 and (spoken or near > 0.3)
    return known and spoken and near > 0.1


def _can_be_part(part: str, min_zipf_unlisted: float) -> bool:
    """Whether a part is a common word; one that WordNet lacks, such as a preposition, must be very common."""
    common = zipf("en").get(part, 0)
    return len(part) >= 3 and common >= 2.7 and (part in wordnet().parts_of_speech or common >= min_zipf_unlisted)


@cache
def compound_parts() -> dict[str, tuple[str, ...]]:
    """The stems of each compound."""
    kin = families()
    found: dict[str, tuple[str, ...]] = {}
    for word in sorted(vocabulary() | {word for word in wordnet().parts_of_speech if word.isalpha()}):
        if len(word) < 5 or not word.isalpha() or lemmas(word):  # an inflected form has the parts of its base form
            continue
        own = set(kin.get(word, ()))
        bases = {
            base
            for base in en.possible_roots(word)
            if base in wordnet().parts_of_speech and own & set(kin.get(base, ()))
        }
        for cut in range(2, len(word) - 1):
            first, second = word[:cut], word[cut:]
            if same := next((found[base] for base in sorted(bases) if base in found), None):
                found[word] = same  # a broadcaster has the parts of broadcast
                break
            if any(base.startswith(first) for base in bases - {first, second}):
                continue  # castration is of castrate, not of cast
            if _is_compound(word, first, second) and not own & {*kin.get(first, ()), *kin.get(second, ())}:
                found[word] = (first, second)
                break
    return found
