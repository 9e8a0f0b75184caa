"""English: sounds, inflection, word formation and words for places on the table."""

import re
from collections.abc import Iterator

from duo.words.lang.endings import parse_endings
from duo.words.lang.pronunciation import parse_rules, pronounce

NAME = "English"
ACCENTS_OPTIONAL = True  # accents do not distinguish words: CAFÉ is CAFE
ROOT_IS_PART = False  # a root and its derivative are one family, but the root is no part: TEACH and TEACHER
COMPARATIVE_ENDINGS = ("er", "est")  # POSTER ends in one by chance
SMALL_WORDS = frozenset("a an the of and or to in on at by for with from de da la le el von van der s o d t".split())

# Words that point to a row, column or corner together with a number from 1 to 5.
PLACE_WORDS = frozenset(
    "left right top bottom row column line corner middle center centre up down upper lower above below edge side"
    " rows columns lines corners edges sides leftmost rightmost topmost uppermost lowermost diagonal".split()
)

# The lexicon writes each sound as one character.
_ARPABET_SOUNDS = (
    "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH".split()
)
SOUNDS = dict(zip(_ARPABET_SOUNDS, "a&@oWYeREiIOyuUbCdDfghJklmnNprsStTvwjzZ", strict=True))
ALL_SOUNDS = "".join(SOUNDS.values())
_CONFUSABLE_PAIRS = ("pb", "td", "kg", "fv", "sz", "SZ", "TD", "CJ", "mn", "Ii", "ie", "e&", "&@", "@a", "ao", "uU")
CONFUSABLE_SOUNDS = {
    sound: "".join(pair.replace(sound, "") for pair in _CONFUSABLE_PAIRS if sound in pair)
    for sound in sorted(set("".join(_CONFUSABLE_PAIRS)))
}

_DOUBLING_STEM = re.compile("[^aeiou]*[aeiou][bdfgklmnprtvz]")  # stems that double their last letter: hop, hopping

_SUFFIXES = parse_endings("""
    ness less ful like hood ship ment ling let ster wise fulness lessness some ward wards eer ese ee fold woman : -
    able dom er or ar ish ism ist ing ed age ess ery ette ine ive ous al en ize ise ify ity ance ence ancy ency : - e
    ant ent ure ian an ic ical y ary ory ry th ie eous uous : - e
    ation ition ion : - e ate ite
    ization isation : - ize ise e y
    ability : able - e
    ibility : ible
    ication : y icate
    ician : ic ics icity
    tific : ce
    enger : age
    ress : er or
    ty : -
    ically : ic y ical
    ally : al -
    ly : - le
    ily : y
    ably : able
    tion : t te
    sion : d de se t
    cy : t te ce
    ial ious : - y
""")
_Y_DROPPING_SUFFIXES = ("ic", "ical", "ist", "ize", "ise", "ous", "al", "ify")
_PREFIXES = (
    "counter hyper inter micro multi super trans ultra under after semi mini mega over anti fore post self tele auto"
    " out dis mis non pre sub mid bio un re in im il ir en em be up co de ex a".split()
)


def with_ligatures(word: str) -> str:
    """Return the word as it is: English writes no ligatures."""
    return word


def possible_base_forms(word: str) -> Iterator[str]:
    """Yield words that this one may be an inflected form of, by spelling alone."""
    if word.endswith("'s"):
        yield word[:-2]
    elif word.endswith("s") and not word.endswith("ss"):
        yield from _possible_singulars(word)
    elif word.endswith("men") and len(word) > 3:
        yield word[:-2] + "an"
    for ending in ("ed", "ing", "er", "est"):
        stem = word.removesuffix(ending)
        if stem == word:
            continue
        if not _DOUBLING_STEM.fullmatch(stem):
            yield stem
        yield stem + "e"
        if stem.endswith("i"):
            yield stem[:-1] + "y"
        if ending == "ing" and stem.endswith("y"):
            yield stem[:-1] + "ie"
        if stem[-1:] == stem[-2:-1] or stem.endswith("ck"):
            yield stem[:-1]


def _possible_singulars(word: str) -> Iterator[str]:
    for ending, base in (("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("ves", "fe")):
        if word.endswith(ending):
            yield word.removesuffix(ending) + base


def verbs_with_form(word: str) -> Iterator[str]:  # noqa: ARG001 - French has such forms
    """Yield nothing: in English, `possible_base_forms` already finds every verb with a form of this spelling."""
    yield from ()


def possible_roots(word: str) -> Iterator[str]:
    """Yield words that this one may derive from by a prefix or suffix, by spelling alone."""
    for suffix, endings in _SUFFIXES.items():
        stem = word.removesuffix(suffix)
        if stem == word or len(stem) < 3:
            continue
        doubles = suffix[0] in "aeiouy" and _DOUBLING_STEM.fullmatch(stem)
        yield from (stem + ending for ending in endings if ending or not doubles)
        if suffix in _Y_DROPPING_SUFFIXES:
            yield stem + "y"
        if stem.endswith("i"):
            yield stem[:-1] + "y"
        if stem[-1] == stem[-2]:
            yield stem[:-1]
    for prefix in _PREFIXES:
        rest = word.removeprefix(prefix).removeprefix("-")
        if rest != word and len(rest) >= 3:
            yield rest


# The first matching pattern applies. SOUNDS lists the one-letter sounds.
PRONUNCIATION_RULES = parse_rules("""
    ^kn|^gn|^pn n
    ^wr r
    ^ps s
    ^x z
    tch|ch C
    sch sk
    sh S
    th T
    ph f
    wh w
    ck k
    qu kw
    ng(?=$|[s]) N
    n(?=[kgx]) N
    dge?(?=$|[^aou]) J
    tion S@n
    sion Z@n
    ture CR
    ci(?=ous|al|an) S
    ti(?=ous|al|an) S
    sc(?=[eiy]) s
    c(?=[eiy]) s
    cc|c k
    g(?=[eiy]) J
    gh(?=$|t) _
    gg|gh|g g
    mb$ m
    igh Y
    ough O
    augh o
    eigh E
    ee|ea I
    oo U
    oa O
    ou W
    ow(?=$) O
    ow W
    oi|oy y
    ai|ay|ei|ey(?=.) E
    au|aw o
    ew|ue$ jU
    ie$|ies$ I
    ie I
    a(?=[^aeiouywrx]e) E
    i(?=[^aeiouywr]e) Y
    o(?=[^aeiouywrx]e) O
    u(?=[^aeiouywr]e) jU
    e(?=[^aeiouywrx]e$) I
    are$ er
    ire$ YR
    ore or
    er|ir|ur R
    ar ar
    or or
    y$ I
    ^y j
    y i
    (?<=[^aeiou])le$ @l
    e$ _
    es$ z
    ed$ d
    a$ @
    o$ O
    a &
    e e
    i i
    o a
    u @
    (?<=[aeiouy])s(?=[aeiouy]) z
    ss|s s
    bb|b b
    dd|d d
    ff|f f
    h h
    j J
    k k
    ll|l l
    mm|m m
    nn|n n
    pp|p p
    rr|r r
    tt|t t
    v v
    w w
    x ks
    zz|z z
""")


_MAX_PRONOUNCEABLE_LENGTH = 5


def possible_pronunciations(word: str) -> Iterator[str]:
    """Yield a pronunciation of a short unknown word. English spelling says too little about longer ones."""
    if len(word) <= _MAX_PRONOUNCEABLE_LENGTH:
        yield pronounce(word, PRONUNCIATION_RULES)
