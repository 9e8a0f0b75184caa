"""The view of one seat: what its player may know."""

from dataclasses import dataclass, fields

from duo.core.drawing import board_svg, board_text
from duo.core.key import Seat
from duo.core.public import PublicState, places

PUBLIC_FIELDS = tuple(field.name for field in fields(PublicState))


@dataclass(frozen=True, slots=True, kw_only=True)
class View(PublicState):
    """The table as this seat sees it: the public state, and its own side of the key as 25 letters.

    The words meant by a clue are known only for the seat's own clues.
    """

    seat: Seat
    own: str

    @property
    def partner(self) -> Seat:
        return self.seat.other

    @property
    def seen(self) -> str:
        """What this seat's touches have revealed of the partner's side: 25 letters, `?` where nothing is known."""
        return self.revealed_side(self.seat.other)

    @property
    def touchable_places(self) -> tuple[int, ...]:
        """The places that this seat may touch in its turn to guess."""
        return places(self.marks.open_to(self.seat))

    touchable = touchable_places  # the name in 0.2, kept for bots

    def svg(self) -> str:
        """The board as an SVG picture in the colours of the seat's own side."""
        return board_svg(self.board_cells(self.own))

    def __str__(self) -> str:
        """The board for people with the letters of the seat's own side, and a line on how the game stands."""
        return f"{board_text(self.board_cells(self.own))}\n{self._status_line()}"


def build_view(table: PublicState, seat: Seat, own: str) -> View:
    public = {name: getattr(table, name) for name in PUBLIC_FIELDS}
    public["clues"] = tuple(turn if turn.giver is seat else turn.without_meant() for turn in table.clues)
    return View(seat=seat, own=own, **public)
