"""The assistant of `duo assist`: asks what happens at a real table, follows the game and gives hints."""

from collections.abc import Callable
from dataclasses import replace

from duo.cli.terminal import prompt
from duo.cli.terminal.manual import assist_help_lines, rules_lines
from duo.cli.terminal.prompt import CommandName, TypedCommand
from duo.cli.terminal.screen import Screen, UserQuit
from duo.cli.terminal.symbols import TOUCHED_WORD_STYLES, event_style
from duo.core.key import Colour, Seat
from duo.core.position import Clue, Phase
from duo.core.refusal import Refusal
from duo.core.word import BOARD_SIZE, fold
from duo.table.advice import Advisor
from duo.table.events import GameEnded
from duo.table.narration import Narrator
from duo.table.real_table import OWN_SEAT, PARTNER_SEAT, RealTable, parse_side
from duo.text import N_, _, format_refusal
from duo.words import wordlist
from duo.words.language import with_ligatures

_COLOUR_NAMES = {Colour.GREEN: N_("green"), Colour.BYSTANDER: N_("bystander"), Colour.ASSASSIN: N_("assassin")}


def ask_board_words(screen: Screen) -> tuple[str, ...]:
    """Ask for the 25 words of the board, which the user may type or paste over several lines."""
    words: list[str] = []
    while len(words) < BOARD_SIZE:
        line = screen.read_line(
            _("The 25 words, separated by commas or one per line ({count} so far): ", count=len(words))
        )
        words += wordlist.parse_words(line)
    return tuple(words)


def ask_key_side(screen: Screen) -> str:
    """Ask for the user's side of the key card until the answer is valid, and return it."""
    letters = ""
    while True:
        question = _("Your side: g green, . bystander, x assassin, row by row ({count} of 25): ", count=len(letters))
        typed = "".join(screen.read_line(question).replace("/", "").split())
        if invalid := set(typed.lower()) - set(Colour):
            screen.console.print(_("A side has only g . x, and not {letters}", letters=" ".join(sorted(invalid))))
            continue
        letters += typed
        if len(letters) >= BOARD_SIZE:
            try:
                return parse_side(letters)
            except Refusal as refusal:
                screen.console.print(format_refusal(refusal))
                letters = ""


class TableAssistant:
    """Follows one game at a real table and gives the user advice."""

    def __init__(
        self, screen: Screen, table: RealTable, advisor: Advisor, save: Callable[[RealTable], None] | None = None
    ) -> None:
        self._screen = screen
        self._table = table
        self._advisor = advisor
        self._save = save
        self._hint_level = 0

    def show_advice(self) -> None:
        """Show the table and the best clues for it. Ask the user nothing."""
        view = self._table.view()
        for level in (2, 3):
            for sentence in self._advisor.hint(view, level):
                self._screen.add_note(sentence, "cyan")
        self._screen.draw_table(view)

    def follow_game(self) -> None:
        """Ask for each clue and touch until the game ends."""
        while (view := self._table.view()).phase is not Phase.OVER:
            line = self._screen.ask_at_table(view, self._prompt_text())
            command = None if view.place_of(line) is not None else prompt.parse_command(line)
            try:
                if command:
                    self._run_command(command)
                elif fold(line) in ("done", fold(_("done"))):
                    self._update_table(self._table.with_partner_finished())
                elif line:
                    self._record_typed_event(line)
                    self._hint_level = 0
            except Refusal as refusal:
                self._screen.add_note(format_refusal(refusal), "red")
        if outcome := self._table.outcome():
            self._screen.add_note(Narrator(OWN_SEAT).describe(GameEnded(outcome)), event_style(GameEnded(outcome)))
        self._screen.draw_table(view)

    def _update_table(self, table: RealTable) -> None:
        """Save the new state of the table, then make it the current one. If saving fails, the old state stays."""
        if self._save:
            self._save(table)
        self._table = table

    def _prompt_text(self) -> str:
        view = self._table.view()
        if view.phase is Phase.CLUE:
            if view.to_act is OWN_SEAT:
                return _("Your clue (or hint): ")
            return _("Your partner's clue: ") if view.to_act else _("The first clue, whoever gives it (or hint): ")
        if view.to_act is OWN_SEAT:
            return _("What did you touch? (or hint, stop) ")
        return _("What did your partner touch? (or stop) ") if view.to_act else _("What was touched? (or hint) ")

    def _record_typed_event(self, line: str) -> None:
        view = self._table.view()
        if view.phase is Phase.CLUE:
            self._record_clue(line)
            return
        word = view.words[prompt.parse_word_pick(line, view, range(BOARD_SIZE)).place]
        if (view.to_act or self._ask_acting_seat(_("Did you touch it?"))) is PARTNER_SEAT:
            colour = Colour(view.own[view.words.index(word)])
            self._update_table(self._table.with_partner_touch(word))
        else:
            colour = self._ask_colour(word)
            self._update_table(self._table.with_own_touch(word, colour))
        self._screen.add_note(
            _("{word}: {colour}", word=word, colour=_(_COLOUR_NAMES[colour])), TOUCHED_WORD_STYLES[colour]
        )

    def _record_clue(self, line: str) -> None:
        view, typed = self._table.view(), prompt.parse_clue(line)
        seat = view.to_act or self._ask_acting_seat(_("Do you give it?"))
        clue = Clue(seat, with_ligatures(typed.word.upper(), self._table.lang), typed.count)
        penalty = False
        if problem := self._advisor.clue_problem(view, clue):
            self._screen.add_note(problem, "red")
            if seat is OWN_SEAT and not self._screen.ask_yes_no_at_table(view, _("Give it anyway?"), default=False):
                return
            penalty = self._screen.ask_yes_no_at_table(view, _("Does it cost a token at your table?"), default=False)
        self._update_table(self._table.with_clue(replace(clue, invalid=penalty)))

    def _ask_acting_seat(self, question: str) -> Seat:
        return OWN_SEAT if self._screen.ask_yes_no_at_table(self._table.view(), question) else PARTNER_SEAT

    def _ask_colour(self, word: str) -> Colour:
        """Ask which colour the partner has announced for a word that the user touched."""
        letters = {_(name)[0]: colour for colour, name in _COLOUR_NAMES.items()}
        names = ", ".join(_(name) for name in _COLOUR_NAMES.values())
        while True:
            answer = self._screen.ask_at_table(self._table.view(), _("{word} ({colours}): ", word=word, colours=names))
            if colour := letters.get(answer[:1].casefold()):
                return colour

    def _run_command(self, command: TypedCommand) -> None:
        view = self._table.view()
        match command.name:
            case CommandName.QUIT:
                raise UserQuit
            case CommandName.HINT:
                self._hint_level = min(3, self._hint_level + 1)
                with self._screen.show_thinking(_("Thinking ..."), 0):
                    sentences = self._advisor.hint(view, self._hint_level)
                for sentence in sentences:
                    self._screen.add_note(sentence, "cyan")
            case CommandName.STOP:
                self._update_table(self._table.with_stop(view.to_act or OWN_SEAT))
            case CommandName.UNDO:
                self._update_table(self._table.undo())
            case CommandName.RULES:
                self._screen.show_page_by_page(rules_lines())
            case _:
                self._screen.show_page_by_page(assist_help_lines())
