"""Help for a person: rulings, hints, and why the partner touched what it touched.

Rulings and hints come from the person's own view. A touch or a stop of the partner is explained by its belief in what
the clues meant, as it was then, but for what the partner's own side of the key added: that is told after the end.
"""

from typing import TYPE_CHECKING, Protocol

from duo.core.game import Game
from duo.core.key import ROW_LENGTH, Seat
from duo.core.position import Clue, Guess, Phase, Stop
from duo.core.view import View
from duo.core.word import fold
from duo.table.dealing import seat_holders
from duo.table.explanation_text import explanation_sentence, stop_sentence, thought_sentence, thoughts_text
from duo.table.rulings import judge_clue
from duo.text import LANGUAGES, _
from duo.words import legality

if TYPE_CHECKING:
    from duo.mind.giver.giver import ExpectedValueGiver
    from duo.mind.guesser.guesser import ListeningGuesser
    from duo.mind.listener.listener import Listener

_MAX_LISTED = 5
_MAX_REASONS = 3


class Advisor(Protocol):
    """Helps a person without telling more than the person's own view holds."""

    def clue_problem(self, view: View, clue: Clue) -> str | None:
        """Why this clue is not allowed, or None."""

    def is_known_to_partner(self, word: str) -> bool:
        """Whether the partner knows this word at all."""

    def nearest_known_word(self, word: str) -> str | None:
        """The known word as which the partner reads one that no dictionary has; None where it is known or too far."""

    def caution(self, view: View, clue: Clue) -> str | None:
        """For which visible words this legal clue would not be valid, or None."""

    def hint(self, view: View, level: int) -> list[str]:
        """Help with the decision at hand: 1 a nudge, 2 a list, 3 the reason."""

    def explain_partner(self, game: Game, seat: Seat, about: str) -> list[str]:
        """What made this seat's partner touch a word or stop; its last act unless a word is named, or a stop."""


class ModelAdvisor:
    """The house's own judgement, loaded when it is first asked for."""

    def __init__(self, lang: str) -> None:
        self._lang = lang

    def clue_problem(self, view: View, clue: Clue) -> str | None:
        judged = judge_clue(view, clue, self._lang)
        return None if judged is None or judged.legal else judged.why

    def is_known_to_partner(self, word: str) -> bool:
        return self._listener().model.can_read(word)

    def nearest_known_word(self, word: str) -> str | None:
        if self._lang not in LANGUAGES or self._listener().model.knows(word):
            return None
        judged = legality.check(word, None, (), self._lang)
        return None if judged.known or judged.nearest is None else judged.nearest.upper()

    def caution(self, view: View, clue: Clue) -> str | None:
        judged = judge_clue(view, clue, self._lang)
        return None if judged is None else judged.caution

    def hint(self, view: View, level: int) -> list[str]:
        return self._clue_hint(view, level) if view.phase is Phase.CLUE else self._guess_hint(view, level)

    def explain_partner(self, game: Game, seat: Seat, about: str) -> list[str]:
        from duo.mind.guesser.query import public_guess_query

        acts = [
            (before, move)
            for before, move in zip(game.positions(), game.moves, strict=False)
            if move.seat is seat.other and isinstance(move, Guess | Stop)
        ]
        if about:
            stop = fold(about) in {"stop", fold(_("stop"))}
            place = game.final.place_of(about)
            acts = [
                act for act in acts if _is_about(act[1], None if place is None else game.final.words[place], stop=stop)
            ]
        if not acts:
            return [_("Your partner has not touched that word; the reasons for its clues are shown after the end.")]
        before, move = acts[-1]
        guesser = self._guesser(seat_holders(game)[seat.other].level)
        return [explanation_sentence(guesser.explain(public_guess_query(before, move.seat), move))]

    def _clue_hint(self, view: View, level: int) -> list[str]:
        from duo.mind.giver import alternatives
        from duo.mind.giver.giver import clue_query_from_view
        from duo.mind.giver.reason import format_words

        found = alternatives.diverse_clues(self._giver(), clue_query_from_view(view), _MAX_LISTED)
        if not found:
            return [_("No clue comes to mind.")]
        if level == 1:
            if len(found[0].targets) > 1:
                return [_("Think of what {words} have in common.", words=format_words(found[0].targets))]
            return [_("Think of {words} alone.", words=format_words(found[0].targets))]
        if level == 2:
            clues = [f"{clue.word.upper()} {clue.count}" for clue in found]
            return [_("Clues that could work: {clues}.", clues=", ".join(clues))]
        return [
            _("{clue}: {why}.", clue=f"{clue.word.upper()} {clue.count}", why=clue.why) for clue in found[:_MAX_REASONS]
        ]

    def _guess_hint(self, view: View, level: int) -> list[str]:
        from duo.mind.guesser.query import guess_query_from_view

        explained = self._guesser().explain(guess_query_from_view(view))
        likeliest = sorted(explained.estimates, key=lambda thought: -thought.p)[:_MAX_LISTED]
        if level == 1:
            if explained.word is None:
                return [_("This may be the moment to stop.")]
            return [_("Look closely at row {row}.", row=view.words.index(explained.word) // ROW_LENGTH + 1)]
        if level == 2:
            return [_("Chances to be one of your partner's agents: {words}.", words=thoughts_text(likeliest))]
        stop = [stop_sentence(explained)] if explained.word is None else []
        return [*map(thought_sentence, likeliest[:_MAX_REASONS]), *stop]

    def _giver(self) -> "ExpectedValueGiver":
        from duo.mind import registry

        return registry.ai_giver(self._lang)

    def _guesser(self, level: str = "") -> "ListeningGuesser":
        from duo.mind import registry

        return registry.ai_guesser(self._lang, level or "expert")

    def _listener(self) -> "Listener":
        from duo.mind import registry

        return registry.listener(self._lang)


def _is_about(move: Guess | Stop, word: str | None, *, stop: bool) -> bool:
    return move.word == word if isinstance(move, Guess) else stop
