"""What a request tells of the table, and what has to be supposed where it tells nothing."""

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from duo.core.key import Colour
from duo.core.mission import MOST_TOKENS, Bank
from duo.core.refusal import Refusal
from duo.core.word import BOARD_SIZE, fold
from duo.engine.fields import BadField, Fields
from duo.mind.clue_memory import ClueMemory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from duo.mind.value import Stakes

    Array = NDArray[np.float64]

_SIDE = {Colour.GREEN: 9, Colour.BYSTANDER: 13, Colour.ASSASSIN: 3}
_AGENTS_GONE = 0.9  # share of the giver's agents among the words that are gone, as people's games have it


def together(**lists: Sequence[str]) -> tuple[str, ...]:
    """All words of these fields, which may not have one in common."""
    words = tuple(word for words in lists.values() for word in words)
    if len({fold(word) for word in words}) < len(words):
        raise BadField("{fields}: a word stands there twice", fields=", ".join(lists))
    if len(words) > BOARD_SIZE:
        raise BadField("{fields}: at most {most} words lie on a table", fields=", ".join(lists), most=BOARD_SIZE)
    return words


def as_giver(fields: Fields, green: Sequence[str]) -> "Stakes":
    """What the giver plays for; the partner's side is supposed to be as far as the giver's own."""
    from duo.mind.value import Stakes

    left = min(len(green), _SIDE[Colour.GREEN])
    found = len(fields.words("covered"))  # read here to be checked: covered words bind no clue
    theirs = max(min(_SIDE[Colour.GREEN], 15 - left - found), 0) if found else left
    return Stakes(left, theirs, bank(fields, left + theirs))


def as_guesser(
    fields: Fields, words: Sequence[str], clue: ClueMemory, earlier: Sequence[ClueMemory]
) -> "tuple[Array, Stakes]":
    """The chances of each word by the pattern alone, and what the guesser plays for."""
    from duo.mind.value import Stakes

    own, seen = fields.colours("own"), fields.colours("seen") or {}
    if own is None:
        found = {fold(word) for heard in earlier for word in heard.found}
        prior = _supposed(len(words), clue.count, seen, found)
        left = theirs = float(prior[:, 0].sum())
    else:
        prior = _counted(words, own, seen)
        left = float(prior[:, 0].sum())
        theirs = sum(colour == Colour.GREEN and not _covered(word, words, own, seen) for word, colour in own.items())
    return prior, Stakes(min(left, 9.0), min(theirs, 9.0), bank(fields, left + theirs))


def bank(fields: Fields, agents: float) -> Bank:
    """The tokens left; those of a game that goes as planned, half as many as agents are left, if none are told."""
    tokens = fields.number("tokens", 1, MOST_TOKENS) or max(min(ceil(agents / 2), MOST_TOKENS), 1)
    mistakes = fields.number("mistakes", 0, MOST_TOKENS)
    bystander_side = tokens if mistakes is None else min(mistakes, tokens)
    return Bank(bystander_side, tokens - bystander_side)


def _counted(words: Sequence[str], own: dict[str, str], seen: dict[str, str]) -> "Array":
    """By one's own side and all that has been seen: exact."""
    import numpy as np

    from duo.mind.belief import posterior

    if any(list(own.values()).count(colour) != due for colour, due in _SIDE.items()):
        raise BadField("{field}: 9 words g, 13 words . and 3 words x are expected", field="own")
    for field, names in (("words", map(fold, words)), ("seen", seen)):
        if missing := [name for name in names if name not in own]:
            raise BadField("{field}: {word} is not one of the words of own", field=field, word=missing[0])
    places = {word: place for place, word in enumerate(own)}
    known = "".join(seen.get(word, "?") for word in own)
    covered = [_covered(word, words, own, seen) for word in own]
    try:
        chances = posterior("".join(own.values()), known, covered, finished=False)
    except Refusal as refusal:
        raise BadField("{field}: {problem}", field="seen", problem=refusal) from refusal
    return np.array([chances[places[fold(word)]] for word in words], dtype=np.float64)


def _covered(word: str, words: Sequence[str], own: dict[str, str], seen: dict[str, str]) -> bool:
    """Whether an agent lies on the word: found by this seat, or by the partner, who can only have found a green."""
    if word in seen:
        return seen[word] == Colour.GREEN
    return own[word] == Colour.GREEN and word not in {fold(other) for other in words}


def _supposed(count: int, said: int, seen: dict[str, str], found: set[str]) -> "Array":
    """Without one's own side all words are alike; how many agents are left is counted or supposed.

    There are as many as the giver has just said, at least.
    """
    import numpy as np

    found = found | {word for word, colour in seen.items() if colour == Colour.GREEN}
    gone = BOARD_SIZE - count
    agents = _SIDE[Colour.GREEN] - (len(found) if found or seen else _AGENTS_GONE * gone)
    green = min(max(agents, said, 1.0), count) / count
    black = min((1 - green), (_SIDE[Colour.ASSASSIN] - list(seen.values()).count(Colour.ASSASSIN)) / count)
    return np.tile([green, 1 - green - black, black], (count, 1))
