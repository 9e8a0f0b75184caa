"""The help pages that the commands `help` and `rules` show during a game."""

from rich.text import Text

from duo.cli.terminal.prompt import CommandName
from duo.cli.terminal.symbols import symbol_legend
from duo.table.rulebook import rulebook_paragraphs
from duo.text import N_, _

_COMMAND_HELP_TEXTS = {
    CommandName.STOP: N_("end your guessing; the turn costs a token, kept as a checkmark"),
    CommandName.HINT: N_("a nudge; again for a list, and again for the reason"),
    CommandName.WHY: N_("why your partner touched a word; also with the word: why whale"),
    CommandName.HISTORY: N_("every clue so far and what was touched"),
    CommandName.RULES: N_("the rules on one page"),
    CommandName.UNDO: N_("take back your last move (practice only; the record counts it)"),
    CommandName.SAVE: N_("where the game is saved (it always is)"),
    CommandName.QUIT: N_("leave; the next duo play resumes the game"),
    CommandName.GUIDE: N_("switch the explanations on or off"),
    CommandName.HELP: N_("this page"),
}


def play_help_lines() -> list[Text]:
    lines = [
        Text(_("Giving a clue: a word and a number"), style="bold"),
        Text("  " + _("ocean 2")),
        Text("  " + _("ocean 2 (whale, shark)     notes for the review what you meant")),
        Text(),
        Text(_("Guessing: touch a word by itself, its first letters, its number or its place"), style="bold"),
        Text("  " + _("whale      wha      12      c3")),
        Text(),
        Text(_("Commands (with / before them if a word on the table has the same name)"), style="bold"),
    ]
    for verb, purpose in _COMMAND_HELP_TEXTS.items():
        lines.append(Text().append(f"  {_(verb):<12}", style="bold").append(_(purpose)))
    return [*lines, Text(), Text(symbol_legend())]


def rules_lines() -> list[Text]:
    lines = []
    for paragraph in rulebook_paragraphs():
        lines += [Text(paragraph), Text()]
    return lines[:-1]


def assist_help_lines() -> list[Text]:
    """Return the help page of `duo assist`."""
    return [
        Text(_("Tell what happens at your table, as it happens:"), style="bold"),
        Text("  " + _("ocean 2     a clue, yours or your partner's; yours is checked")),
        Text("  " + _("whale       a word that was touched; of yours you are asked what it was")),
        Text("  " + _("stop        the guesser stops")),
        Text("  " + _("done        your partner says that all nine agents of its side are found")),
        Text("  " + _("hint        clues to give, or what your partner's clue may mean; again for more")),
        Text("  " + _("undo        that was a mistake")),
        Text("  " + _("quit        leave; the next duo assist resumes the table")),
    ]
