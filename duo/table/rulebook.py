"""The rules of the game on one page, shared by every front end."""

from duo.text import N_, _

_RULE_PARAGRAPHS = [
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


def rulebook_paragraphs() -> list[str]:
    """The rules in the language in use, one string for each paragraph."""
    return [_(paragraph) for paragraph in _RULE_PARAGRAPHS]
