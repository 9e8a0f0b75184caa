"""What the shipped tables know of a language's words: sounds, families, parts, translations, names, acronyms."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from pathlib import Path

from duo.data import folder
from duo.words.spelling import bare

_COMMON, _COMMONEST, _SHORT = 15_000, 2_500, 3
EXCEPTIONS = "exceptions.tsv"


class Lexicon:
    """The tables of one language, each read when it is first asked for."""

    def __init__(self, lang: str, *, exceptions: bool = True) -> None:
        self.lang = lang
        self._home = folder("wordlists") / "lexicon"
        self._with_exceptions = exceptions

    def _table(self, name: str) -> dict[str, str]:
        rows = dict(_rows(self._home / self.lang / f"{name}.tsv"))
        if self._with_exceptions:
            for lang, row in _rows(self._home / EXCEPTIONS):
                table, word, value = row.split("\t")
                if (lang, table) == (self.lang, name):
                    rows[word] = value
        return rows

    @cached_property
    def sounds(self) -> dict[str, str]:
        """Words with their pronunciations, one character a sound, blanks between pronunciations."""
        return self._table("sounds")

    @cached_property
    def common(self) -> frozenset[str]:
        """Common words; the table of sounds has the most common first."""
        names = self.others
        words = (word for word in self.sounds if word.isalpha() and names.get(bare(word)) != "name")
        ranked = enumerate(bare(word) for word in islice(words, _COMMON))
        return frozenset(
            word for rank, word in ranked if len(word) > _SHORT or (rank < _COMMONEST and len(word) == _SHORT)
        )

    @cached_property
    def families(self) -> dict[str, str]:
        """Words that belong to a family under another name, with the names."""
        return self._table("families")

    @cached_property
    def parts(self) -> dict[str, str]:
        """Compounds with the words they are made of."""
        return self._table("parts")

    @cached_property
    def translations(self) -> dict[str, str]:
        """Words with their translations, without accents; none is a word of the language itself."""
        return self._table("translations")

    @cached_property
    def foreign(self) -> frozenset[str]:
        """Words of other languages, without accents."""
        return frozenset(key for keys in self.translations.values() for key in keys.split())

    @cached_property
    def others(self) -> dict[str, str]:
        """Words without sounds here: `word`, `acronym`, or `name` for a name and each word of a longer one."""
        return self._table("others")

    @cached_property
    def _accented(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for table in (self.sounds, self.families, self.others):
            for word in table:
                if not word.isascii() and word not in found[bare(word)]:
                    found[bare(word)].append(word)
        return found

    def has(self, word: str) -> bool:
        """Whether the word stands in a dictionary, as it is spelt."""
        return word in self.sounds or word in self.families or self.others.get(word) == "word"

    def kin(self, word: str) -> set[str]:
        """The names of a known word's families; an inflected form has those of its base form."""
        found = set(self.families.get(word, word).split())
        for form in [name for name in found if name.startswith(">")]:
            base = form.removeprefix(">")
            found.remove(form)
            found.update(name for name in self.families.get(base, base).split() if not name.startswith(">"))
        return found

    def readings(self, word: str) -> tuple[str, ...]:
        """The words that this one can be: itself, or the words it may stand for with its accents left out."""
        if self.has(word):
            return (word,)
        plain = bare(word)
        if plain != word:
            return (plain,) if self.has(plain) else (word,)
        known = (word,) if word in self.others else ()
        return (*known, *self._accented.get(plain, ()))


def _rows(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("# "):
            key, _, value = line.partition("\t")
            yield key, value
