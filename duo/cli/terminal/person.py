"""A person who plays at the terminal: asks for a move and runs the commands that are typed instead of one."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from rich.text import Text

from duo.cli.terminal import prompt
from duo.cli.terminal.grid import clue_history_lines
from duo.cli.terminal.guide import BeginnerGuide
from duo.cli.terminal.manual import play_help_lines, rules_lines
from duo.cli.terminal.prompt import CommandName, TypedCommand
from duo.cli.terminal.screen import Screen, UserQuit
from duo.core.key import Colour
from duo.core.moves import Clue, Guess, Move, Stop
from duo.core.position import Phase
from duo.core.refusal import Refusal
from duo.core.view import View
from duo.table.advice import Advisor
from duo.table.session import ClueRefused, InvalidClues, Session
from duo.text import _, format_refusal, ngettext
from duo.words.language import with_ligatures
from duo.words.legality import Ruling


class PlayerRequest(Enum):
    """What a player can ask for instead of making a move: to let the partner act first, or to undo."""

    DEFER = "defer"
    UNDO = "undo"


@dataclass(slots=True)
class SharedTerminalContext:
    """The game session, advisor, record file and guide that all players at one terminal share."""

    session: Session
    advisor: Advisor
    record_location: str
    guide: BeginnerGuide | None = None


@dataclass(frozen=True, slots=True)
class CheckedMove:
    """A move that the session accepts. A clue comes with the ruling on its legality."""

    move: Move
    ruling: Ruling | None = None


class TerminalPlayer:
    """Asks a person at the screen for the moves of one seat. It returns only moves that the session accepts."""

    def __init__(self, screen: Screen, context: SharedTerminalContext) -> None:
        self._screen = screen
        self._context = context
        self._hint_level = 0

    def ask_move(self, view: View) -> CheckedMove | PlayerRequest:
        """Ask the person until there is a move or a `PlayerRequest`. Raise `UserQuit` if the person quits."""
        self._hint_level = 0
        if self._context.guide:
            self._context.guide.explain_before("give" if view.phase is Phase.CLUE else "guess", self._screen)
        return self._ask_clue(view) if view.phase is Phase.CLUE else self._ask_guess(view)

    def _ask_clue(self, view: View) -> CheckedMove | PlayerRequest:
        while True:
            line = self._screen.ask_at_table(view, self._clue_question())
            if not line and self._can_defer:
                self._screen.notes.clear()
                return PlayerRequest.DEFER
            if command := prompt.parse_command(line):
                if command.name is CommandName.UNDO:
                    return PlayerRequest.UNDO
                self._run_command(view, command)
            elif line and (clue := self._check_typed_clue(view, line)):
                return clue

    def _ask_guess(self, view: View) -> CheckedMove | PlayerRequest:
        while True:
            line = self._screen.ask_at_table(view, self._guess_question(view))
            if not line and (self._can_defer or _is_clue_number_reached(view) or _has_no_agents_left(view)):
                self._screen.notes.clear()
                return CheckedMove(Stop(view.seat)) if view.phase is Phase.GUESS else PlayerRequest.DEFER
            command = None if view.place_of(line) is not None else prompt.parse_command(line)
            if command and command.name is CommandName.UNDO:
                return PlayerRequest.UNDO
            if command and command.name is not CommandName.STOP:
                self._run_command(view, command)
            elif line and (move := self._confirm_stop(view) if command else self._check_typed_guess(view, line)):
                return CheckedMove(move)

    @property
    def _can_defer(self) -> bool:
        """Whether the partner may act now instead of this player."""
        return len(self._context.session.acting_order) > 1

    def _clue_question(self) -> str:
        if self._can_defer:
            return _("Your clue, or Enter to let your partner give one: ")
        return _("Your clue (a word and a number): ")

    def _guess_question(self, view: View) -> str:
        if view.phase is Phase.SUDDEN_DEATH:
            if self._can_defer:
                return _("Touch a word, or Enter to let your partner go first: ")
            return _("Touch a word: ")
        turn = view.clues[-1]
        clue = f"{turn.clue.word.upper()} {turn.clue.count}"
        if _has_no_agents_left(view):
            return _("{clue}: every agent of your partner's side is found, Enter to stop: ", clue=clue)
        if _is_clue_number_reached(view):
            return _("{clue}: touch one more, or Enter to stop: ", clue=clue)
        if turn.touches:
            return _("{clue}: touch a word, or stop: ", clue=clue)
        return _("{clue}: touch a word: ", clue=clue)

    def _check_typed_clue(self, view: View, line: str) -> CheckedMove | None:
        try:
            typed = prompt.parse_clue(line)
            meant = prompt.parse_meant_words(typed.meant, view)
            word = with_ligatures(typed.word.upper(), self._context.session.game.lang)
            clue = self._offer_spelling_correction(view, Clue(view.seat, word, typed.count, meant=meant))
            ruling = self._context.session.check(clue)
        except ClueRefused as refused:
            return self._offer_penalty(view, clue, refused)
        except Refusal as refusal:
            self._screen.add_note(format_refusal(refusal), "red")
            return None
        if ruling and ruling.caution:
            self._screen.add_note(ruling.caution)
        is_confirmed = self._confirm_unknown_word(view, clue.word) and self._confirm_clue_number(view, clue)
        return CheckedMove(clue, ruling) if is_confirmed else None

    def _offer_spelling_correction(self, view: View, clue: Clue) -> Clue:
        """If the clue is in no dictionary, offer the nearest word that is. Return the clue that the user wants."""
        nearest = self._context.advisor.nearest_known_word(clue.word)
        if nearest is None:
            return clue
        question = _("{word} is not in the dictionary. Did you mean {nearest}?", word=clue.word, nearest=nearest)
        return replace(clue, word=nearest) if self._screen.confirm_at_table(view, question, default=True) else clue

    def _confirm_clue_number(self, view: View, clue: Clue) -> bool:
        """Return True if the clue's number is at most the number of agents left, or if the user confirms the clue."""
        left = sum(
            colour == Colour.GREEN and word in view.visible_words
            for word, colour in zip(view.words, view.own, strict=True)
        )
        if clue.count <= left:
            return True
        self._screen.add_note(
            ngettext("Your side has {count} agent left.", "Your side has {count} agents left.", left), "red"
        )
        question = _("Give {clue} anyway? Press Enter to change the clue.", clue=f"{clue.word} {clue.count}")
        return self._screen.confirm_at_table(view, question, default=False)

    def _confirm_unknown_word(self, view: View, word: str) -> bool:
        """Return True if the partner knows the word of the clue, or if the user gives it anyway."""
        if len(self._context.session.people) > 1 or self._context.advisor.is_known_to_partner(word):
            return True
        self._screen.add_note(_("Your partner does not know the word {word}.", word=word), "red")
        question = _("Give it anyway? It costs nothing extra. Press Enter to change the clue.")
        return self._screen.confirm_at_table(view, question, default=False)

    def _offer_penalty(self, view: View, clue: Clue, refused: ClueRefused) -> CheckedMove | None:
        self._screen.add_note(format_refusal(refused), "red")
        if self._context.session.rules.invalid_clues is InvalidClues.REFUSE:
            return None
        if self._context.guide:
            self._context.guide.explain_before("invalid", self._screen)
        question = _("Give it anyway and lose a token? Press Enter to change the clue.")
        if not self._screen.confirm_at_table(view, question, default=False):
            return None
        return CheckedMove(replace(clue, invalid=True), refused.ruling)

    def _check_typed_guess(self, view: View, line: str) -> Guess | None:
        try:
            pick = prompt.parse_word_pick(line, view, view.touchable_places)
            guess = Guess(view.seat, view.words[pick.place])
            self._context.session.check(guess)
        except Refusal as refusal:
            self._screen.add_note(format_refusal(refusal), "red")
            return None
        is_ambiguous = prompt.parse_command(line) is not None or prompt.looks_like_clue(line)
        if pick.is_sure and not is_ambiguous:
            return guess
        question = _("Touch {word}?", word=guess.word)
        return guess if self._screen.confirm_at_table(view, question, default=not is_ambiguous) else None

    def _confirm_stop(self, view: View) -> Stop | None:
        stop = Stop(view.seat)
        try:
            self._context.session.check(stop)
        except Refusal as refusal:
            self._screen.add_note(format_refusal(refusal), "red")
            return None
        if view.phase is Phase.SUDDEN_DEATH:
            question = _("Stopping now gives the mission up. Give up?")
            return stop if self._screen.confirm_at_table(view, question, default=False) else None
        return stop

    def _run_command(self, view: View, command: TypedCommand) -> None:
        match command.name:
            case CommandName.QUIT:
                raise UserQuit
            case CommandName.GUIDE:
                self._toggle_guide()
            case CommandName.HISTORY | CommandName.RULES | CommandName.HELP:
                self._screen.show_page_by_page(self._lines_of_page(view, command.name))
            case CommandName.STOP:
                self._screen.add_note(_("Stop ends your guessing, and now you give a clue."), "red")
            case CommandName.SAVE:
                self._screen.add_note(
                    _("Every move is saved as it is made, in {file}", file=self._context.record_location)
                )
            case CommandName.HINT:
                self._hint_level = min(3, self._hint_level + 1)
                self._show_advice(lambda: self._context.advisor.hint(view, self._hint_level))
            case CommandName.WHY:
                self._show_advice(
                    lambda: self._context.advisor.explain_partner(
                        self._context.session.game, view.seat, command.argument
                    )
                )

    def _lines_of_page(self, view: View, name: CommandName) -> list[Text]:
        if name is CommandName.HISTORY:
            lines = clue_history_lines(view, self._screen.display_settings(), len(view.clues) + 1)
            return lines or [Text(_("No clue has been given yet."))]
        return rules_lines() if name is CommandName.RULES else play_help_lines()

    def _toggle_guide(self) -> None:
        if self._context.guide:
            self._context.guide = None
            self._screen.add_note(_("The guide is silent now; type guide to hear it again."))
        else:
            self._context.guide = BeginnerGuide()
            self._screen.add_note(_("The guide explains each thing when it first happens; type guide to silence it."))

    def _show_advice(self, advice: Callable[[], list[str]]) -> None:
        with self._screen.show_thinking(_("Thinking ..."), 0):
            sentences = advice()
        for sentence in sentences:
            self._screen.add_note(sentence, "cyan")


def _has_no_agents_left(view: View) -> bool:
    """Whether all agents of the partner's side are found, so that every further touch would be a miss."""
    return view.phase is Phase.GUESS and view.partner in view.finished


def _is_clue_number_reached(view: View) -> bool:
    """Whether this turn has at least as many touches as the clue's number."""
    if view.phase is not Phase.GUESS:
        return False
    turn = view.clues[-1]
    return bool(turn.touches) and len(turn.touches) >= turn.clue.count
