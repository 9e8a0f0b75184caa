"""A fake terminal with typed input, and a fake advisor."""

import io
import re

from rich.console import Console

from duo.cli.terminal.screen import Screen


class FakeAdvisor:
    """Refuses clues with an X. Its partner knows no word with a Q."""

    def clue_problem(self, view, clue):
        return f"{clue.word} is refused" if "X" in clue.word else None

    def is_known_to_partner(self, word):
        return "q" not in word.casefold()

    def nearest_known_word(self, word):
        return "ELEPHANT" if word == "ELEFANT" else None

    def hint(self, view, level):
        return [f"hint {level}"]

    def explain_partner(self, game, seat, about):
        return [f"because {about}"]


class Terminal:
    """A screen at which these lines are typed, followed by the end of input."""

    def __init__(self, lines, width=80, height=24, *, real=True):
        self.out = io.StringIO()
        self._lines = iter(lines)
        console = Console(
            file=self.out,
            width=width,
            height=height,
            force_terminal=real,
            color_system="256",
            markup=False,
            highlight=False,
        )
        self.screen = Screen(console, self._read, pace=0)

    def _read(self, question):
        self.out.write(question)
        try:
            return next(self._lines)
        except StopIteration:
            raise EOFError from None

    @property
    def text(self):
        """The whole output, without colours and line ends."""
        return " ".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.out.getvalue()).split())


def visible_sides(part):
    """Every side of a key card that this output shows."""
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", part)
    rows = [row for line in plain.splitlines() if len(row := re.findall(r" ([■·✖]) \d+ ", line)) == 5]
    signs = [{"■": "g", "·": ".", "✖": "x"}[sign] for row in rows for sign in row]
    return {"".join(signs[start : start + 25]) for start in range(0, len(signs), 25)}
