"""A game known from one seat only: some position that agrees with everything that this seat knows.

The rules need a whole card to judge moves. Any card will do that agrees with one's own side, with every colour shown
and with every move made, because a view of the game shows nothing else of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from duo.core.key import PATTERN, Colour, KeyCard, Seat
from duo.core.mission import STANDARD, Mission
from duo.core.moves import Guess, Move
from duo.core.position import Position
from duo.core.refusal import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatKnowledge:
    """What a seat knows: its side of the key, all moves, and the colours that its touches have shown by their words.

    `finished` says whether the partner has told that all nine agents of its side are covered.
    """

    seat: Seat
    words: tuple[str, ...]
    own: str
    moves: Sequence[Move] = ()
    revealed: Mapping[str, str]
    partner_finished: bool = False
    mission: Mission = STANDARD
    variants: Sequence[str] = ()


def reconstruct_position(known: SeatKnowledge) -> Position:
    """A position of which this seat's view is as known; refused if no card allows these moves."""
    refused: Refusal | None = None
    for card in _candidate_cards(known):
        try:
            return _replay(known, card)
        except Refusal as refusal:
            refused = refused or refusal
    raise refused or Refusal("These colours fit no key card: one of them was misread, or your own side was")


def _replay(known: SeatKnowledge, card: KeyCard) -> Position:
    position = Position.start(known.words, card, known.mission, known.variants)
    for move in known.moves:
        position = position.apply(move)
    return position


def _candidate_cards(known: SeatKnowledge) -> Iterator[KeyCard]:
    """Cards that differ in what matters to the moves: when the partner's last agent was covered."""
    left = dict(PATTERN)
    for word, own in zip(known.words, known.own, strict=True):
        if word in known.revealed:
            left[own + known.revealed[word]] -= 1
    if min(left.values()) < 0:
        return
    for greens in _shared_agent_choices(known, left["gg"]):
        side = "".join(_partner_side(known, left, greens))
        yield KeyCard(known.own, side) if known.seat is Seat.A else KeyCard(side, known.own)


def _shared_agent_choices(known: SeatKnowledge, count: int) -> Iterator[frozenset[str]]:
    """The words, not shown yet, that are to be green for both: open ones, unless the partner has none left there."""
    unknown = [
        word
        for word, own in zip(known.words, known.own, strict=True)
        if own == Colour.GREEN and word not in known.revealed
    ]
    found = [move.word for move in known.moves if isinstance(move, Guess) and move.word in unknown]
    if known.partner_finished and 0 < count <= len(found):
        yield from (frozenset([*found[: count - 1], last]) for last in found[count - 1 :])
    else:
        yield frozenset(sorted(unknown, key=lambda word: (word in found) is not known.partner_finished)[:count])


def _partner_side(known: SeatKnowledge, left: Mapping[str, int], greens: frozenset[str]) -> Iterator[str]:
    """The partner's side, letter by letter; what is neither shown nor chosen is filled up in the order of the words."""
    due = dict(left)
    for word, own in zip(known.words, known.own, strict=True):
        if word in known.revealed:
            yield known.revealed[word]
            continue
        others = [colour for colour in Colour if due[own + colour] and (own != Colour.GREEN or colour != Colour.GREEN)]
        colour = Colour.GREEN if word in greens else others[0]
        due[own + colour] -= 1
        yield colour
