"""Help for a person: rulings, hints, and why the partner touched what it touched.

All of it comes from the person's own view. A touch is explained by the clue it answered, which both have heard,
never by the toucher's side of the key.
"""

from typing import TYPE_CHECKING, Protocol

from duo.core.key import ROW
from duo.core.position import Clue, Guess, Phase, Touch
from duo.core.public import PublicState
from duo.core.view import View
from duo.table.rulings import ruling
from duo.text import _

if TYPE_CHECKING:
    from duo.mind.giver import ExpectingGiver
    from duo.mind.guesser import ListeningGuesser
    from duo.mind.listener import Listener

_LISTED = 5
_REASONS = 3


class Advisor(Protocol):
    """Helps a person without telling more than the person's own view holds."""

    def objection(self, view: View, clue: Clue) -> str | None:
        """Why this clue is not allowed, or None."""

    def understood(self, word: str) -> bool:
        """Whether the partner knows this word at all."""

    def hint(self, view: View, level: int) -> list[str]:
        """Help with the decision at hand: 1 a nudge, 2 a list, 3 the reason."""

    def why(self, view: View, about: str) -> list[str]:
        """What made the partner touch a word, its last one unless another is named."""


class HouseAdvisor:
    """The house's own judgement, loaded when it is first asked for."""

    def __init__(self, lang: str) -> None:
        self._lang = lang

    def objection(self, view: View, clue: Clue) -> str | None:
        judged = ruling(view, clue, self._lang)
        return None if judged is None or judged.legal else judged.why

    def understood(self, word: str) -> bool:
        return self._listener().model.reads(word)

    def hint(self, view: View, level: int) -> list[str]:
        return self._clue_hint(view, level) if view.phase is Phase.CLUE else self._guess_hint(view, level)

    def why(self, view: View, about: str) -> list[str]:
        touched = [touch for touch in view.touches() if touch.seat is view.partner]
        if about and (place := view.place_of(about)) is not None:
            touched = [touch for touch in touched if touch.place == place]
        if not touched:
            return [_("Your partner has touched no such word; why it gave a clue is told after the end.")]
        return [self._reading(view, touched[-1])]

    def _clue_hint(self, view: View, level: int) -> list[str]:
        from duo.mind.reason import listed

        found = self._giver().suggest(view, _LISTED)
        if not found:
            return [_("No clue comes to mind.")]
        if level == 1:
            if len(found[0].targets) > 1:
                return [_("Think of what {words} have in common.", words=listed(found[0].targets))]
            return [_("Think of {words} alone.", words=listed(found[0].targets))]
        if level == 2:
            clues = [f"{clue.word.upper()} {clue.count}" for clue in found]
            return [_("Clues that could work: {clues}.", clues=", ".join(clues))]
        return [
            _("{clue}: {why}.", clue=f"{clue.word.upper()} {clue.count}", why=clue.why) for clue in found[:_REASONS]
        ]

    def _guess_hint(self, view: View, level: int) -> list[str]:
        from duo.mind.reason import percent

        guesser = self._guesser()
        choice = guesser.decide(view)
        ranked = guesser.ranking(view)[:_LISTED]
        if level == 1:
            if not isinstance(choice, Guess):
                return [_("This may be the moment to stop.")]
            place = view.words.index(ranked[0].word)
            return [_("Look closely at row {row}.", row=place // ROW + 1)]
        if level == 2:
            words = ", ".join(f"{word.word} {percent(word.p)}" for word in ranked)
            return [_("The chance of each to be one of your partner's agents: {words}.", words=words)]
        stop = [_("All in all, stopping seems best.")] if not isinstance(choice, Guess) else []
        return [*(self._word_reason(view, word.word) for word in ranked[:_REASONS]), *stop]

    def _word_reason(self, view: View, word: str) -> str:
        """Which clue speaks for a word most, and how strongly."""
        from duo.mind.reason import percent

        words = view.open_words(view.seat)
        clues = [turn.clue.word for turn in view.clues if turn.giver is view.partner]
        drawn = {clue: float(self._listener().touch(clue, words)[words.index(word)]) for clue in clues}
        if not drawn:
            return _("{word}: no clue speaks for it.", word=word)
        clue = max(drawn, key=lambda clue: drawn[clue])
        return _("{word}: {clue} makes {share} of people touch it first.",
                   word=word, clue=clue.upper(), share=percent(drawn[clue]))  # fmt: skip

    def _reading(self, view: View, touch: Touch) -> str:
        from duo.mind.reason import percent

        clue, words = _heard_before(view, touch)
        drawn = self._listener().touch(clue, words)
        first = sorted(range(len(words)), key=lambda place: -drawn[place])[:3]
        thoughts = ", ".join(f"{words[place]} {percent(float(drawn[place]))}" for place in first)
        return _("{word}: your clue {clue} brought to mind {thoughts}.",
                   word=touch.word, clue=clue.upper(), thoughts=thoughts)  # fmt: skip

    def _giver(self) -> "ExpectingGiver":
        from duo.mind import registry

        return registry.house_giver(self._lang)

    def _guesser(self) -> "ListeningGuesser":
        from duo.mind import registry

        return registry.house_guesser(self._lang)

    def _listener(self) -> "Listener":
        from duo.mind import registry

        return registry.listener(self._lang)


def _heard_before(table: PublicState, asked: Touch) -> tuple[str, tuple[str, ...]]:
    """The clue that was in the air when a word was touched, and the words that its toucher could have touched."""
    closed: set[int] = set()
    clue = ""
    for turn in table.clues:
        if turn.giver is not asked.seat:
            clue = turn.clue.word
        for touch in turn.touches:
            if touch == asked:
                return clue, tuple(word for place, word in enumerate(table.words) if place not in closed)
            if touch.colour == "g" or touch.seat is asked.seat:
                closed.add(touch.place)
    open_words = (word for place, word in enumerate(table.words) if place not in closed or place == asked.place)
    return clue, tuple(open_words)
