"""The public state: what both players see on the table."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from duo.core.drawing import BoardCell, board_svg, board_text
from duo.core.key import AGENTS_PER_SIDE, CELLS, SHARED_AGENTS, Colour, Seat
from duo.core.mission import Bank, Mission
from duo.core.moves import Touch, Turn
from duo.core.word import fold, from_token

AGENT_COUNT = 2 * AGENTS_PER_SIDE - SHARED_AGENTS
UNKNOWN_COLOUR = "?"  # a colour of a side that no touch has shown
_ALL_PLACES = (1 << CELLS) - 1


class Phase(StrEnum):
    CLUE = "clue"
    GUESS = "guess"
    SUDDEN_DEATH = "sudden-death"
    OVER = "over"


class Outcome(StrEnum):
    WON = "won"
    ASSASSIN = "lost:assassin"
    SUDDEN_DEATH = "lost:sudden-death"
    TOKENS = "lost:tokens"


class Variant(StrEnum):
    ZERO = "zero"
    ANY_CLUE = "any-clue"
    WORDPLAY = "any-clue+wordplay"
    SEVERAL_CLUES = "several-clues"


@dataclass(frozen=True, slots=True)
class Marks:
    """The agents and bystander tokens on the 25 words, as bit sets of places: place 0 is bit 0.

    A miss is a bystander token that points at a seat. It stays even if an agent is found there later.
    """

    agents: int = 0
    misses_a: int = 0
    misses_b: int = 0

    def missed_by(self, seat: Seat) -> int:
        return self.misses_a if seat is Seat.A else self.misses_b

    @property
    def covered(self) -> int:
        """The places out of play: those with an agent or with tokens of both seats."""
        return self.agents | self.misses_a & self.misses_b

    @property
    def visible(self) -> int:
        return _ALL_PLACES & ~self.covered

    def open_to(self, seat: Seat) -> int:
        """The places that this seat may touch."""
        return _ALL_PLACES & ~(self.agents | self.missed_by(seat))

    def with_agent(self, place: int) -> "Marks":
        return Marks(self.agents | 1 << place, self.misses_a, self.misses_b)

    def with_miss(self, seat: Seat, place: int) -> "Marks":
        if seat is Seat.A:
            return Marks(self.agents, self.misses_a | 1 << place, self.misses_b)
        return Marks(self.agents, self.misses_a, self.misses_b | 1 << place)


def places(bits: int) -> tuple[int, ...]:
    """The places of a bit set, in table order."""
    return tuple(place for place in range(CELLS) if bits >> place & 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicState:
    """Everything that both players see. `finished` holds the seats whose nine agents are all covered."""

    words: tuple[str, ...]
    mission: Mission
    variants: frozenset[Variant]
    marks: Marks
    bank: Bank
    checks: int
    bystanders: int
    discarded: int
    clues: tuple[Turn, ...]
    sudden: tuple[Touch, ...]
    gave_up: bool
    finished: frozenset[Seat]
    phase: Phase

    def outcome(self) -> Outcome | None:
        if self.phase is not Phase.OVER:
            return None
        if self.found == AGENT_COUNT:
            return Outcome.WON
        if [touch.colour for touch in self.touches()][-1:] == [Colour.ASSASSIN]:
            return Outcome.ASSASSIN
        return Outcome.SUDDEN_DEATH if self.sudden_death else Outcome.TOKENS

    @property
    def found(self) -> int:
        """How many of the 15 agents are covered."""
        return self.marks.agents.bit_count()

    @property
    def sudden_death(self) -> bool:
        """Whether the bank ran empty with agents missing."""
        return not self.bank.tokens and (self.found < AGENT_COUNT or bool(self.sudden))

    @property
    def turns(self) -> int:
        """How many turns have ended."""
        guessed = sum(1 for turn in self.clues if turn.touches)
        return guessed - 1 if self.phase is Phase.GUESS and self.clues[-1].touches else guessed

    @property
    def givers(self) -> tuple[Seat, ...]:
        """The seats that may give the next clue."""
        if self.phase is not Phase.CLUE:
            return ()
        able = tuple(seat for seat in Seat if seat not in self.finished)
        if self.clues and Variant.SEVERAL_CLUES not in self.variants and len(able) > 1:
            return (self.clues[-1].guesser,)
        return able

    @property
    def guessers(self) -> tuple[Seat, ...]:
        """The seats that may touch a word now."""
        if self.phase is Phase.GUESS:
            return (self.clues[-1].guesser,)
        if self.phase is Phase.SUDDEN_DEATH:
            return tuple(seat for seat in Seat if seat.other not in self.finished)
        return ()

    @property
    def to_act(self) -> Seat | None:
        """The seat that acts next; None if the game is over or both may act."""
        able = self.givers or self.guessers
        return able[0] if len(able) == 1 else None

    @property
    def visible_words(self) -> tuple[str, ...]:
        """The words that are not covered, and that no clue may use."""
        return tuple(self.words[place] for place in places(self.marks.visible))

    def open_words(self, seat: Seat) -> tuple[str, ...]:
        """The words that this seat has neither found nor missed."""
        return tuple(self.words[place] for place in places(self.marks.open_to(seat)))

    def place_of(self, word: str) -> int | None:
        """The place of a word, compared by `fold`, or None if it is not on the table."""
        if word in self.words:
            return self.words.index(word)
        folded = fold(from_token(word))
        return next((place for place, other in enumerate(self.words) if fold(other) == folded), None)

    def touches(self) -> Iterator[Touch]:
        """Every touch of the game, in order."""
        for turn in self.clues:
            yield from turn.touches
        yield from self.sudden

    def unfound_count(self, turn: Turn) -> int:
        """How many words of a clue are still to be found, at most the agents left on its giver's side."""
        promised = turn.clue.count - sum(touch.colour is Colour.GREEN for touch in turn.touches)
        found = self.revealed_side(turn.giver).count(Colour.GREEN)
        left = 0 if turn.giver in self.finished else AGENTS_PER_SIDE - found
        return max(0, min(promised, left))

    unfound = unfound_count  # the name in 0.2, kept for bots

    def revealed_side(self, seat: Seat) -> str:
        """What touches have revealed of this seat's side: 25 letters, `?` where nothing is known."""
        side = [UNKNOWN_COLOUR] * CELLS
        for touch in self.touches():
            if touch.seat is seat.other:
                side[touch.place] = touch.colour
        return "".join(side)

    shown = revealed_side  # the name in 0.2, kept for bots

    def board_cells(self, side: str = "") -> tuple[BoardCell, ...]:
        """The words as they are drawn; with the 25 letters of a side, in its colours."""
        return tuple(
            BoardCell(
                word,
                Colour(side[place]) if side else None,
                bool(self.marks.agents >> place & 1),
                "".join(seat for seat in Seat if self.marks.missed_by(seat) >> place & 1),
            )
            for place, word in enumerate(self.words)
        )

    def svg(self) -> str:
        """The board as an SVG picture, without any side of the key."""
        return board_svg(self.board_cells())

    def _repr_html_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """The board for people, without any side of the key, and a line on how the game stands."""
        return f"{board_text(self.board_cells())}\n{self._status_line()}"

    def _status_line(self) -> str:
        outcome = self.outcome()
        acting = " or ".join(self.givers or self.guessers)
        doing = {Phase.CLUE: "gives a clue", Phase.GUESS: "guesses", Phase.SUDDEN_DEATH: "guesses in sudden death"}
        state = str(outcome) if outcome else f"{acting} {doing[self.phase]}"
        return f"{state}; {self.bank.tokens} tokens left, {self.found} of {AGENT_COUNT} agents found"
