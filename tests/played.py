"""A board whose words name their roles, and games on it in shorthand.

BOTH1-3 are agents for both seats, A1-5 on A's side only, B1-5 on B's side only, N1-7 bystanders for both.
TRAPB is an agent on A's side and an assassin on B's, TRAPA the other way round. HITB is an assassin on B's side
and a bystander on A's, HITA the other way round, and HITBOTH is an assassin on both.
"""

from duo.core.key import KeyCard, Seat
from duo.core.mission import STANDARD
from duo.core.position import Clue, Guess, Position, Stop

CARD = KeyCard.from_number(0)
WORDS = tuple(
    "BOTH1 BOTH2 BOTH3 A1 A2 A3 A4 A5 TRAPB B1 B2 B3 B4 B5 N1 N2 N3 N4 N5 N6 N7 HITB TRAPA HITA HITBOTH".split()
)
A, B = Seat
ALL_OF_A = "BOTH1 BOTH2 BOTH3 A1 A2 A3 A4 A5 TRAPB"
REST_OF_B = "B1 B2 B3 B4 B5 TRAPA"


def start(mission=STANDARD, variants=()):
    return Position.start(WORDS, CARD, mission, variants)


def play_turns(*turns, mission=STANDARD, variants=()):
    """The position after turns such as `A: BOTH1 A1 =` (A gives, B touches), `B!: N1` and `SD: A:B1 B:A1`."""
    position = start(mission, variants)
    for turn in turns:
        position = play_turn(position, turn)
    return position


def play_turn(position, turn):
    who, _, rest = turn.partition(":")
    if who == "SD":
        for touch in rest.split():
            seat, _, word = touch.partition(":")
            position = position.apply(Stop(A) if touch == "=" else Guess(Seat(seat), word))
        return position
    giver = Seat(who[0])
    position = position.apply(Clue(giver, "CLUE", 1, invalid=who.endswith("!")))
    for touch in rest.split():
        position = position.apply(Stop(giver.other) if touch == "=" else Guess(giver.other, touch))
    return position
