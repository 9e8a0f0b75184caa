"""Parsing an answer that is a typed list of words on the board."""

import re
from collections.abc import Sequence

from duo.core.refusal import Refusal
from duo.core.word import fold, from_token
from duo.files.schema import format_value


def parse_word_places(typed: str, words: Sequence[str]) -> list[int]:
    """Return the places on the board of the typed words.

    Commas separate words. Blanks separate them too, unless the text between commas is itself a word of the board. The
    first letters of a word stand for it if no other word starts with them. Raises Refusal for an unknown word.
    """
    places = {fold(word): place for place, word in enumerate(words)}
    found = []
    for part in re.split(r"[,;]", typed):
        if fold(from_token(part)) in places:
            found.append(places[fold(from_token(part))])
            continue
        for word in part.split():
            if (place := _find_word_place(fold(from_token(word)), places)) is None:
                raise Refusal("{word} is not on the board", word=format_value(word))
            found.append(place)
    return found


def _find_word_place(word: str, places: dict[str, int]) -> int | None:
    """Return the place of the word, or of the only word that starts with it, or None."""
    if word in places:
        return places[word]
    matches = [place for other, place in places.items() if other.startswith(word)]
    return matches[0] if len(matches) == 1 else None
