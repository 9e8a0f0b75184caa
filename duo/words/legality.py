"""Judges whether a clue is legal by the nine rules of the rulebook. A ruling names the first broken rule."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import Any

from duo.cache import cached_once
from duo.core.word import fold, printable
from duo.text import N_, _
from duo.words.closest_word import closest_word
from duo.words.clue_form import FormFault, form_fault, is_known
from duo.words.clue_rule import ClueRule
from duo.words.language import find_language
from duo.words.lexicon import Lexicon
from duo.words.rule_marks import MARK_RULES, clue_marks, forbidden_marks
from duo.words.spelling import MAX_CLUE_LENGTH, normalize
from duo.words.strict_rule import StrictIndex, breaks_strict_rule, overlaps_literally
from duo.words.traits import Traits, word_traits

ZERO_VARIANT = "zero"
ANY_CLUE_VARIANT = "any-clue"
WORDPLAY_VARIANT = "any-clue+wordplay"
_MAX_JUDGED_LENGTH = 2 * MAX_CLUE_LENGTH  # characters; a longer clue is illegal by its form alone
GRID_COORDINATES = range(1, 6)  # rows and columns of the grid

# Rules in the order in which they are checked, each with the sentence shown when it is broken.
BROKEN_RULE_SENTENCES = {
    ClueRule.PART_OF_WORD: N_("{clue} is refused: it shares a part with {word}."),
    ClueRule.SAME_FAMILY: N_("{clue} is refused: it belongs to the same word family as {word}."),
    ClueRule.SOUNDS_LIKE: N_("{clue} is refused: it sounds too much like {word}."),
    ClueRule.HOMONYM: N_("{clue} is refused: it is pronounced like {word}."),
    ClueRule.VISIBLE_WORD: N_("{clue} is refused: {word} is still visible on the table."),
    ClueRule.POSITION: N_("{clue} {count} is refused: it could point to a place on the table."),
    ClueRule.TRANSLATION: N_("{clue} is refused: it means {word} in another language."),
    ClueRule.PROPER_NAME: N_("{clue} is refused: a name may be a clue only if it is a single word."),
    ClueRule.ONE_WORD: N_(
        "{clue} is refused: a clue is one word of the dictionary or a one-word name, and nothing else."
    ),
}

LEGAL_CLUE_SENTENCE = N_("{clue} is a legal clue.")
NEEDS_ZERO_SENTENCE = N_("{clue} is a legal clue; the number 0 needs the variant zero.")
UNKNOWN_CLUE_SENTENCE = N_("{clue} breaks no rule, but no dictionary here has it.")
CAUTION_SENTENCE = N_("{clue} is fine unless you mean {words}.")


@dataclass(frozen=True, slots=True)
class Ruling:
    """The judgement on one clue.

    If the clue is illegal, `rule` is the rule that it breaks, and `word` is the visible word that the rule protects, if
    any. `template` is the English sentence of `why`, with placeholders for `fields`.
    """

    legal: bool
    rule: ClueRule | None
    word: str | None
    template: str
    fields: Mapping[str, object] = field(hash=False)
    overlapping: tuple[str, ...] = ()  # visible words that the giver must not mean with this legal clue
    known: bool = True  # whether the lexicon has the clue
    nearest: str | None = None  # the likely intended word if the clue is unknown

    @property
    def why(self) -> str:
        """The reason for the judgement: a sentence in the current language."""
        return _(self.template, **{**self.fields, "clue": self._shown_clue})

    @property
    def caution(self) -> str | None:
        """A warning that names the visible words for which this legal clue would be invalid, or None."""
        if not self.overlapping:
            return None
        return _(CAUTION_SENTENCE, clue=self._shown_clue, words=_(" or ").join(self.overlapping))

    def to_json(self) -> dict[str, Any]:
        """The ruling in the format of `duo check --json` and of the engine."""
        return {
            "legal": self.legal,
            "rule": self.rule.value if self.rule else None,
            "word": self.word,
            "why": self.why,
            "caution": self.caution,
            "known": self.known,
            "nearest": self.nearest,
        }

    @property
    def _shown_clue(self) -> object:
        return self.fields["clue"] or _("An empty clue")


def check(
    clue: str,
    count: int | None,
    words: Sequence[str],
    lang: str,
    variants: Iterable[str] = frozenset(),
    meant: Collection[str] = (),
    strict: bool = False,
) -> Ruling:
    """Judge whether a clue is legal beside the visible words.

    `meant` are the visible words that the giver means. The clue must not begin or end with one of them, nor one of them
    with the clue. With `strict`, the rules for letters and sounds apply in their strict form.
    """
    return clue_judge(lang).check(clue, count, words, variants, meant=meant, strict=strict)


def legal_mask(candidates: Sequence[str], words: Sequence[str], lang: str, strict: bool = False) -> list[bool]:
    """Return for each candidate whether it is a legal clue beside the visible words, whatever its number.

    Each candidate is analysed only once, so later calls with the same candidates are faster.
    """
    return clue_judge(lang).legal_mask(candidates, words, strict=strict)


def spelling_correction(clue: str, lang: str) -> str | None:
    """Return the word that a clue most likely misspells. Return None if the clue is known or not well formed."""
    return clue_judge(lang).spelling_correction(clue)


@cached_once
def clue_judge(lang: str) -> "ClueJudge":
    """Return the judge of clues in this language. It is created once per process and keeps its caches."""
    return ClueJudge(Lexicon(lang))


class ClueJudge:
    """Judges clues in one language, with the words of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.language = find_language(lexicon.lang)
        self._traits = lru_cache(maxsize=1 << 12)(self._find_traits)
        self._forbidden_marks = lru_cache(maxsize=1 << 11)(self._find_forbidden_marks)
        self._well_formed: dict[str, bool] = {}
        self._clues_by_mark: dict[str, set[str]] = defaultdict(set)
        self._strict_index = StrictIndex(self.language)
        self._index_lock = Lock()

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
        """Judge whether a clue is legal beside the visible words. Words in `meant` that are not visible are ignored."""
        clue = clue.strip()[:_MAX_JUDGED_LENGTH]
        shown = {"clue": printable(clue[:MAX_CLUE_LENGTH])}
        variants = frozenset(variants)
        known = is_known(clue, self.lexicon, self.language)
        broken = self._find_broken_rule(clue, count, words, variants, strict=strict)
        overlapping = tuple(word for word in words if self._overlaps_literally(clue, word))
        targets = {fold(word) for word in meant}
        if broken is None and (target := next((word for word in overlapping if fold(word) in targets), None)):
            broken = ClueRule.PART_OF_WORD, target
        if broken:
            rule, word = broken
            return Ruling(
                False, rule, word, BROKEN_RULE_SENTENCES[rule], shown | {"word": word, "count": count}, known=known
            )
        if not known:
            nearest = self.closest_known_word(clue)
            return Ruling(True, None, None, UNKNOWN_CLUE_SENTENCE, shown, overlapping, known=False, nearest=nearest)
        needs_variant = count == 0 and ZERO_VARIANT not in variants
        return Ruling(
            True, None, None, NEEDS_ZERO_SENTENCE if needs_variant else LEGAL_CLUE_SENTENCE, shown, overlapping
        )

    def spelling_correction(self, clue: str) -> str | None:
        """Return the word that a clue most likely misspells. Return None if the clue is known or not well formed."""
        clue = clue.strip()[:_MAX_JUDGED_LENGTH]
        if is_known(clue, self.lexicon, self.language) or form_fault(clue, self.lexicon, self.language):
            return None
        return self.closest_known_word(clue)

    def closest_known_word(self, clue: str) -> str | None:
        """Return the known word that an unknown clue most likely misspells; common words come before rare ones."""
        found = (closest_word(normalize(clue), words, self.language) for words in self.lexicon.vocabularies)
        return next((word for word in found if word), None)

    def legal_mask(self, candidates: Sequence[str], words: Sequence[str], *, strict: bool = False) -> list[bool]:
        """Return for each candidate whether it is a legal clue beside the visible words, whatever its number."""
        with self._index_lock:
            return self._legal_mask(candidates, words, strict=strict)

    def _legal_mask(self, candidates: Sequence[str], words: Sequence[str], *, strict: bool) -> list[bool]:
        for clue in candidates:
            if clue not in self._well_formed:
                self._index_clue(clue)
        banned = set[str]().union(
            *(
                clues
                for word in words
                for mark in self._forbidden_marks(word)
                if (clues := self._clues_by_mark.get(mark))
            )
        )
        if strict:
            banned.update(*(self._strict_index.forbidden_clues(self._traits(word)) for word in words))
        return [self._well_formed[clue] and clue not in banned for clue in candidates]

    def _find_broken_rule(
        self, clue: str, count: int | None, words: Sequence[str], variants: frozenset[str], *, strict: bool
    ) -> tuple[ClueRule, str | None] | None:
        """Return the first rule that the clue breaks, with the visible word if the rule concerns one."""
        clue_traits = self._traits(clue)
        board = [(word, self._traits(word)) for word in words] if clue_traits.letters else []
        rules = [rule for rule in MARK_RULES if rule is not ClueRule.HOMONYM or WORDPLAY_VARIANT not in variants]
        marks = frozenset[str]().union(*(clue_marks(rule, clue_traits, self.language) for rule in rules))
        suspects = [(word, traits) for word, traits in board if not marks.isdisjoint(self._forbidden_marks(word))]
        for strictly in (False, True) if strict else (False,):
            for rule in rules:
                for word, traits in board if strictly else suspects:
                    if self._breaks_mark_rule(rule, clue_traits, traits, strictly=strictly):
                        return rule, word
        return self._find_broken_rule_without_marks(clue, count, clue_traits, board, variants)

    def _find_broken_rule_without_marks(
        self,
        clue: str,
        count: int | None,
        clue_traits: Traits,
        board: Sequence[tuple[str, Traits]],
        variants: frozenset[str],
    ) -> tuple[ClueRule, str | None] | None:
        """Return the first broken rule that does not compare marks: visible word, position, translation, or form."""
        for word, traits in board:
            if self._is_same_word(clue_traits, traits):
                return ClueRule.VISIBLE_WORD, word
        if count in GRID_COORDINATES and clue_traits.letters in self.language.PLACE_WORDS:
            return ClueRule.POSITION, None
        for word, traits in board:
            if clue_traits.foreign & traits.translations:
                return ClueRule.TRANSLATION, word
        return self._find_form_fault(clue, any_clue=bool(variants & {ANY_CLUE_VARIANT, WORDPLAY_VARIANT}))

    def _breaks_mark_rule(self, rule: ClueRule, clue: Traits, word: Traits, *, strictly: bool) -> bool:
        if strictly:
            is_broken = breaks_strict_rule(rule, clue, word, self.language)
        else:
            marks = clue_marks(rule, clue, self.language)
            is_broken = not marks.isdisjoint(forbidden_marks(rule, word, self.language))
        return is_broken and not self._is_same_word(clue, word)

    def _overlaps_literally(self, clue: str, word: str) -> bool:
        return overlaps_literally(self._traits(clue), self._traits(word), self.language)

    def _find_form_fault(self, clue: str, *, any_clue: bool) -> tuple[ClueRule, None] | None:
        found = form_fault(clue, self.lexicon, self.language)
        if found is FormFault.UNSPEAKABLE:
            return ClueRule.ONE_WORD, None
        return None if found is None or any_clue else (ClueRule(found.value), None)

    def _is_same_word(self, clue: Traits, word: Traits) -> bool:
        """Whether the clue is the visible word, with or without its accents. PÉCHÉ is not PÊCHE."""
        if clue.letters != word.letters:
            return False
        return clue.is_unaccented or not set(clue.readings).isdisjoint(word.readings)

    def _find_traits(self, text: str) -> Traits:
        return word_traits(normalize(text), self.lexicon, self.language)

    def _find_forbidden_marks(self, word: str) -> frozenset[str]:
        """Return all marks that a clue must not have while this word is visible."""
        traits = self._traits(word)
        marks = {mark for rule in MARK_RULES for mark in forbidden_marks(rule, traits, self.language)}
        itself = {f"#{reading}" for reading in (traits.letters, *traits.readings)}
        return frozenset(marks | itself | {f"?{key}" for key in traits.translations})

    def _index_clue(self, clue: str) -> None:
        """Store whether the clue is well formed, and list the clue under each of its marks."""
        traits = self._find_traits(clue)
        is_place = traits.letters in self.language.PLACE_WORDS
        self._well_formed[clue] = not is_place and form_fault(clue, self.lexicon, self.language) is None
        marks = {mark for rule in MARK_RULES for mark in clue_marks(rule, traits, self.language)}
        itself = {f"#{reading}" for reading in (*traits.readings, *([traits.letters] if traits.is_unaccented else ()))}
        for mark in marks | itself | {f"?{key}" for key in traits.foreign}:
            self._clues_by_mark[mark].add(clue)
        self._strict_index.add_clue(clue, traits)
