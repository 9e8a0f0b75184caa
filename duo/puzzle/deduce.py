"""The kind `deduce`: from your side, some cells of your partner's and the pattern, tell what is certain of the rest.

The proof counts: a colour is certain for a cell if no key card that fits all that is known has another colour there.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import comb
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from annotated_types import Len

from duo.core.key import CELLS, PATTERN, ROW, Colour, deal
from duo.core.refusal import Refusal
from duo.files.schema import Check, matching, read_value, shown
from duo.puzzle.puzzle import Kind, Proven, Unproven
from duo.puzzle.statement import NAME, NAMES, Cell, Grid, Statement, Verdict
from duo.text import N_, _, ngettext

if TYPE_CHECKING:
    from duo.puzzle.bench import Bench

AGENTS_OF_A_SIDE = 9
_TEMPTING = 0.75  # the chance from which an uncertain cell is easily taken for a certain one
_MANY = 5
_MOST_ANSWERS = 9
_HARD = 4  # the grade from which what the partner said must matter
_COLOURS = {Colour.GREEN: N_("green"), Colour.BYSTANDER: N_("bystander"), Colour.ASSASSIN: N_("assassin")}
_TYPED = re.compile(rf"({NAME})\s*[=:]?\s*([^\W\d]+|\.)")


def _half(letters: str) -> str:
    """25 letters in 5 rows joined by `/`."""
    return "/".join(letters[row : row + ROW] for row in range(0, CELLS, ROW))


def _half_of(letters: str) -> Check:
    return matching(f"[{letters}]{{5}}(?:/[{letters}]{{5}}){{4}}")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A task as files write it."""

    own: Annotated[str, _half_of("g.x")]
    seen: Annotated[str, _half_of("g.x?")]
    covered: Annotated[tuple[Annotated[str, matching(NAME)], ...], Len(0, CELLS)]
    finished: bool


