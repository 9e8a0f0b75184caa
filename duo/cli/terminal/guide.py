"""The guide for beginners: explains each kind of move and event when it first happens in a game."""

from typing import TYPE_CHECKING

from duo.cli.terminal.symbols import symbol_legend
from duo.core.key import Colour
from duo.core.view import View
from duo.table.events import Event, SideFinished, SuddenDeathBegan, Touched, TurnStopped
from duo.text import N_, _

if TYPE_CHECKING:
    from duo.cli.terminal.screen import Screen

GUIDE_STYLE = "italic cyan"

_LESSON_TEXTS = {
    "start": N_(
        "Guide: 15 of these 25 words are secret agents, and you two must find them all before the tokens run out. "
        "You see nine of them: your green words. Your partner sees nine too, three of them the same as yours. "
        "Type help at any time; guide silences me."
    ),
    "guess": N_(
        "Guide: your partner's clue points at words that are green on your PARTNER'S side, so forget your own colours "
        "now. Touch the word that fits best: type it, or its number. You may also answer an earlier clue."
    ),
    "give": N_(
        "Guide: now you give a clue for your green words: one word and how many words it fits, such as ocean 2. "
        "Look at your assassins first: your partner must not think of them. Nothing else may be said. "
        "Stuck? Type hint."
    ),
    "agent": N_(
        "Guide: an agent! It is covered now and you may touch another word, or type stop. Each turn costs one token, "
        "so clues for two words or more are what wins."
    ),
    "partner-agent": N_(
        "Guide: your partner found one of your agents. It is covered now, and your partner may touch another word or "
        "stop. Each turn costs one token, so clues for two words or more are what wins."
    ),
    "miss": N_(
        "Guide: a bystander ends the turn and its token stays on the word, marked with the seat that touched it. "
        "That seat may not touch it again; the partner still may."
    ),
    "partner-miss": N_(
        "Guide: your partner touched one of your bystanders, so the turn ends and a token is gone. Your clue stays in "
        "the history: your partner may come back to it later."
    ),
    "stopped": N_("Guide: a turn that ends by stopping puts a token aside as a checkmark. The roles change now."),
    "finished": N_("Guide: a side with all nine agents found gives no more clues; its seat only guesses."),
    "sudden": N_(
        "Guide: the tokens are spent. Without new clues, touch what is missing from memory: any miss loses now. "
        "The history still helps you."
    ),
    "invalid": N_(
        "Guide: a clue must be about meaning: not a word on the table, a part of one, its family or its sound. "
        "You may change it, or give it and lose a token."
    ),
}


class BeginnerGuide:
    """Explains the game to a beginner. Each lesson, a short text about one thing, is shown only once."""

    def __init__(self) -> None:
        self._shown_lessons: set[str] = set()

    def explain_before(self, act: str, screen: "Screen") -> None:
        """Explain what the user is about to do. `act` is start, give, guess or invalid (an invalid clue)."""
        self._explain_once(act, screen)

    def explain_after(self, event: Event, view: View, screen: "Screen") -> None:
        """Explain an event that has just happened."""
        match event:
            case Touched() if view.sudden:
                pass  # sudden death has no turns and no tokens
            case Touched(touch) if touch.colour is Colour.GREEN:
                self._explain_once("agent" if touch.seat is view.seat else "partner-agent", screen)
            case Touched(touch) if touch.colour is Colour.BYSTANDER:
                self._explain_once("miss" if touch.seat is view.seat else "partner-miss", screen)
            case TurnStopped():
                self._explain_once("stopped", screen)
            case SideFinished():
                self._explain_once("finished", screen)
            case SuddenDeathBegan():
                self._explain_once("sudden", screen)

    def _explain_once(self, lesson: str, screen: "Screen") -> None:
        if lesson not in self._shown_lessons:
            self._shown_lessons.add(lesson)
            screen.add_note(_(_LESSON_TEXTS[lesson]), GUIDE_STYLE)
            if lesson == "start":
                screen.add_note(symbol_legend(), GUIDE_STYLE)
