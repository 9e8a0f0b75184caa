"""The helper at a real table: asks what happened, follows the game, gives hints."""

from collections.abc import Callable
from dataclasses import replace

from duo.cli.terminal import prompt
from duo.cli.terminal.manual import assist_lines, rules_lines
from duo.cli.terminal.prompt import Command, Verb
from duo.cli.terminal.screen import Leave, Screen
from duo.cli.terminal.symbols import TOUCH_STYLES, event_style
from duo.core.key import Colour, Seat
from duo.core.position import Clue, Phase
from duo.core.refusal import Refusal
from duo.core.word import BOARD_SIZE, fold
from duo.table.advice import Advisor
from duo.table.events import GameEnded
from duo.table.narration import Narrator
from duo.table.real_table import OWN_SEAT, PARTNER_SEAT, RealTable, side
from duo.text import N_, _, tell
from duo.words import wordlist
from duo.words.spelling import written

_COLOURS = {Colour.GREEN: N_("green"), Colour.BYSTANDER: N_("bystander"), Colour.ASSASSIN: N_("assassin")}


def asked_words(screen: Screen) -> tuple[str, ...]:
    """The words of the table, typed or pasted over as many lines as it takes."""
    words: list[str] = []
    while len(words) < BOARD_SIZE:
        line = screen.line(_("The 25 words, separated by commas or one per line ({count} so far): ", count=len(words)))
        words += wordlist.words_of(line)
    return tuple(words)


def asked_side(screen: Screen) -> str:
    """One's own side of the key, typed until it is one."""
    letters = ""
    while True:
        question = _("Your side: g green, . bystander, x assassin, row by row ({count} of 25): ", count=len(letters))
        typed = "".join(screen.line(question).replace("/", "").split())
        if strange := set(typed.lower()) - set(Colour):
            screen.console.print(_("A side has only g . x, and not {letters}", letters=" ".join(sorted(strange))))
            continue
        letters += typed
        if len(letters) >= BOARD_SIZE:
            try:
                return side(letters)
            except Refusal as refusal:
                screen.console.print(tell(refusal))
                letters = ""


class Assistant:
    """Asks what happened at the table, and answers for help."""

    def __init__(
        self, screen: Screen, table: RealTable, advisor: Advisor, keep: Callable[[RealTable], None] | None = None
    ) -> None:
        self._screen = screen
        self._table = table
        self._advisor = advisor
        self._keep = keep
        self._hints = 0

    def advise(self) -> None:
        """Show the table and the best clues for it, and ask nothing."""
        view = self._table.view()
        for level in (2, 3):
            for sentence in self._advisor.hint(view, level):
                self._screen.note(sentence, "cyan")
        self._screen.draw(view)

    def follow(self) -> None:
        """Follow the game to its end."""
        while (view := self._table.view()).phase is not Phase.OVER:
            line = self._screen.ask(view, self._question())
            asked = None if view.place_of(line) is not None else prompt.command(line)
            try:
                if asked:
                    self._answer(asked)
                elif fold(line) in ("done", fold(_("done"))):
                    self._follow_to(self._table.heard_finished())
                elif line:
                    self._happened(line)
                    self._hints = 0
            except Refusal as refusal:
                self._screen.note(tell(refusal), "red")
        if outcome := self._table.outcome():
            self._screen.note(Narrator(OWN_SEAT).tell(GameEnded(outcome)), event_style(GameEnded(outcome)))
        self._screen.draw(view)

    def _follow_to(self, table: RealTable) -> None:
        """The table is now like this; what cannot be kept has not happened."""
        if self._keep:
            self._keep(table)
        self._table = table

    def _question(self) -> str:
        view = self._table.view()
        if view.phase is Phase.CLUE:
            if view.to_act is OWN_SEAT:
                return _("Your clue (or hint): ")
            return _("Your partner's clue: ") if view.to_act else _("The first clue, whoever gives it (or hint): ")
        if view.to_act is OWN_SEAT:
            return _("What did you touch? (or hint, stop) ")
        return _("What did your partner touch? (or stop) ") if view.to_act else _("What was touched? (or hint) ")

    def _happened(self, line: str) -> None:
        view = self._table.view()
        if view.phase is Phase.CLUE:
            self._clue(line)
            return
        word = view.words[prompt.pick(line, view, range(BOARD_SIZE)).place]
        if (view.to_act or self._who(_("Did you touch it?"))) is PARTNER_SEAT:
            colour = Colour(view.own[view.words.index(word)])
            self._follow_to(self._table.touched_by_partner(word))
        else:
            colour = self._colour(word)
            self._follow_to(self._table.touched(word, colour))
        self._screen.note(_("{word}: {colour}", word=word, colour=_(_COLOURS[colour])), TOUCH_STYLES[colour])

    def _clue(self, line: str) -> None:
        view, typed = self._table.view(), prompt.clue(line)
        seat = view.to_act or self._who(_("Do you give it?"))
        clue = Clue(seat, written(typed.word.upper(), self._table.lang), typed.count)
        penalty = False
        if objection := self._advisor.objection(view, clue):
            self._screen.note(objection, "red")
            if seat is OWN_SEAT and not self._screen.decide(view, _("Give it all the same?"), default=False):
                return
            penalty = self._screen.decide(view, _("Does it cost a token at your table?"), default=False)
        self._follow_to(self._table.said(replace(clue, invalid=penalty)))

    def _who(self, question: str) -> Seat:
        return OWN_SEAT if self._screen.decide(self._table.view(), question) else PARTNER_SEAT

    def _colour(self, word: str) -> Colour:
        """What the partner told of a word that was touched."""
        letters = {_(name)[0]: colour for colour, name in _COLOURS.items()}
        names = ", ".join(_(name) for name in _COLOURS.values())
        while True:
            answer = self._screen.ask(self._table.view(), _("{word} ({colours}): ", word=word, colours=names))
            if colour := letters.get(answer[:1].casefold()):
                return colour

    def _answer(self, asked: Command) -> None:
        view = self._table.view()
        match asked.verb:
            case Verb.QUIT:
                raise Leave
            case Verb.HINT:
                self._hints = min(3, self._hints + 1)
                with self._screen.thinking(_("Thinking ..."), 0):
                    sentences = self._advisor.hint(view, self._hints)
                for sentence in sentences:
                    self._screen.note(sentence, "cyan")
            case Verb.STOP:
                self._follow_to(self._table.stopped(view.to_act or OWN_SEAT))
            case Verb.UNDO:
                self._follow_to(self._table.back())
            case Verb.RULES:
                self._screen.read(rules_lines())
            case _:
                self._screen.read(assist_lines())