@dataclass(frozen=True, slots=True)
class Deduce:
    """One's own side, what is known of the partner's (`?` where nothing is), and what lies on the table.

    `covered` are the cells where the partner has found an agent of one's own, whose colour on the partner's side is
    not known; where `seen` is green an agent lies too. `finished`: the partner has said that all nine are covered.
    """

    kind: ClassVar[Kind] = Kind.DEDUCE
    figures: ClassVar[frozenset[str]] = frozenset({"cards", "open", "certain", "tempting"})
    extras: ClassVar[frozenset[str]] = frozenset()
    own: str
    seen: str
    covered: frozenset[int]
    finished: bool

    @classmethod
    def from_json(cls, value: Any) -> "Deduce":
        entry = read_value(value, _Entry, where="task")
        own, seen = entry.own.replace("/", ""), entry.seen.replace("/", "")
        covered = frozenset(NAMES.index(name) for name in entry.covered)
        if any(own[place] != Colour.GREEN or seen[place] != "?" for place in covered):
            raise Refusal("an agent was found by the partner on a cell that is not green for you, or is known")
        return cls(own, seen, covered, entry.finished)

    def to_json(self) -> dict[str, Any]:
        covered = tuple(NAMES[place] for place in sorted(self.covered))
        return asdict(_Entry(_half(self.own), _half(self.seen), covered, self.finished))

    @property
    def traits(self) -> frozenset[str]:
        return frozenset({f"{self.own} {self.seen}"})

    def cards(self) -> int:
        """How many key cards fit all that is known."""
        every, over = self._arrangements(self.seen, self.covered)
        return over if self.finished else every - over

    def counts(self, place: int) -> dict[Colour, int]:
        """The cards that fit, by the colour of this cell on the partner's side."""
        return {colour: self._with(place, colour, finished=self.finished) for colour in Colour}

    def certain_by_pattern(self, place: int, colour: Colour) -> bool:
        """Whether the cell's colour is certain even without what the partner has said."""
        either = sum(self._with(place, colour, finished=finished) for finished in (True, False))
        return either == self._arrangements(self.seen, self.covered)[0]

    def word_matters(self) -> bool:
        """Whether what the partner said of being finished rules out some cards."""
        every, over = self._arrangements(self.seen, self.covered)
        return 0 < over < every

    def _with(self, place: int, colour: Colour, *, finished: bool) -> int:
        """The cards that fit and have this colour on this cell."""
        seen = self.seen[:place] + colour + self.seen[place + 1 :]
        every, over = self._arrangements(seen, self.covered - {place})
        if colour is Colour.GREEN and place not in self.covered:
            over = 0  # a green that lies open
        return over if finished else every - over

    def _arrangements(self, seen: str, covered: frozenset[int]) -> tuple[int, int]:
        """The partner's sides that fit the pattern, and those among them whose unknown greens are all covered."""
        every, over = 1, 1
        for colour in Colour:
            cells = [place for place in range(CELLS) if self.own[place] == colour]
            green, bystander, assassin = (
                PATTERN[colour + other] - sum(seen[place] == other for place in cells) for other in Colour
            )
            if min(green, bystander, assassin) < 0 or len(cells) != sum(PATTERN[colour + other] for other in Colour):
                return 0, 0
            others = comb(bystander + assassin, assassin)
            every *= comb(green + bystander + assassin, green) * others
            over *= comb(len(covered.intersection(cells)), green) * others
        return every, over

    def fits(self, answer: tuple[str, ...]) -> bool:
        marks = {f"{NAMES[place]}={colour}" for place in range(CELLS) if self.seen[place] == "?" for colour in Colour}
        return len(set(answer)) == len(answer) > 0 and set(answer) <= marks

    def prove(self, bench: "Bench | None" = None) -> Proven:
        cards = self.cards()
        if not cards:
            raise Unproven("no key card fits what is shown")
        counts = {place: self.counts(place) for place in range(CELLS) if self.seen[place] == "?"}
        certain = {
            place: colour for place, by_colour in counts.items() for colour in Colour if by_colour[colour] == cards
        }
        if not certain:
            raise Unproven("nothing is certain")
        if len(certain) > _MOST_ANSWERS or len(certain) == len(counts):
            raise Unproven("everything is certain, or too much to be a puzzle")
        tempting = sum(
            place not in certain and max(by_colour.values()) >= _TEMPTING * cards
            for place, by_colour in counts.items()
        )  # fmt: skip
        tags = tuple(tag for tag, holds in TAGS.items() if holds(self, certain, tempting))
        return Proven(
            answer=tuple(f"{NAMES[place]}={colour}" for place, colour in sorted(certain.items())),
            grade=self._grade(certain, tempting),
            tags=tags,
            figures={"cards": cards, "open": len(counts), "certain": len(certain), "tempting": tempting},
        )

    def _grade(self, certain: dict[int, Colour], tempting: int) -> int:
        """A step for each of one's own colours that tells something, and one for each thing that misleads.

        What counting alone brings has grade 3 at most: from 4 on, what the partner has said must be thought through.
        """
        colours = len({self.own[place] for place in certain})
        hard = (len(certain) >= _MANY) + bool(tempting)
        if needs_the_word(self, certain, tempting):
            return _HARD + (colours + hard >= _HARD - 1)
        return min(colours + hard, _HARD - 1)

    def ask(self) -> Statement:
        own = Grid(
            _("Your side"),
            tuple(
                Cell("", letter, "agent" if place in self.covered or self.seen[place] == Colour.GREEN else "")
                for place, letter in enumerate(self.own)
            ),
            named=True,
        )
        seen = Grid(
            _("Known of your partner's side"), tuple(Cell("", letter) for letter in self.seen), named=True
        )  # fmt: skip
        told = (
            _("Your partner has said: all nine agents of my side are covered.")
            if self.finished
            else _("Your partner still has agents to give clues for.")
        )
        question = _(
            "Which of the unknown cells are certainly green, bystander or assassin for your partner? Name every cell "
            "that is certain and no other. Cells with an agent on them are marked."
        )
        to_type = _("Write g for green, . for bystander or x for assassin, such as b2 g, c4 x.")
        return Statement(_("What must be so"), question, (own, seen), (_pattern(), told), to_type)

    def understand(self, typed: str) -> tuple[str, ...]:
        """Cells and colours such as `b2 g, c4 x`."""
        rest = _TYPED.sub(" ", typed.lower())
        if rest.strip(" ,;.&"):
            raise Refusal(
                "{text} is not a cell with its colour: type them like b2 g, c4 x, d1 .", text=shown(rest.strip())
            )
        answer = {}
        for name, colour in _TYPED.findall(typed.lower()):
            answer[NAMES.index(name)] = _colour(colour)
        return tuple(f"{NAMES[place]}={colour}" for place, colour in sorted(answer.items()))

    def judge(self, answer: tuple[str, ...], proven: Proven, bench: "Bench | None" = None) -> Verdict:
        wrong = [mark_ for mark_ in answer if mark_ not in proven.answer]
        missing = len([mark_ for mark_ in proven.answer if mark_ not in answer])
        if wrong:
            name, colour = wrong[0].split("=")
            words = _("{cell} need not be {colour}: other cards fit too.", cell=name, colour=_named(colour))
        elif missing:
            words = ngettext("True as far as it goes, but {count} cell more is certain.",
                          "True as far as it goes, but {count} cells more are certain.", missing)  # fmt: skip
        else:
            words = _("Right: that is all that is certain.")
        hits = len(proven.answer) - missing
        return Verdict(not wrong and not missing, hits / (len(proven.answer) + len(wrong)), words)

    def hints(self, proven: Proven) -> tuple[str, ...]:
        name, colour = proven.answer[0].split("=")
        own = _named(self.own[NAMES.index(name)])
        return (
            ngettext("{count} cell is certain.", "{count} cells are certain.", len(proven.answer)),
            _("Look at your cells that are {own}.", own=own),
            _("{cell} is {colour}.", cell=name, colour=_named(colour)),
        )

    def solution(self, proven: Proven) -> tuple[str, str]:
        pairs = [mark_.split("=") for mark_ in proven.answer]
        answer = ", ".join(f"{name} {_named(colour)}" for name, colour in pairs)
        told = {self.own[NAMES.index(name)] for name, _ in pairs}
        reasons = [self._reason(colour) for colour in Colour if colour in told]
        return answer, " ".join(reasons)

    def _reason(self, own: Colour) -> str:
        """What the pattern still owes on the cells of one own colour, and where it can be."""
        left = {
            other: PATTERN[own + other]
            - sum(a == own and b == other for a, b in zip(self.own, self.seen, strict=True))
            for other in Colour
        }  # fmt: skip
        rest = ", ".join(f"{left[other]} {_named(other)}" for other in Colour if left[other])
        sentence = _(
            "Of your cells that are {own}, the unknown ones are for your partner: {rest}.", own=_named(own), rest=rest
        )
        if left[Colour.GREEN]:
            if self.finished:
                sentence += " " + _("All nine greens are covered, so an open cell cannot be green.")
            elif self.word_matters():
                sentence += " " + _("Some green is not covered, so not all greens can lie under agents.")
        return sentence


