"""Whether a clue may be given: the rulebook's nine rules, the first that is broken named with the word it concerns."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from threading import Lock

from duo.cache import made_once
from duo.core.word import fold, printable
from duo.text import N_, _
from duo.words import nearness
from duo.words.clueform import Fault, fault, is_known
from duo.words.lexicon import Lexicon
from duo.words.marks import MEANING, carried, forbidden
from duo.words.spelling import LONGEST_CLUE, visible
from duo.words.strictness import Spellings, strictly_met, to_the_letter
from duo.words.traits import Traits, study

ZERO = "zero"
ANY_CLUE = "any-clue"
WORDPLAY = "any-clue+wordplay"
_MOST_JUDGED = 2 * LONGEST_CLUE  # letters: a longer clue is refused for its form, whatever else is in it
SPOTS = range(1, 6)  # rows and columns of the grid

# The rules in the order in which they are named, each with the sentence that tells a refusal.
SENTENCES = {
    "part-of-word": N_("{clue} is refused: it shares a part with {word}."),
    "same-family": N_("{clue} is refused: it belongs to the same word family as {word}."),
    "sounds-like": N_("{clue} is refused: it sounds too much like {word}."),
    "homonym": N_("{clue} is refused: it is pronounced like {word}."),
    "visible-word": N_("{clue} is refused: {word} is still visible on the table."),
    "position": N_("{clue} {count} is refused: it could tell a place on the table."),
    "translation": N_("{clue} is refused: it means {word} in another language."),
    "proper-name": N_("{clue} is refused: a name may be a clue only if it is a single word."),
    "one-word": N_("{clue} is refused: a clue is one word of the dictionary or a one-word name, and nothing else."),
}

LEGAL = N_("{clue} is a legal clue.")
NEEDS_ZERO = N_("{clue} is a legal clue; the number 0 needs the variant zero.")
UNKNOWN = N_("{clue} breaks no rule, but no dictionary here has it.")


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether a clue is legal; if not, the rule and the visible word it breaks (None where no word is concerned)."""

    legal: bool
    rule: str | None
    word: str | None
    why: str
    caution: str | None = None  # for which visible words a legal clue would not be valid
    known: bool = True  # whether a dictionary here has the word
    nearest: str | None = None  # the common word that an unknown one may be meant for


def check(
    clue: str,
    count: int | None,
    words: Sequence[str],
    lang: str,
    variants: Iterable[str] = frozenset(),
    meant: Collection[str] = (),
    strict: bool = False,
) -> Ruling:
    """Judge a clue against the visible words, and to the letter against those that the giver means."""
    return referee(lang).check(clue, count, words, variants, meant=meant, strict=strict)


def allowed(candidates: Sequence[str], words: Sequence[str], lang: str, strict: bool = False) -> list[bool]:
    """Which candidates are legal against the visible words, whatever the number; quicker for what was asked before."""
    return referee(lang).allowed(candidates, words, strict=strict)


def nearest(clue: str, lang: str) -> str | None:
    """The known word that an unknown clue is most likely meant for."""
    return referee(lang).nearest(clue)


@made_once
def referee(lang: str) -> "Referee":
    """The referee of this language, with all that it has already looked up."""
    return Referee(Lexicon(lang))


