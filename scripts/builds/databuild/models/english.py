"""The vocabulary of the English model, and which of its words are clue candidates."""

import re
from collections.abc import Container, Iterable, Mapping

from databuild.models.blocked import is_blocked
from databuild.models.vocabulary import familiarity
from databuild.readers.wordnet import WordNet
from duo.vectors.writer import Vocabulary

KNOWN_FREQUENCY = 2.4  # on wordfreq's Zipf scale, for words that WordNet has
NAME_FREQUENCY = 3.2  # for all others: names, brands, new words
CLUE_FREQUENCY = 2.35
_WORD = re.compile(r"[a-z][a-z'.-]*[a-z]")
_CLUE = re.compile(r"[a-z]{3,15}")
_OFFENSIVE = re.compile(r"offensive|obscene|vulgar|slur|disparag|derogatory|insulting term|contempt")


def vocabulary(wordnet: WordNet, board_words: Iterable[str], listed: Iterable[str]) -> Vocabulary:
    """Return the vocabulary: words of boards, words with listed associations, and words that are common enough."""
    from spacy.lang.en.stop_words import STOP_WORDS
    from wordfreq import top_n_list, zipf_frequency

    frequency = {word: zipf_frequency(word, "en") for word in top_n_list("en", 300_000) if _WORD.fullmatch(word)}
    boards = list(board_words)
    known = [
        word
        for word, zipf in frequency.items()
        if zipf >= NAME_FREQUENCY or (zipf >= KNOWN_FREQUENCY and (word in wordnet.senses or wordnet.bases(word)))
    ]
    clues = {
        word
        for word in known
        if frequency[word] >= CLUE_FREQUENCY
        and _CLUE.fullmatch(word)
        and word not in STOP_WORDS
        and _is_common(wordnet, word)
        and not _is_redundant_form(wordnet, word, frequency)
        and not _is_offensive(wordnet, word)
    }
    clues |= {word for word in boards if _CLUE.fullmatch(word)}
    others = [word for word in known if word not in clues]
    familiar = sorted(clues, key=lambda word: (-frequency.get(word, 0.0), word))
    rest = [*(word for word in [*boards, *listed] if word not in clues), *others]
    everything = dict.fromkeys([*familiar, *rest])
    forms = {
        word: base for word in others if (base := _base(wordnet, word, frequency, everything)) and word not in boards
    }
    words = tuple(word for word in everything if word not in forms)
    return Vocabulary(
        words=words,
        candidates=len(familiar),
        familiarity=tuple(familiarity(frequency.get(word, 0.0)) for word in words),
        forms={form: base for form, base in forms.items() if base not in forms},
    )


def _is_common(wordnet: WordNet, word: str) -> bool:
    """Whether the word is more than a name: WordNet writes it in lower case in some synset."""
    return any(word in wordnet.synsets[key].words for key in wordnet.senses.get(word, ()))


def _is_redundant_form(wordnet: WordNet, word: str, frequency: dict[str, float]) -> bool:
    """Whether a base form means the same: cats and wider are redundant; wedding, glasses and teacher are not."""
    own = wordnet.senses.get(word, ())
    for base in wordnet.bases(word):
        if word.endswith(("er", "est")) and any(key[0] == "n" for key in own):
            continue
        if frequency.get(base, 0.0) + 0.1 >= frequency[word] or not own:
            return True
    return False


def _is_offensive(wordnet: WordNet, word: str) -> bool:
    stems = (word, *wordnet.bases(word), word[:-2].rstrip("t") + "t")
    definitions = wordnet.definitions(word, 20)
    return any(is_blocked(stem) for stem in stems) or any(_OFFENSIVE.search(definition) for definition in definitions)


def _base(wordnet: WordNet, word: str, frequency: Mapping[str, float], known: Container[str]) -> str | None:
    """Return the most common base form of an inflected form, if there is one.

    A noun of its own, such as glasses or boxing, has none. Nor has a name that only looks like a form of a much rarer
    word, such as vegas.
    """
    if any(key[0] == "n" for key in wordnet.senses.get(word, ())):
        return None
    bases = [base for base in wordnet.bases(word) if base in known]
    best = max(bases, key=lambda base: frequency.get(base, 0.0), default=None)
    return best if best and frequency.get(best, 0.0) + 1.0 >= frequency[word] else None
