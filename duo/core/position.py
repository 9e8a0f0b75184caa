"""The game between two moves: the public state and the key card."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self, assert_never

from duo.core import referee
from duo.core.drawing import board_svg
from duo.core.key import CELLS, Colour, KeyCard, Seat
from duo.core.mission import STANDARD, Mission
from duo.core.moves import Clue, Guess, Move, Stop, Touch, Turn
from duo.core.notation import SUDDEN_DEATH_PREFIX, format_sudden_death, parse_word, play_line
from duo.core.public import AGENT_COUNT, Marks, Outcome, Phase, PublicState, Variant
from duo.core.refusal import Refusal, Refusals
from duo.core.rules import Rule, RuleBroken
from duo.core.view import View, build_view
from duo.core.word import board_problems, from_token, printable, to_token

# The names that other packages need to play a game.
__all__ = [
    "Clue",
    "Guess",
    "Move",
    "Outcome",
    "Phase",
    "Position",
    "Rule",
    "RuleBroken",
    "Stop",
    "Touch",
    "Turn",
    "Variant",
]

# No word and no clue holds a #.
_TURN_SEPARATOR = " # "
_NO_VARIANTS = "-"
_TABLE_TOKEN_COUNT = CELLS + 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(PublicState):
    """The complete state of a game. Players must get only a `View` of it."""

    key: KeyCard

    @classmethod
    def start(
        cls, words: Sequence[str], key: KeyCard, mission: Mission = STANDARD, variants: Iterable[str] = ()
    ) -> Self:
        """The position before the first clue, which either seat may give."""
        words = tuple(map(from_token, words))
        if problems := board_problems(words):
            raise Refusals(problems)
        return cls(
            words=words,
            key=key,
            mission=mission,
            variants=parse_variants(variants),
            marks=Marks(),
            bank=mission.bank(),
            checks=0,
            bystanders=0,
            discarded=0,
            clues=(),
            sudden=(),
            gave_up=False,
            finished=frozenset(),
            phase=Phase.CLUE,
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """A position from its one-line text form, played from the first clue so that every rule is checked."""
        table, *lines = text.split(_TURN_SEPARATOR)
        tokens = table.split()
        if len(tokens) != _TABLE_TOKEN_COUNT:
            raise Refusal(
                "a position begins with 25 words, two sides, a mission and variants: {due} parts, not {count}",
                due=_TABLE_TOKEN_COUNT,
                count=len(tokens),
            )
        *words, a, b, mission, variants = tokens
        position = cls.start(
            [parse_word(word) for word in words],
            KeyCard.parse(f"{a} {b}"),
            Mission.parse(from_token(mission).replace("%5F", "_").replace("%25", "%")),
            () if variants == _NO_VARIANTS else variants.split(","),
        )
        for number, line in enumerate(lines, start=1):
            written = line.strip()
            is_sudden = written.startswith(SUDDEN_DEATH_PREFIX)
            position = play_line(position, written if is_sudden else f"{number}{written}")
        return position

    def to_text(self) -> str:
        """The one-line text form, both sides of the key included; `parse` reads it back."""
        mission = to_token(str(self.mission).replace("%", "%25").replace("_", "%5F"))
        table = [*map(to_token, self.words), str(self.key), mission]
        table.append(",".join(sorted(self.variants)) or _NO_VARIANTS)
        lines = [" ".join(table), *map(str, self.clues)]
        if self.sudden or self.gave_up:
            lines.append(format_sudden_death(self.sudden, gave_up=self.gave_up))
        return _TURN_SEPARATOR.join(lines)

    def svg(self, seat: Seat | None = None) -> str:
        """The board as an SVG picture; in the colours of a seat's side if you ask for it."""
        return board_svg(self.board_cells(self.key.side(seat) if seat else ""))

    def legal_moves(self) -> tuple[Guess | Stop, ...]:
        """Every guess and stop that is allowed now. Clues are not listed; see `givers`."""
        return referee.legal_moves(self)

    legal = legal_moves  # the name in 0.2, kept for bots

    def view(self, seat: Seat) -> View:
        return build_view(self, seat, self.key.side(seat))

    def apply(self, move: Move) -> Self:
        """The position after this move; raises RuleBroken if the move is not allowed."""
        referee.check_move(self, move)
        match move:
            case Clue():
                return self._after_clue(move)
            case Guess():
                place = referee.find_place(self, move.word)
                colour = Colour(self.key.side(move.seat.other)[place])
                touch = Touch(move.seat, self.words[place], place, colour)
                return (
                    self._after_touch_in_turn(touch)
                    if self.phase is Phase.GUESS
                    else self._after_touch_in_sudden_death(touch)
                )
            case Stop():
                return self._after_stop()
            case _:
                assert_never(move)

    def _after_clue(self, clue: Clue) -> Self:
        if clue.meant or "_" in clue.word:
            meant = tuple(self.words[referee.find_place(self, word)] for word in clue.meant)
            clue = replace(clue, word=from_token(clue.word), meant=meant)
        clues = (*self.clues, Turn(clue))
        if not clue.invalid:
            return replace(self, clues=clues, phase=Phase.GUESS)
        bank = self.bank.after_penalty()
        phase = Phase.GUESS if bank.tokens else Phase.SUDDEN_DEATH
        return replace(self, clues=clues, phase=phase, bank=bank, discarded=self.discarded + 1)

    def _after_touch_in_turn(self, touch: Touch) -> Self:
        clues = (*self.clues[:-1], self.clues[-1].with_touch(touch))
        if touch.colour is Colour.ASSASSIN:
            return replace(self, clues=clues, phase=Phase.OVER)
        if touch.colour is Colour.BYSTANDER:
            bank = self.bank.after_miss()
            if bank is None:
                return replace(self, clues=clues, phase=Phase.OVER)
            return replace(
                self,
                clues=clues,
                phase=_phase_after_turn(bank.tokens),
                bank=bank,
                marks=self.marks.with_miss(touch.seat, touch.place),
                bystanders=self.bystanders + self.bank.tokens - bank.tokens,
            )
        marks = self.marks.with_agent(touch.place)
        if marks.agents.bit_count() < AGENT_COUNT:
            return replace(self, clues=clues, marks=marks, finished=self._finished_seats(marks))
        return replace(
            self,
            clues=clues,
            marks=marks,
            finished=frozenset(Seat),
            phase=Phase.OVER,
            bank=self.bank.after_stop(),
            checks=self.checks + 1,
        )

    def _after_touch_in_sudden_death(self, touch: Touch) -> Self:
        sudden = (*self.sudden, touch)
        if touch.colour is not Colour.GREEN:
            return replace(self, sudden=sudden, phase=Phase.OVER)
        marks = self.marks.with_agent(touch.place)
        phase = Phase.SUDDEN_DEATH if marks.agents.bit_count() < AGENT_COUNT else Phase.OVER
        return replace(self, sudden=sudden, marks=marks, finished=self._finished_seats(marks), phase=phase)

    def _after_stop(self) -> Self:
        if self.phase is Phase.SUDDEN_DEATH:
            return replace(self, gave_up=True, phase=Phase.OVER)
        bank = self.bank.after_stop()
        return replace(
            self,
            clues=(*self.clues[:-1], replace(self.clues[-1], stopped=True)),
            phase=_phase_after_turn(bank.tokens),
            bank=bank,
            checks=self.checks + 1,
        )

    def _finished_seats(self, marks: Marks) -> frozenset[Seat]:
        return frozenset(seat for seat in Seat if not _agent_bits(self.key.side(seat)) & ~marks.agents)


def parse_variants(names: Iterable[str]) -> frozenset[Variant]:
    """The variants of these names; raises Refusals for unknown ones."""
    names = tuple(names)
    known = ", ".join(Variant)
    problems = [
        Refusal("there is no variant {variant}; there are {known}", variant=printable(name[:40]), known=known)
        for name in names
        if name not in set(Variant)
    ]
    if problems:
        raise Refusals(problems)
    return frozenset(map(Variant, names))


def _phase_after_turn(tokens: int) -> Phase:
    return Phase.CLUE if tokens else Phase.SUDDEN_DEATH


@lru_cache(maxsize=4096)
def _agent_bits(side: str) -> int:
    return sum(1 << place for place, colour in enumerate(side) if colour == Colour.GREEN)
