"""The pages behind `help` and `rules` at the prompt of a game."""

from rich.text import Text

from duo.cli.terminal.prompt import Verb
from duo.cli.terminal.symbols import legend
from duo.text import N_, _

_HELP = {
    Verb.STOP: N_("end your guessing; the turn costs a token, kept as a checkmark"),
    Verb.HINT: N_("a nudge; again for a list, and again for the reason"),
    Verb.WHY: N_("why your partner touched a word; also with the word: why whale"),
    Verb.HISTORY: N_("every clue so far and what was touched"),
    Verb.RULES: N_("the rules on one page"),
    Verb.UNDO: N_("take your last move back (practice only, and the record tells)"),
    Verb.SAVE: N_("where the game is saved (it always is)"),
    Verb.QUIT: N_("leave; the next duo play goes on from here"),
    Verb.GUIDE: N_("switch the explanations on or off"),
    Verb.HELP: N_("this page"),
}

_RULES = [
    N_("THE AIM. Fifteen of the 25 words are agents. Find them all before the timer tokens run out."),
    N_(
        "THE KEY. Each seat sees its own side: 9 green agents, 13 bystanders, 3 assassins. Three agents are green "
        "for both. Of your three assassins, one is an assassin for your partner too, one a bystander, one an agent."
    ),
    N_(
        "A TURN. One seat gives a clue: one word and a number. The other touches words one at a time, at least one, "
        "and is judged by the GIVER'S side only. Then the roles change."
    ),
    N_("GREEN: the word is covered, and the guesser may touch another, without limit, or stop."),
    N_(
        "BYSTANDER: the turn ends, and a token is put on the word. The guesser may not touch it again; "
        "the partner still may."
    ),
    N_("ASSASSIN: both of you lose at once."),
    N_(
        "TOKENS. Every turn costs one: on the word after a bystander, or a checkmark after a stop. In a mission some "
        "lie checkmark side up; when no bystander side is left, a miss costs two."
    ),
    N_("A FINISHED SIDE. When all nine of a side are covered, only the partner gives clues."),
    N_(
        "SUDDEN DEATH. When the bank is empty and agents are missing, no more clues are given. "
        "Whoever has words left to find may touch, and any miss loses."
    ),
    N_(
        "CLUES are about meaning. Not allowed: a word on the table, a part of one, its family, its homonym, what "
        "sounds like it, its translation, its place in the grid, several words. An invalid clue costs a token."
    ),
    N_("SILENCE. Nothing else is said about one's own side, and the giver stays neutral while the partner guesses."),
]


def help_lines() -> list[Text]:
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
    for verb, purpose in _HELP.items():
        lines.append(Text().append(f"  {_(verb):<12}", style="bold").append(_(purpose)))
    return [*lines, Text(), Text(legend())]


def rules_lines() -> list[Text]:
    lines = []
    for paragraph in _RULES:
        lines += [Text(_(paragraph)), Text()]
    return lines[:-1]


def assist_lines() -> list[Text]:
    """The help of `duo assist`."""
    return [
        Text(_("Tell what happens at your table, as it happens:"), style="bold"),
        Text("  " + _("ocean 2     a clue, yours or your partner's; yours is checked")),
        Text("  " + _("whale       a word that was touched; of yours you are asked what it was")),
        Text("  " + _("stop        the guesser stops")),
        Text("  " + _("done        your partner says that all nine agents of its side are found")),
        Text("  " + _("hint        clues to give, or what your partner's clue may mean; again for more")),
        Text("  " + _("undo        that was a mistake")),
        Text("  " + _("quit        leave")),
    ]
