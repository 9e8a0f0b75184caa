"""The parts of a game that a page shows. They contain only what the visitor may know."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from duo.core.game import Game
from duo.core.key import Colour, Seat
from duo.core.moves import Clue, Turn
from duo.core.position import Position
from duo.core.public import Phase, PublicState
from duo.table.events import events_of_move
from duo.table.narration import Narrator
from duo.text import N_, _

_LONG_WORD_LENGTH, _VERY_LONG_WORD_LENGTH = 8, 10  # characters above which a word gets smaller letters
_MAX_EVENT_SENTENCES = 6
COLOUR_CSS_CLASSES = {Colour.GREEN: "g", Colour.BYSTANDER: "b", Colour.ASSASSIN: "x"}
COLOUR_NAMES = {Colour.GREEN: N_("agent"), Colour.BYSTANDER: N_("bystander"), Colour.ASSASSIN: N_("assassin")}


@dataclass(frozen=True, slots=True)
class WordCard:
    """A word on the table.

    `sides` says what the word is (agent, bystander or assassin) on each side of the key that the visitor may see, as
    CSS class and name. `is_agent` means that the word is found. `misses` are the seats that touched a bystander here.
    `is_covered` means that nobody can touch the word any more. `is_new` marks the last touch, and `is_killed` a last
    touch that hit an assassin. `is_touchable` means that the guesser may touch the word.
    """

    place: int
    word: str
    sides: tuple[tuple[str, str], ...]
    is_agent: bool
    misses: tuple[Seat, ...]
    is_covered: bool
    is_new: bool
    is_killed: bool
    is_touchable: bool

    @property
    def size_class(self) -> str:
        """The CSS class for the size of the letters. Long words get smaller letters."""
        longest = max(len(part) for part in self.word.replace("-", " ").split())
        return "longer" if longest > _VERY_LONG_WORD_LENGTH else "long" if longest > _LONG_WORD_LENGTH else ""

    @property
    def description(self) -> str:
        """What the card shows beside its word, as text for screen readers."""
        parts = [name for _class, name in self.sides]
        if self.is_agent:
            parts.append(_("found: an agent lies here"))
        parts += [_("missed by {seat}", seat=seat) for seat in self.misses]
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class ClueRow:
    """A clue in the list of all clues. `unfound` is the number of its words that are still to be found."""

    number: int
    turn: Turn
    unfound: int
    is_current: bool


def build_word_cards(table: PublicState, sides: Sequence[str], guesser: Seat | None = None) -> list[WordCard]:
    """The 25 cards of the table.

    `sides` are the sides of the key that the visitor may see: none, the visitor's own, or both. `guesser` is the seat
    whose touchable words are marked.
    """
    touchable = table.marks.open_to(guesser) if guesser else 0
    last = list(table.touches())[-1:]
    killed_place = last[0].place if last and last[0].colour is Colour.ASSASSIN else None
    board = []
    for place, word in enumerate(table.words):
        colours = [Colour(side[place]) for side in sides if side[place] != "?"]
        board.append(
            WordCard(
                place=place,
                word=word,
                sides=tuple((COLOUR_CSS_CLASSES[colour], _(COLOUR_NAMES[colour])) for colour in colours),
                is_agent=bool(table.marks.agents >> place & 1),
                misses=tuple(seat for seat in Seat if table.marks.missed_by(seat) >> place & 1),
                is_covered=bool(table.marks.covered >> place & 1),
                is_new=bool(last and last[0].place == place),
                is_killed=place == killed_place,
                is_touchable=bool(touchable >> place & 1),
            )
        )
    return board


def clue_history(table: PublicState, unfound: Sequence[int]) -> list[ClueRow]:
    """All clues of a game. `unfound` has the number of unfound words of each clue."""
    last = len(table.clues) if table.phase is Phase.GUESS else 0
    return [
        ClueRow(number, turn, count, number == last)
        for number, (turn, count) in enumerate(zip(table.clues, unfound, strict=True), start=1)
    ]


def recent_event_sentences(game: Game, seat: Seat | None) -> list[str]:
    """Sentences on the last events, at most six. For a seat they begin with the last move of that seat."""
    narrator, moves = Narrator(seat), game.moves
    lines: list[str] = []
    last_own_move = max((place for place, move in enumerate(moves) if move.seat is seat), default=-1)
    steps = list(zip(moves, pairwise(game.positions()), strict=True))
    for place, (move, (before, after)) in enumerate(steps):
        if place >= last_own_move:
            lines += (narrator.describe(event) for event in events_of_move(before, move, after))
    return lines[-_MAX_EVENT_SENTENCES:]


def onlooker_state(position: Position) -> PublicState:
    """The table as an onlooker may see it. It lacks the key and the words that the givers meant by their clues."""
    view = position.view(Seat.A)
    return PublicState(
        words=view.words,
        mission=view.mission,
        variants=view.variants,
        marks=view.marks,
        bank=view.bank,
        checks=view.checks,
        bystanders=view.bystanders,
        discarded=view.discarded,
        clues=tuple(turn.without_meant() for turn in view.clues),
        sudden=view.sudden,
        gave_up=view.gave_up,
        finished=view.finished,
        phase=view.phase,
    )


def delayed_position(game: Game) -> Position:
    """The position before the last clue but one, or the first position.

    Onlookers who may see both sides of the key get this earlier position, so that they cannot help the guesser.
    """
    starts = [position for position, move in zip(game.positions(), game.moves, strict=False) if isinstance(move, Clue)]
    return starts[-2] if len(starts) > 1 else next(iter(game.positions()))


def turn_sentence(table: PublicState, may_act: Sequence[Seat], seat: Seat | None) -> str:
    """A sentence on who acts now, addressed to the person at `seat`, or to an onlooker if `seat` is None.

    `may_act` are the seats that can act.
    """
    if table.phase is Phase.OVER:
        return _("The mission is over.")
    acting = may_act[0] if len(may_act) == 1 else None
    if table.phase is Phase.SUDDEN_DEATH:
        return _("Sudden death: the first miss loses.")
    if acting is None:
        return _("Either of you may give a clue.") if seat else _("Either seat may give a clue.")
    if seat is None:
        template = N_("{seat} gives a clue.") if table.phase is Phase.CLUE else N_("{seat} guesses.")
        return _(template, seat=acting)
    if table.phase is Phase.CLUE:
        return _("You give a clue.") if acting is seat else _("Your partner gives a clue.")
    return _("You guess.") if acting is seat else _("Your partner guesses.")
