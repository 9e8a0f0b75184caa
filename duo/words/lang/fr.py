"""French: sounds, inflection, word formation and words for places on the table."""

import re
from collections.abc import Iterator

from duo.words.lang.endings import parse_endings
from duo.words.lang.pronunciation import parse_rules, pronounce

NAME = "Français"
ACCENTS_OPTIONAL = False  # accents distinguish words: PÊCHE is not PÉCHÉ
# Where French writes œ. Elsewhere o and e are separate letters: coefficient, moelle.
_OE_LIGATURE = re.compile(r"oe(?=u)|\boe|(?<=\bf)oe(?=t)|(?<=\bc)oe(?=l)", re.IGNORECASE)
ROOT_IS_PART = True  # the rulebook counts a root that begins the word as its part: ROUE and ROUAGE
COMPARATIVE_ENDINGS = ()
SMALL_WORDS = frozenset(
    "le la les l un une des du de d au aux a en et ou par pour sur sous dans avec sans ce se sa son ses qu que qui"
    " y s n m t c j à the of da di von van der".split()
)

# Words that point to a row, column or corner together with a number from 1 to 5, without accents.
PLACE_WORDS = frozenset(
    "gauche droite haut bas ligne colonne rangee rang coin milieu centre bord cote dessus dessous diagonale superieur"
    " superieure inferieur inferieure lignes colonnes rangees rangs coins bords cotes".split()
)

# Sounds use the notation of Lexique: @ an, 5 in, § on, 1 un, E è, e é, 9 eu (peur), 2 eu (peu), O o (port), o o (pot),
# ° mute e, S ch, Z j, N gn, G ng, 8 u (lui).
ALL_SOUNDS = "aeEiouyO29°@5§1jwx8bdfgklmnNGpRstvzSZ"
_CONFUSABLE_PAIRS = (
    "pb",
    "td",
    "kg",
    "fv",
    "sz",
    "SZ",
    "mn",
    "eE",
    "oO",
    "29",
    "2°",
    "9°",
    "@5",
    "@§",
    "@1",
    "5§",
    "51",
    "§1",
)
CONFUSABLE_SOUNDS = {
    sound: "".join(pair.replace(sound, "") for pair in _CONFUSABLE_PAIRS if sound in pair)
    for sound in sorted(set("".join(_CONFUSABLE_PAIRS)))
}

_NOUN_OR_VERB_ENDINGS = "- e es er ir re"
SUFFIXES = parse_endings(f"""
    ier ière iste isme erie eux euse al ale el elle aire ique et ette on ot otte ard arde âtre esque ien ienne : - e es
    ais aise ois oise éen éenne ain aine in ine ée é u er ir iser ifier té ité esse ise eau elet elette at : - e es
    cir osité itude aud ie ceau ereau eteau eron illon oyer ial ielle iel uel ieux ueux uaire alité auté aie : - e es
    icien icienne : ie ique
    ade aille ement ament ure age eur rice ment ance ence able ible ant ante : {_NOUN_OR_VERB_ENDINGS}
    tion ation ition sion ion aison oir oire ateur atrice iteur : er ir re
""")
PREFIXES = (
    "contre entre trans inter super sous anti auto télé para micro mini archi pré sur dés més mal non sub com dé mé ré"
    " re en em in im ir il ex ad ac at al ap ar as é r a".split()
)
_PLURAL_ENDINGS = parse_endings("""
    aux : al ail au
    eux : eu
    oux : ou
    x s : -
""")
_FEMININE_ENDINGS = parse_endings("""
    euse : eur eux
    rice : eur
    ière : ier
    ienne : ien
    onne : on
    elle : el eau
    ette ète : et
    ve : f
    esse : e
    enne : en
    olle : ou
    che : c
    sse : s
    ère : er
    e : -
""")
_VERB_ENDINGS = "ais ait aient ions iez ant ent ons ez es é ée és ées era".split()


def with_ligatures(word: str) -> str:
    """Return the word with œ where French writes it."""
    return _OE_LIGATURE.sub(lambda oe: "Œ" if oe[0][0].isupper() else "œ", word)


def possible_base_forms(word: str) -> Iterator[str]:
    """Yield words that this one may be an inflected form of, by spelling alone."""
    singles = list(_replace_ending(word, _PLURAL_ENDINGS))
    yield from singles
    for single in (word, *singles):
        yield from _replace_ending(single, _FEMININE_ENDINGS)
    for ending in _VERB_ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            yield stem + "er"


def verbs_with_form(word: str) -> Iterator[str]:
    """Yield verbs that have a form with this spelling: MOUCHE (fly) is also a form of the verb moucher."""
    if word.endswith("e"):
        yield f"{word}r"


