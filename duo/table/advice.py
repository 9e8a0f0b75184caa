"""Help for a person: rulings, hints, and the reasons for the partner's moves.

Rulings and hints use only the person's own view. The explanation of a partner's touch or
stop uses only the clues and touches so far. It hides what the partner knows from its own side of the key. The review
after the game shows that too.
"""

from typing import TYPE_CHECKING, Protocol

from duo.core.game import Game
from duo.core.key import ROW_LENGTH, Seat
from duo.core.position import Clue, Guess, Phase, Stop
from duo.core.view import View
from duo.core.word import fold
from duo.table.dealing import seat_holders
from duo.table.explanation_text import describe_estimate, explanation_sentence, format_estimates, stop_sentence
from duo.table.rulings import judge_clue
from duo.text import LANGUAGES, _
from duo.words import legality

if TYPE_CHECKING:
    from duo.mind.giver.giver import ExpectedValueGiver
    from duo.mind.guesser.guesser import ListeningGuesser
    from duo.mind.listener.listener import Listener

_MAX_LISTED_OPTIONS = 5
_MAX_EXPLAINED_OPTIONS = 3


class Advisor(Protocol):
    """Helps a person without revealing more than the person's own view."""

    def clue_problem(self, view: View, clue: Clue) -> str | None:
        """Return a sentence on why the clue is not allowed, or None if it is legal."""

    def is_known_to_partner(self, word: str) -> bool:
        """Return whether the partner's model can work with this word at all."""

    def nearest_known_word(self, word: str) -> str | None:
        """Return the correct spelling of a misspelt word. None if the word is known or none is similar."""

    def hint(self, view: View, level: int) -> list[str]:
        """Return sentences that help with the current decision. Level 1 is vague, 2 lists options, 3 adds reasons."""

    def explain_partner(self, game: Game, seat: Seat, about: str) -> list[str]:
        """Explain why the partner of this seat touched the word `about`, or stopped if `about` is "stop".

        With an empty `about`, its last touch or stop is explained.
        """


class ModelAdvisor:
    """Advice from the shipped models, which are loaded on first use."""

    def __init__(self, lang: str) -> None:
        self._lang = lang

    def clue_problem(self, view: View, clue: Clue) -> str | None:
        ruling = judge_clue(view, clue, self._lang)
        return None if ruling is None or ruling.legal else ruling.why

    def is_known_to_partner(self, word: str) -> bool:
        return self._listener().model.can_read(word)

    def nearest_known_word(self, word: str) -> str | None:
        if self._lang not in LANGUAGES or self._listener().model.knows(word):
            return None
        nearest = legality.spelling_correction(word, self._lang)
        return None if nearest is None else nearest.upper()

    def hint(self, view: View, level: int) -> list[str]:
        if view.phase is Phase.CLUE:
            return self._clue_hint(view, level)
        if view.seat not in view.guessers:
            return [_("It is not your turn: there is nothing to decide just now.")]
        return self._guess_hint(view, level)

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
                act
                for act in acts
                if _is_asked_about(act[1], None if place is None else game.final.words[place], stop=stop)
            ]
        if not acts:
            return [_("Your partner has not touched that word; the reasons for its clues are shown after the end.")]
        before, move = acts[-1]
        guesser = self._guesser(seat_holders(game)[seat.other].level)
        return [explanation_sentence(guesser.explain(public_guess_query(before, move.seat), move))]

    def _clue_hint(self, view: View, level: int) -> list[str]:
        from duo.mind.giver import alternatives
        from duo.mind.giver.query import clue_query_from_view
        from duo.mind.giver.reason import format_words

        found = alternatives.diverse_clues(self._giver(), clue_query_from_view(view), _MAX_LISTED_OPTIONS)
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
            _("{clue}: {why}.", clue=f"{clue.word.upper()} {clue.count}", why=clue.why)
            for clue in found[:_MAX_EXPLAINED_OPTIONS]
        ]

    def _guess_hint(self, view: View, level: int) -> list[str]:
        from duo.mind.guesser.query import guess_query_from_view

        explained = self._guesser().explain(guess_query_from_view(view))
        likeliest = sorted(explained.estimates, key=lambda estimate: -estimate.p)[:_MAX_LISTED_OPTIONS]
        if level == 1:
            if explained.word is None:
                return [_("This may be the moment to stop.")]
            return [_("Look closely at row {row}.", row=view.words.index(explained.word) // ROW_LENGTH + 1)]
        if level == 2:
            return [_("Chances to be one of your partner's agents: {words}.", words=format_estimates(likeliest))]
        stop = [stop_sentence(explained)] if explained.word is None else []
        return [*map(describe_estimate, likeliest[:_MAX_EXPLAINED_OPTIONS]), *stop]

    def _giver(self) -> "ExpectedValueGiver":
        from duo.mind import registry

        return registry.ai_giver(self._lang)

    def _guesser(self, level: str = "") -> "ListeningGuesser":
        from duo.mind import registry

        return registry.ai_guesser(self._lang, level or "expert")

    def _listener(self) -> "Listener":
        from duo.mind import registry

        return registry.listener(self._lang)


def _is_asked_about(move: Guess | Stop, word: str | None, *, stop: bool) -> bool:
    return move.word == word if isinstance(move, Guess) else stop
