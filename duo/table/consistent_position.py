"""Reconstruct a position from what one seat knows.

The rules need a whole key card to judge moves. Any card works that agrees with the seat's own side, the revealed
colours and the moves made, because the seat's view shows nothing else of the card.
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
    """What a seat knows: its side of the key, every move, and the colour that each of its touches revealed.

    `partner_finished` means that the partner has announced that all nine agents of its side are covered.
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
    """Return a position that looks to this seat as it knows it. Raises Refusal if no key card allows the moves."""
    refused: Refusal | None = None
    for card in _candidate_cards(known):
        try:
            return _replay_moves(known, card)
        except Refusal as refusal:
            refused = refused or refusal
    raise refused or Refusal("These colours fit no key card. Check them and your own side.")


def _replay_moves(known: SeatKnowledge, card: KeyCard) -> Position:
    position = Position.start(known.words, card, known.mission, known.variants)
    for move in known.moves:
        position = position.apply(move)
    return position


def _candidate_cards(known: SeatKnowledge) -> Iterator[KeyCard]:
    """Yield key cards that agree with what the seat knows.

    They differ only in when the partner's last agent is covered. Nothing else about the card affects which moves are
    legal.
    """
    remaining = dict(PATTERN)
    for word, own in zip(known.words, known.own, strict=True):
        if word in known.revealed:
            remaining[own + known.revealed[word]] -= 1
    if min(remaining.values()) < 0:
        return
    for shared in _shared_agent_choices(known, remaining["gg"]):
        side = "".join(_partner_side(known, remaining, shared))
        yield KeyCard(known.own, side) if known.seat is Seat.A else KeyCard(side, known.own)


def _shared_agent_choices(known: SeatKnowledge, count: int) -> Iterator[frozenset[str]]:
    """Yield sets of `count` words that can be agents on both sides, chosen among the seat's own unrevealed agents.

    Words that the partner has found are chosen last, or first if the partner has announced that its side is finished.
    """
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


def _partner_side(known: SeatKnowledge, remaining: Mapping[str, int], shared: frozenset[str]) -> Iterator[str]:
    """Yield the letters of a possible partner's side. Letters that nothing determines are assigned in table order."""
    unplaced = dict(remaining)
    for word, own in zip(known.words, known.own, strict=True):
        if word in known.revealed:
            yield known.revealed[word]
            continue
        others = [
            colour for colour in Colour if unplaced[own + colour] and (own != Colour.GREEN or colour != Colour.GREEN)
        ]
        colour = Colour.GREEN if word in shared else others[0]
        unplaced[own + colour] -= 1
        yield colour