def _replace_ending(word: str, endings: dict[str, tuple[str, ...]]) -> Iterator[str]:
    for ending, bases in endings.items():
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield from (word.removesuffix(ending) + base for base in bases)


def possible_roots(word: str) -> Iterator[str]:
    """Yield words that this one may derive from by a prefix or suffix, by spelling alone."""
    for suffix, endings in SUFFIXES.items():
        stem = word.removesuffix(suffix)
        if stem == word or len(stem) < 3:
            continue
        yield from (stem + ending for ending in endings)
        if stem[-1] == stem[-2]:
            yield stem[:-1]
        if stem.endswith("qu"):
            yield stem + "e"
            yield stem[:-2] + "c"
    for prefix in PREFIXES:
        rest = word.removeprefix(prefix).removeprefix("-")
        if rest != word and len(rest) > 3:
            yield rest


# The first matching pattern applies.
PRONUNCIATION_RULES = parse_rules(
    """
    (?<=[aeiouyéèêâîôû])s(?=[aeiouyéèêâîôû]) z
    (?<!^)ents?$ @
    (?<=[aeioué])ille(?=s?$) j
    eill Ej
    (?<=[aoe]u)ill j
    aill aj
    ouill uj
    (?<=[a-z])ill(?=[aeiouéè]) ij
    aient$ E
    aim(?=$|[^aeiouymnéèêâîôûh]) 5
    ain(?=$|[^aeiouynéèêâîôûh]) 5
    ein(?=$|[^aeiouynéèêâîôûh]) 5
    oin(?=$|[^aeiouynéèêâîôûh]) w5
    ien(?=$|[^aeiouynéèêâîôûht]) j5
    yen(?=$|[^aeiouynéèêâîôûh]) j5
    éen(?=s?$) e5
    [aâ][nm](?=$|[^aeiouymnéèêâîôûh]) @
    e[nm](?=$|[^aeiouymnéèêâîôûh]) @
    emm(?=[aeo]) @m
    enn(?=[uo]) @n
    [iyî][nm](?=$|[^aeiouymnéèêâîôûh]) 5
    o[nm](?=$|[^aeiouymnéèêâîôûh]) §
    u[nm](?=$|[^aeiouymnéèêâîôûh]) 1
    eaux?$ o
    eau o
    aux$ o
    au(?=r) O
    au o
    oeu(?=s$|x$|$) 2
    oeu 9
    oe e
    eu(?=$|x|[sz]e|s?$) 2
    eu 9
    où|oû|ou(?=[aeéièê]) w
    ou u
    oî|oy(?=[aeuiéè]) waj
    oi wa
    ai(?=s?$) E
    ay(?=[aeuoé]) Ej
    a[iîy] E
    ey|ei E
    er$ e
    ers$ ER
    ez$ e
    et$ E
    ets$ E
    ée?s?$ e
    es?$ _
    [èêë] E
    é e
    e(?=([bcdfglmnprstvz])\\1[aiouyéèêe].) e
    e(?=([bcdfglmnprstvz])\\1) E
    e(?=x) E
    e(?=[^aeiouyéèêâîôû][^aeiouyéèêâîôûrlh]) E
    e(?=[^aeiouyéèêâîôû]$) E
    e °
    [àâa] a
    ô o
    o(?=$|[sz]e|ts?$|s$) o
    o(?=[^aeiouyéèêâîôû]{1,2}([aiouyéèêâîôû]|e[^s]|es.)) o
    o O
    [uùûü](?=[iéèa]) 8
    [uùûü] y
    [iîï](?=[aeoéèâ](?!$)) j
    [iîïy] i
    tion sj§
    tien sj5
    (?<=[^s])tie(?=$|s$) si
    sch S
    sc(?=[eiyéèê]) s
    ss s
    ch(?=[rl]) k
    ch S
    c(?=[eiyéèê]) s
    ç s
    cc(?=[eiéè]) ks
    cqu|cc|ck k
    c k
    gn N
    g(?=[eiyéèê]) Z
    gu(?=[eiyéèê]) g
    gg g
    g g
    ge(?=[aou]) Z
    ph f
    qu|q|k k
    th t
    x(?=[aeiouéèê]) ks
    xc(?=[ei]) ks
    [xstdz]s?$ _
    x ks
    j Z
    h _
    w v
    y j
    rh|rr r
    r R
    bb?|b b
    dd? d
    ff? f
    ll? l
    mm? m
    nn? n
    pp? p
    s s
    tt? t
    v v
    z z
""".replace("° \n", "°\n")
)


def possible_pronunciations(word: str) -> Iterator[str]:
    """Yield the pronunciation of an unknown word, by spelling alone."""
    yield pronounce(word, PRONUNCIATION_RULES).replace("r", "R")
