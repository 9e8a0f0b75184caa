"""A board, a key card and a won game that tests share."""

from duo.core.key import KeyCard, Seat
from duo.core.position import Clue, Guess, Stop

A, B = Seat
WORDS = (
    "WHALE SHARK PIRATE KING TOWER FALL QUEEN ROSE NOTE BELL RIVER CASTLE PIANO"
    " ROBOT DRAGON MOON TIGER BRIDGE ENGINE GLASS HONEY LEMON MARBLE NEEDLE COMET"
).split()
KEY = KeyCard.parse("gxgg./g...g/ggx../..x../.g..g xg..g/g..gg/....g/g.x.x/..g.g")


def words_of(seat, colour):
    """The words that have this colour on the seat's side, in table order."""
    return [word for word, letter in zip(WORDS, KEY.side(seat), strict=True) if letter == colour]


def winning_moves():
    """The moves of a won game: side A in one turn, the rest of side B in another."""
    rest = [word for word in words_of(B, "g") if word not in words_of(A, "g")]
    yield Clue(A, "EVERYTHING", 9)
    yield from (Guess(B, word) for word in words_of(A, "g"))
    yield Stop(B)
    yield Clue(B, "REMAINDER", 6)
    yield from (Guess(A, word) for word in rest)