class Referee:
    """Judges clues in one language by one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.language = import_module(f"duo.words.lang.{lexicon.lang}")
        self._study = lru_cache(maxsize=1 << 12)(self._traits)
        self._forbidden = lru_cache(maxsize=1 << 11)(self._all_forbidden)
        self._well_formed: dict[str, bool] = {}
        self._carriers: dict[str, set[str]] = defaultdict(set)
        self._spellings = Spellings(self.language)
        self._learning = Lock()

    def check(
        self,
        clue: str,
        count: int | None,
        words: Sequence[str],
        variants: Iterable[str] = (),
        *,
        meant: Collection[str] = (),
        strict: bool = False,
    ) -> Ruling:
        """Judge a clue against the visible words; meant words that are not visible restrict nothing."""
        clue = clue.strip()[:_MOST_JUDGED]
        shown = printable(clue[:LONGEST_CLUE]) or _("An empty clue")
        variants = frozenset(variants)
        known = is_known(clue, self.lexicon, self.language)
        broken = self._broken(clue, count, words, variants, strict=strict)
        near = [word for word in words if self._meets(clue, word)]
        targets = {fold(word) for word in meant}
        if broken is None and (refused := next((word for word in near if fold(word) in targets), None)):
            broken = "part-of-word", refused
        if broken:
            rule, word = broken
            return Ruling(False, rule, word, _(SENTENCES[rule], clue=shown, word=word, count=count), known=known)
        words_near = _(" or ").join(near)
        caution = _("{clue} is fine unless you mean {words}.", clue=shown, words=words_near) if near else None
        if not known:
            return Ruling(True, None, None, _(UNKNOWN, clue=shown), caution, known=False, nearest=self.nearest(clue))
        needs_variant = count == 0 and ZERO not in variants
        return Ruling(True, None, None, _(NEEDS_ZERO if needs_variant else LEGAL, clue=shown), caution)

    def nearest(self, clue: str) -> str | None:
        """The known word that an unknown clue is most likely meant for; a rare one only if no common one is near."""
        found = (nearness.nearest(visible(clue), words, self.language) for words in self.lexicon.vocabularies)
        return next((word for word in found if word), None)

    def allowed(self, candidates: Sequence[str], words: Sequence[str], *, strict: bool = False) -> list[bool]:
        """Which candidates are legal against the visible words, whatever the number."""
        with self._learning:
            return self._allowed(candidates, words, strict=strict)

    def _allowed(self, candidates: Sequence[str], words: Sequence[str], *, strict: bool) -> list[bool]:
        for clue in candidates:
            if clue not in self._well_formed:
                self._learn(clue)
        banned = set[str]().union(
            *(carriers for word in words for ban in self._forbidden(word) if (carriers := self._carriers.get(ban)))
        )
        if strict:
            banned.update(*(self._spellings.met(self._study(word)) for word in words))
        return [self._well_formed[clue] and clue not in banned for clue in candidates]

    def _broken(
        self, clue: str, count: int | None, words: Sequence[str], variants: frozenset[str], *, strict: bool
    ) -> tuple[str, str | None] | None:
        """The first rule of the list that the clue breaks, with the word."""
        said = self._study(clue)
        shown = [(word, self._study(word)) for word in words] if said.letters else []
        rules = [rule for rule in MEANING if rule != "homonym" or WORDPLAY not in variants]
        marks = frozenset[str]().union(*(carried(rule, said, self.language) for rule in rules))
        suspects = [(word, traits) for word, traits in shown if not marks.isdisjoint(self._forbidden(word))]
        for strictly in (False, True) if strict else (False,):
            for rule in rules:
                for word, traits in shown if strictly else suspects:
                    if self._breaks(rule, said, traits, strictly=strictly):
                        return rule, word
        return self._otherwise_broken(clue, count, said, shown, variants)

    def _otherwise_broken(
        self, clue: str, count: int | None, said: Traits, shown: Sequence[tuple[str, Traits]], variants: frozenset[str]
    ) -> tuple[str, str | None] | None:
        """The first broken rule of those that do not ask for kinship or sound."""
        for word, traits in shown:
            if self._same(said, traits):
                return "visible-word", word
        if count in SPOTS and said.letters in self.language.PLACES:
            return "position", None
        for word, traits in shown:
            if said.foreign & traits.translations:
                return "translation", word
        return self._misformed(clue, free=bool(variants & {ANY_CLUE, WORDPLAY}))

    def _breaks(self, rule: str, said: Traits, shown: Traits, *, strictly: bool) -> bool:
        if strictly:
            met = strictly_met(rule, said, shown, self.language)
        else:
            met = not carried(rule, said, self.language).isdisjoint(forbidden(rule, shown, self.language))
        return met and not self._same(said, shown)

    def _meets(self, clue: str, word: str) -> bool:
        """Whether the clue would not be valid for this word by its letters alone."""
        return to_the_letter(self._study(clue), self._study(word), self.language)

    def _misformed(self, clue: str, *, free: bool) -> tuple[str, None] | None:
        found = fault(clue, self.lexicon, self.language)
        if found is Fault.UNSPEAKABLE:
            return "one-word", None
        return None if found is None or free else (found.value, None)

    def _same(self, said: Traits, shown: Traits) -> bool:
        """Whether the clue is the visible word itself, accents left out or not; PÉCHÉ is not PÊCHE."""
        if said.letters != shown.letters:
            return False
        return said.is_bare or not set(said.readings).isdisjoint(shown.readings)

    def _traits(self, text: str) -> Traits:
        return study(visible(text), self.lexicon, self.language)

    def _all_forbidden(self, word: str) -> frozenset[str]:
        """Every mark that this visible word forbids, under whatever rule."""
        traits = self._study(word)
        bans = {ban for rule in MEANING for ban in forbidden(rule, traits, self.language)}
        itself = {f"#{reading}" for reading in (traits.letters, *traits.readings)}
        return frozenset(bans | itself | {f"?{key}" for key in traits.translations})

    def _learn(self, clue: str) -> None:
        """Remember whether a clue has the form of one, and under every mark it carries that it does."""
        said = self._traits(clue)
        fits = said.letters not in self.language.PLACES and fault(clue, self.lexicon, self.language) is None
        self._well_formed[clue] = fits
        marks = {mark_ for rule in MEANING for mark_ in carried(rule, said, self.language)}
        itself = {f"#{reading}" for reading in (*said.readings, *([said.letters] if said.is_bare else ()))}
        for mark_ in marks | itself | {f"?{key}" for key in said.foreign}:
            self._carriers[mark_].add(clue)
        self._spellings.add(clue, said)
