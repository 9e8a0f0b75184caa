"""A person at the terminal: asks until there is a move, and answers whatever else is typed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from rich.text import Text

from duo.cli.terminal import prompt
from duo.cli.terminal.grid import history_lines
from duo.cli.terminal.guide import Tutor
from duo.cli.terminal.manual import help_lines, rules_lines
from duo.cli.terminal.prompt import Command, Verb
from duo.cli.terminal.screen import Leave, Screen
from duo.core.key import Colour
from duo.core.moves import Clue, Guess, Move, Stop
from duo.core.position import Phase
from duo.core.refusal import Refusal
from duo.core.view import View
from duo.table.advice import Advisor
from duo.table.session import ClueRefused, InvalidClues, Session
from duo.text import _, ngettext, tell
from duo.words.spelling import written


class Wish(Enum):
    """What a person may want other than to move."""

    DEFER = "defer"
    UNDO = "undo"


@dataclass(slots=True)
class Desk:
    """What the people at this terminal share: the session, and help."""

    session: Session
    advisor: Advisor
    saved_as: str
    tutor: Tutor | None = None


class Person:
    """Whoever decides for one seat at the screen. A move that is returned is one that the session takes."""

    def __init__(self, screen: Screen, desk: Desk) -> None:
        self._screen = screen
        self._desk = desk
        self._hints = 0

    def decide(self, view: View) -> Move | Wish:
        """Ask until there is a move or a wish; raises Leave when the person goes."""
        self._hints = 0
        if self._desk.tutor:
            self._desk.tutor.before("give" if view.phase is Phase.CLUE else "guess", self._screen)
        return self._clue(view) if view.phase is Phase.CLUE else self._guess(view)

    def _clue(self, view: View) -> Clue | Wish:
        while True:
            line = self._screen.ask(view, self._clue_question())
            if not line and self._may_defer:
                self._screen.notes.clear()
                return Wish.DEFER
            if asked := prompt.command(line):
                if asked.verb is Verb.UNDO:
                    return Wish.UNDO
                self._answer(view, asked)
            elif line and (clue := self._typed_clue(view, line)):
                return clue

    def _guess(self, view: View) -> Guess | Stop | Wish:
        while True:
            line = self._screen.ask(view, self._guess_question(view))
            if not line and (self._may_defer or _clue_exhausted(view) or _nothing_left(view)):
                self._screen.notes.clear()
                return Stop(view.seat) if view.phase is Phase.GUESS else Wish.DEFER
            asked = None if view.place_of(line) is not None else prompt.command(line)
            if asked and asked.verb is Verb.UNDO:
                return Wish.UNDO
            if asked and asked.verb is not Verb.STOP:
                self._answer(view, asked)
            elif line and (move := self._typed_stop(view) if asked else self._typed_guess(view, line)):
                return move

    @property
    def _may_defer(self) -> bool:
        """Whether the partner could act now as well."""
        return len(self._desk.session.able) > 1

    def _clue_question(self) -> str:
        if self._may_defer:
            return _("Your clue, or Enter to let your partner give one: ")
        return _("Your clue (a word and a number): ")

    def _guess_question(self, view: View) -> str:
        if view.phase is Phase.SUDDEN_DEATH:
            if self._may_defer:
                return _("Touch a word, or Enter to let your partner go first: ")
            return _("Touch a word: ")
        turn = view.clues[-1]
        clue = f"{turn.clue.word.upper()} {turn.clue.count}"
        if _nothing_left(view):
            return _("{clue}: every agent of your partner's side is found, Enter to stop: ", clue=clue)
        if _clue_exhausted(view):
            return _("{clue}: touch one more, or Enter to stop: ", clue=clue)
        if turn.touches:
            return _("{clue}: touch a word, or stop: ", clue=clue)
        return _("{clue}: touch a word: ", clue=clue)

    def _typed_clue(self, view: View, line: str) -> Clue | None:
        try:
            typed = prompt.clue(line)
            meant = prompt.meant(typed.meant, view)
            word = written(typed.word.upper(), self._desk.session.game.lang)
            clue = self._as_known(view, Clue(view.seat, word, typed.count, meant=meant))
            self._desk.session.check(clue)
        except ClueRefused as refused:
            return self._disputed(view, clue, refused)
        except Refusal as refusal:
            self._screen.note(tell(refusal), "red")
            return None
        if caution := self._desk.advisor.caution(view, clue):
            self._screen.note(caution)
        return clue if self._understood(view, clue.word) and self._counted(view, clue) else None

    def _as_known(self, view: View, clue: Clue) -> Clue:
        """The clue, or the known word that it is meant for if no dictionary has it and the person agrees."""
        nearest = self._desk.advisor.read_as(clue.word)
        if nearest is None:
            return clue
        question = _("No dictionary here has {word}. Do you mean {nearest}?", word=clue.word, nearest=nearest)
        return replace(clue, word=nearest) if self._screen.confirm(view, question, default=True) else clue

    def _counted(self, view: View, clue: Clue) -> bool:
        """Whether the giver's side has as many agents left as the number says, or the person means it."""
        left = sum(colour == Colour.GREEN and word in view.visible_words
                   for word, colour in zip(view.words, view.own, strict=True))  # fmt: skip
        if clue.count <= left:
            return True
        self._screen.note(
            ngettext("Your side has {count} agent left.", "Your side has {count} agents left.", left), "red"
        )
        question = _("Give {clue} all the same? Enter changes the clue.", clue=f"{clue.word} {clue.count}")
        return self._screen.confirm(view, question, default=False)

    def _understood(self, view: View, word: str) -> bool:
        """Whether the partner can make something of a clue, or the person gives it all the same."""
        if len(self._desk.session.people) > 1 or self._desk.advisor.understood(word):
            return True
        self._screen.note(_("Your partner does not know the word {word}.", word=word), "red")
        question = _("Give it all the same? It costs nothing more. Enter changes the clue.")
        return self._screen.confirm(view, question, default=False)

    def _disputed(self, view: View, clue: Clue, refused: ClueRefused) -> Clue | None:
        self._screen.note(tell(refused), "red")
        if self._desk.session.rules.invalid_clues is InvalidClues.REFUSE:
            return None
        if self._desk.tutor:
            self._desk.tutor.before("invalid", self._screen)
        question = _("Give it all the same and lose a token? Enter changes the clue.")
        return replace(clue, invalid=True) if self._screen.confirm(view, question, default=False) else None

    def _typed_guess(self, view: View, line: str) -> Guess | None:
        try:
            picked = prompt.pick(line, view, view.touchable)
            guess = Guess(view.seat, view.words[picked.place])
            self._desk.session.check(guess)
        except Refusal as refusal:
            self._screen.note(tell(refusal), "red")
            return None
        something_else = prompt.command(line) is not None or prompt.looks_like_clue(line)
        if picked.sure and not something_else:
            return guess
        question = _("Touch {word}?", word=guess.word)
        return guess if self._screen.confirm(view, question, default=not something_else) else None

    def _typed_stop(self, view: View) -> Stop | None:
        stop = Stop(view.seat)
        try:
            self._desk.session.check(stop)
        except Refusal as refusal:
            self._screen.note(tell(refusal), "red")
            return None
        if view.phase is Phase.SUDDEN_DEATH:
            question = _("Stopping now gives the mission up. Give up?")
            return stop if self._screen.confirm(view, question, default=False) else None
        return stop

    def _answer(self, view: View, asked: Command) -> None:
        match asked.verb:
            case Verb.QUIT:
                raise Leave
            case Verb.GUIDE:
                self._toggle_guide()
            case Verb.HISTORY | Verb.RULES | Verb.HELP:
                self._screen.read(self._page(view, asked.verb))
            case Verb.STOP:
                self._screen.note(_("Stop ends your guessing, and now you give a clue."), "red")
            case Verb.SAVE:
                self._screen.note(_("Every move is saved as it is made, in {file}", file=self._desk.saved_as))
            case Verb.HINT:
                self._hints = min(3, self._hints + 1)
                self._say_all(lambda: self._desk.advisor.hint(view, self._hints))
            case Verb.WHY:
                self._say_all(lambda: self._desk.advisor.why(self._desk.session.game, view.seat, asked.about))

    def _page(self, view: View, verb: Verb) -> list[Text]:
        if verb is Verb.HISTORY:
            lines = history_lines(view, self._screen.look(), len(view.clues) + 1)
            return lines or [Text(_("No clue has been given yet."))]
        return rules_lines() if verb is Verb.RULES else help_lines()

    def _toggle_guide(self) -> None:
        if self._desk.tutor:
            self._desk.tutor = None
            self._screen.note(_("The guide is silent now; type guide to hear it again."))
        else:
            self._desk.tutor = Tutor()
            self._screen.note(_("The guide explains each thing when it first happens; type guide to silence it."))

    def _say_all(self, advice: Callable[[], list[str]]) -> None:
        with self._screen.thinking(_("Thinking ..."), 0):
            sentences = advice()
        for sentence in sentences:
            self._screen.note(sentence, "cyan")


def _nothing_left(view: View) -> bool:
    """Whether every further touch of this turn would be a miss."""
    return view.phase is Phase.GUESS and view.partner in view.finished


def _clue_exhausted(view: View) -> bool:
    """Whether as many agents as the clue's number have been found in this turn."""
    if view.phase is not Phase.GUESS:
        return False
    turn = view.clues[-1]
    return bool(turn.touches) and len(turn.touches) >= turn.clue.count
