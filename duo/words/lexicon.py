"""The lexicon of a language: pronunciations, word families, compounds, translations, names and acronyms."""

from collections.abc import Mapping
from functools import cached_property

from duo.data import check_language, shipped_data_dir
from duo.words.sorted_tsv import SortedTsv
from duo.words.spelling import strip_accents
from duo.words.word_exceptions import EXCEPTIONS_FILE, WordExceptions

_COMMONEST_RANK, _SHORT_LENGTH = 2_500, 3


class Lexicon:
    """The shipped tables of one language, corrected by `WordExceptions`."""

    def __init__(self, lang: str, *, exceptions: bool = True) -> None:
        self.lang = check_language(lang)
        self._data_dir = shipped_data_dir("wordlists") / "lexicon"
        self._exceptions = WordExceptions(self._data_dir / EXCEPTIONS_FILE if exceptions else None, lang)
        self.sounds = self._table("sounds", self._exceptions.sounds)  # one character per sound, space-separated
        self.parts = self._table("parts", self._exceptions.parts)  # compounds and their parts
        self.others = self._table("others", self._exceptions.others)  # `word`, `acronym`, `name`, `phrase`
        self._families = self._table("families", {})
        self._translations = self._table("translations", {})

    def _table(self, name: str, changes: Mapping[str, str]) -> SortedTsv:
        return SortedTsv(self._data_dir / self.lang / f"{name}.tsv", changes)

    @cached_property
    def words_by_frequency(self) -> list[str]:
        """Common words without names, most frequent first."""
        return (self._data_dir / self.lang / "common.txt").read_text(encoding="utf-8").split()

    @cached_property
    def vocabularies(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The common words, and all other words with a known pronunciation. Typos are matched against both."""
        common = tuple(self.words_by_frequency)
        return common, tuple(sorted(set(self.sounds).difference(common)))

    @cached_property
    def common_words(self) -> frozenset[str]:
        """Common words without accents. Three-letter words are included only if they are very frequent."""
        ranked = enumerate(map(strip_accents, self.words_by_frequency))
        return frozenset(
            word
            for rank, word in ranked
            if len(word) > _SHORT_LENGTH or (rank < _COMMONEST_RANK and len(word) == _SHORT_LENGTH)
        )

    def has(self, word: str) -> bool:
        """Whether the lexicon has the word with exactly this spelling."""
        return word in self.sounds or word in self._families or self.others.get(word) == "word"

    def has_families(self, word: str) -> bool:
        """Whether the tables list families for the word. Any other word is a family by itself."""
        return word in self._families or word in self._exceptions.kin

    def families(self, word: str) -> set[str]:
        """Return the names of the word's families. An inflected form has those of its base form."""
        found, added = set[str](), self.listed_families(word)
        while added:
            found |= added
            heads = {head for name in added | {word} for head in self._exceptions.kin.get(name, ())}
            added = {name for head in heads for name in self.listed_families(head)} - found
        return found

    def listed_families(self, word: str) -> set[str]:
        """Return the families of the table, minus those that an exception (`not-kin`) removes."""
        found = set(self._families.get(word, word).split())
        for form in [name for name in found if name.startswith(">")]:
            base = form.removeprefix(">")
            found.remove(form)
            found.update(name for name in self._families.get(base, base).split() if not name.startswith(">"))
        for name in found | {word}:
            if wrong := self._exceptions.not_kin.get(name):
                found = (found - wrong) | {name}
        return found

    def translations(self, word: str) -> set[str]:
        """Return the word's translations without accents. None of them is a word of this language."""
        return {*self._translations.get(word, "").split(), *self._exceptions.translations.get(word, ())}

    def is_borrowed(self, word: str) -> bool:
        """Whether this language has borrowed the word, so that it does not count as foreign."""
        return word in self._exceptions.borrowed

    def is_foreign(self, word: str) -> bool:
        """Whether the unaccented word is a word of another language."""
        return self._translations.has_value(word) or any(
            word in translations for translations in self._exceptions.translations.values()
        )

    def readings(self, word: str) -> tuple[str, ...]:
        """Return the word itself if the lexicon has it, otherwise the words it may stand for without accents."""
        if self.has(word):
            return (word,)
        plain = strip_accents(word)
        if plain != word:
            return (plain,) if self.has(plain) else (word,)
        known = (word,) if word in self.others else ()
        tables = (self.sounds, self._families, self.others)
        return (
            *known,
            *dict.fromkeys(other for table in tables for other in table.accent_variants(word) if other != word),
        )