def _pattern() -> str:
    """What the partner has, on every card, on the cells of each of one's own colours."""
    counts = {own: "/".join(str(PATTERN[own + other]) for other in Colour) for own in Colour}
    return _(
        "Every key card: where you are green, your partner has green/bystander/assassin {greens}; where you are "
        "bystander {bystanders}; where you are assassin {assassins}.", greens=counts[Colour.GREEN],
        bystanders=counts[Colour.BYSTANDER], assassins=counts[Colour.ASSASSIN],
    )  # fmt: skip


def needs_the_word(task: Deduce, certain: dict[int, Colour], _tempting: int) -> bool:
    """Whether something is certain only through what the partner said of being finished."""
    return any(not task.certain_by_pattern(place, colour) for place, colour in certain.items())


def all_colours(_task: Deduce, certain: dict[int, Colour], _tempting: int) -> bool:
    """Whether greens, bystanders and assassins are among what is certain."""
    return len(set(certain.values())) == len(Colour)


def assassin_known(_task: Deduce, certain: dict[int, Colour], _tempting: int) -> bool:
    return Colour.ASSASSIN in certain.values()


def tempting_cell(_task: Deduce, _certain: dict[int, Colour], tempting: int) -> bool:
    """Whether some cell looks certain and is not."""
    return tempting > 0


TAGS = {
    "all-colours": all_colours,
    "assassin-known": assassin_known,
    "partner-said": needs_the_word,
    "tempting-cell": tempting_cell,
}


def deduce_tasks(rng: random.Random, _bench: "Bench", grade: int) -> Iterator[Deduce]:
    """Tasks without end, most of them with something certain."""
    while True:
        card = deal(rng)
        own, other = card.a, card.b
        seen = ["?"] * CELLS
        for a in Colour:
            for b in Colour:
                cells = [place for place in range(CELLS) if own[place] == a and other[place] == b]
                shown_ = len(cells) if rng.random() < 0.55 else rng.randrange(len(cells) + 1)
                for place in rng.sample(cells, shown_):
                    seen[place] = b
        unknown = [place for place in range(CELLS) if own[place] == Colour.GREEN and seen[place] == "?"]
        covered = frozenset(rng.sample(unknown, rng.randrange(len(unknown) + 1)))
        lies = [place for place in range(CELLS) if seen[place] == Colour.GREEN or place in covered]
        finished = sum(other[place] == Colour.GREEN for place in lies) == AGENTS_OF_A_SIDE
        task = Deduce(own, "".join(seen), covered, finished)
        if grade < _HARD or task.word_matters():
            yield task


def _colour(typed: str) -> Colour:
    for colour, name in _COLOURS.items():
        if typed == colour or name.startswith(typed) or _(name).startswith(typed):
            return colour
    raise Refusal("{text} is not a colour: type g for green, . for bystander, x for assassin", text=shown(typed))


def _named(colour: str) -> str:
    return _(_COLOURS[Colour(colour)])
