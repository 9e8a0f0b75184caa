"""The pages behind `help` and `rules` at the prompt of a game."""

from rich.text import Text

from duo.cli.terminal.prompt import Verb
from duo.cli.terminal.symbols import legend
from duo.text import mark, say

_HELP = {
    Verb.STOP: mark("end your guessing; the turn costs a token, kept as a checkmark"),
    Verb.HINT: mark("a nudge; again for a list, and again for the reason"),
    Verb.WHY: mark("why your partner touched a word; also with the word: why whale"),
    Verb.HISTORY: mark("every clue so far and what was touched"),
    Verb.RULES: mark("the rules on one page"),
    Verb.UNDO: mark("take your last move back (practice only, and the record tells)"),
    Verb.SAVE: mark("where the game is saved (it always is)"),
    Verb.QUIT: mark("leave; the next duo play goes on from here"),
    Verb.GUIDE: mark("switch the explanations on or off"),
    Verb.HELP: mark("this page"),
}

_RULES = [
    mark("THE AIM. Fifteen of the 25 words are agents. Find them all before the timer tokens run out."),
    mark(
        "THE KEY. Each seat sees its own side: 9 green agents, 13 bystanders, 3 assassins. Three agents are green "
        "for both. Of your three assassins, one is an assassin for your partner too, one a bystander, one an agent."
    ),
    mark(
        "A TURN. One seat gives a clue: one word and a number. The other touches words one at a time, at least one, "
        "and is judged by the GIVER'S side only. Then the roles change."
    ),
    mark("GREEN: the word is covered, and the guesser may touch another, without limit, or stop."),
    mark(
        "BYSTANDER: the turn ends, and a token is put on the word. The guesser may not touch it again; "
        "the partner still may."
    ),
    mark("ASSASSIN: both of you lose at once."),
    mark(
        "TOKENS. Every turn costs one: on the word after a bystander, or a checkmark after a stop. In a mission some "
        "lie checkmark side up; when no bystander side is left, a miss costs two."
    ),
    mark("A FINISHED SIDE. When all nine of a side are covered, only the partner gives clues."),
    mark(
        "SUDDEN DEATH. When the bank is empty and agents are missing, no more clues are given. "
        "Whoever has words left to find may touch, and any miss loses."
    ),
    mark(
        "CLUES are about meaning. Not allowed: a word on the table, a part of one, its family, its homonym, what "
        "sounds like it, its translation, its place in the grid, several words. An invalid clue costs a token."
    ),
    mark("SILENCE. Nothing else is said about one's own side, and the giver stays neutral while the partner guesses."),
]


def help_lines() -> list[Text]:
    lines = [
        Text(say("Giving a clue: a word and a number"), style="bold"),
        Text("  " + say("ocean 2")),
        Text("  " + say("ocean 2 (whale, shark)     notes for the review what you meant")),
        Text(),
        Text(say("Guessing: touch a word by itself, its first letters, its number or its place"), style="bold"),
        Text("  " + say("whale      wha      12      c3")),
        Text(),
        Text(say("Commands (with / before them if a word on the table has the same name)"), style="bold"),
    ]
    for verb, purpose in _HELP.items():
        lines.append(Text().append(f"  {say(verb):<12}", style="bold").append(say(purpose)))
    return [*lines, Text(), Text(legend())]


def rules_lines() -> list[Text]:
    lines = []
    for paragraph in _RULES:
        lines += [Text(say(paragraph)), Text()]
    return lines[:-1]


def assist_lines() -> list[Text]:
    """The help of `duo assist`."""
    return [
        Text(say("Tell what happens at your table, as it happens:"), style="bold"),
        Text("  " + say("ocean 2     a clue, yours or your partner's; yours is checked")),
        Text("  " + say("whale       a word that was touched; of yours you are asked what it was")),
        Text("  " + say("stop        the guesser stops")),
        Text("  " + say("done        your partner says that all nine agents of its side are found")),
        Text("  " + say("hint        clues to give, or what your partner's clue may mean; again for more")),
        Text("  " + say("undo        that was a mistake")),
        Text("  " + say("quit        leave")),
    ]
