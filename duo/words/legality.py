"""Whether a clue may be given: the rulebook's nine rules, the first that is broken named with the word it concerns."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from threading import Lock

from duo.cache import cached_once
from duo.core.word import fold, printable
from duo.text import N_, _
from duo.words import nearness
from duo.words.clueform import FormFault, form_fault, is_known
from duo.words.lexicon import Lexicon
from duo.words.marks import MEANING_RULES, clue_marks, forbidden_marks
from duo.words.spelling import MAX_CLUE_LENGTH, normalize
from duo.words.strictness import StrictIndex, breaks_strict_rule, overlaps_literally
from duo.words.traits import Traits, word_traits

ZERO = "zero"
ANY_CLUE = "any-clue"
WORDPLAY = "any-clue+wordplay"
_MAX_JUDGED_LENGTH = 2 * MAX_CLUE_LENGTH  # letters: a longer clue is refused for its form, whatever else is in it
GRID_COORDINATES = range(1, 6)  # rows and columns of the grid

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

LEGAL_CLUE = N_("{clue} is a legal clue.")
NEEDS_ZERO = N_("{clue} is a legal clue; the number 0 needs the variant zero.")
UNKNOWN_CLUE = N_("{clue} breaks no rule, but no dictionary here has it.")


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
    return clue_judge(lang).check(clue, count, words, variants, meant=meant, strict=strict)


def legal_mask(candidates: Sequence[str], words: Sequence[str], lang: str, strict: bool = False) -> list[bool]:
    """Which candidates are legal against the visible words, whatever the number; quicker for what was asked before."""
    return clue_judge(lang).legal_mask(candidates, words, strict=strict)


def closest_known_word(clue: str, lang: str) -> str | None:
    """The known word that an unknown clue is most likely meant for."""
    return clue_judge(lang).closest_known_word(clue)


@cached_once
def clue_judge(lang: str) -> "ClueJudge":
    """The referee of this language, with all that it has already looked up."""
    return ClueJudge(Lexicon(lang))


class ClueJudge:
    """Judges clues in one language by one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.language = import_module(f"duo.words.lang.{lexicon.lang}")
        self._study = lru_cache(maxsize=1 << 12)(self._find_traits)
        self._forbidden = lru_cache(maxsize=1 << 11)(self._find_forbidden_marks)
        self._well_formed: dict[str, bool] = {}
        self._carriers: dict[str, set[str]] = defaultdict(set)
        self._spellings = StrictIndex(self.language)
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
        clue = clue.strip()[:_MAX_JUDGED_LENGTH]
        shown = printable(clue[:MAX_CLUE_LENGTH]) or _("An empty clue")
        variants = frozenset(variants)
        known = is_known(clue, self.lexicon, self.language)
        broken = self._find_broken_rule(clue, count, words, variants, strict=strict)
        near = [word for word in words if self._overlaps_literally(clue, word)]
        targets = {fold(word) for word in meant}
        if broken is None and (refused := next((word for word in near if fold(word) in targets), None)):
            broken = "part-of-word", refused
        if broken:
            rule, word = broken
            return Ruling(False, rule, word, _(SENTENCES[rule], clue=shown, word=word, count=count), known=known)
        words_near = _(" or ").join(near)
        caution = _("{clue} is fine unless you mean {words}.", clue=shown, words=words_near) if near else None
        if not known:
            return Ruling(
                True,
                None,
                None,
                _(UNKNOWN_CLUE, clue=shown),
                caution,
                known=False,
                nearest=self.closest_known_word(clue),
            )
        needs_variant = count == 0 and ZERO not in variants
        return Ruling(True, None, None, _(NEEDS_ZERO if needs_variant else LEGAL_CLUE, clue=shown), caution)

    def closest_known_word(self, clue: str) -> str | None:
        """The known word that an unknown clue is most likely meant for; a rare one only if no common one is near."""
        found = (nearness.closest_word(normalize(clue), words, self.language) for words in self.lexicon.vocabularies)
        return next((word for word in found if word), None)

    def legal_mask(self, candidates: Sequence[str], words: Sequence[str], *, strict: bool = False) -> list[bool]:
        """Which candidates are legal against the visible words, whatever the number."""
        with self._learning:
            return self._legal_mask(candidates, words, strict=strict)

    def _legal_mask(self, candidates: Sequence[str], words: Sequence[str], *, strict: bool) -> list[bool]:
        for clue in candidates:
            if clue not in self._well_formed:
                self._index_clue(clue)
        banned = set[str]().union(
            *(carriers for word in words for ban in self._forbidden(word) if (carriers := self._carriers.get(ban)))
        )
        if strict:
            banned.update(*(self._spellings.met(self._study(word)) for word in words))
        return [self._well_formed[clue] and clue not in banned for clue in candidates]

    def _find_broken_rule(
        self, clue: str, count: int | None, words: Sequence[str], variants: frozenset[str], *, strict: bool
    ) -> tuple[str, str | None] | None:
        """The first rule of the list that the clue breaks, with the word."""
        said = self._study(clue)
        shown = [(word, self._study(word)) for word in words] if said.letters else []
        rules = [rule for rule in MEANING_RULES if rule != "homonym" or WORDPLAY not in variants]
        marks = frozenset[str]().union(*(clue_marks(rule, said, self.language) for rule in rules))
        suspects = [(word, traits) for word, traits in shown if not marks.isdisjoint(self._forbidden(word))]
        for strictly in (False, True) if strict else (False,):
            for rule in rules:
                for word, traits in shown if strictly else suspects:
                    if self._breaks_rule(rule, said, traits, strictly=strictly):
                        return rule, word
        return self._find_other_broken_rule(clue, count, said, shown, variants)

    def _find_other_broken_rule(
        self,
        clue: str,
        count: int | None,
        clue_traits: Traits,
        board: Sequence[tuple[str, Traits]],
        variants: frozenset[str],
    ) -> tuple[str, str | None] | None:
        """The first broken rule of those that do not ask for kinship or sound."""
        for word, traits in board:
            if self._is_same_word(clue_traits, traits):
                return "visible-word", word
        if count in GRID_COORDINATES and clue_traits.letters in self.language.PLACE_WORDS:
            return "position", None
        for word, traits in board:
            if clue_traits.foreign & traits.translations:
                return "translation", word
        return self._find_form_fault(clue, any_clue=bool(variants & {ANY_CLUE, WORDPLAY}))

    def _breaks_rule(self, rule: str, clue: Traits, word: Traits, *, strictly: bool) -> bool:
        if strictly:
            met = breaks_strict_rule(rule, clue, word, self.language)
        else:
            met = not clue_marks(rule, clue, self.language).isdisjoint(forbidden_marks(rule, word, self.language))
        return met and not self._is_same_word(clue, word)

    def _overlaps_literally(self, clue: str, word: str) -> bool:
        """Whether the clue would not be valid for this word by its letters alone."""
        return overlaps_literally(self._study(clue), self._study(word), self.language)

    def _find_form_fault(self, clue: str, *, any_clue: bool) -> tuple[str, None] | None:
        found = form_fault(clue, self.lexicon, self.language)
        if found is FormFault.UNSPEAKABLE:
            return "one-word", None
        return None if found is None or any_clue else (found.value, None)

    def _is_same_word(self, clue: Traits, word: Traits) -> bool:
        """Whether the clue is the visible word itself, accents left out or not; PÉCHÉ is not PÊCHE."""
        if clue.letters != word.letters:
            return False
        return clue.is_unaccented or not set(clue.readings).isdisjoint(word.readings)

    def _find_traits(self, text: str) -> Traits:
        return word_traits(normalize(text), self.lexicon, self.language)

    def _find_forbidden_marks(self, word: str) -> frozenset[str]:
        """Every mark that this visible word forbids, under whatever rule."""
        traits = self._study(word)
        bans = {ban for rule in MEANING_RULES for ban in forbidden_marks(rule, traits, self.language)}
        itself = {f"#{reading}" for reading in (traits.letters, *traits.readings)}
        return frozenset(bans | itself | {f"?{key}" for key in traits.translations})

    def _index_clue(self, clue: str) -> None:
        """Remember whether a clue has the form of one, and under every mark it carries that it does."""
        said = self._find_traits(clue)
        fits = said.letters not in self.language.PLACE_WORDS and form_fault(clue, self.lexicon, self.language) is None
        self._well_formed[clue] = fits
        marks = {mark_ for rule in MEANING_RULES for mark_ in clue_marks(rule, said, self.language)}
        itself = {f"#{reading}" for reading in (*said.readings, *([said.letters] if said.is_unaccented else ()))}
        for mark_ in marks | itself | {f"?{key}" for key in said.foreign}:
            self._carriers[mark_].add(clue)
        self._spellings.add(clue, said)
