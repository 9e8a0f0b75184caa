"""The fields of a request, read with the distrust that other people's data deserve."""

from collections.abc import Mapping, Sequence
from typing import Any

from duo.core.key import Colour
from duo.core.refusal import Refusal
from duo.core.word import BOARD_SIZE, LONGEST_WORD, fold, printable, word_problem
from duo.mind.clue_memory import ClueMemory
from duo.text import LANGUAGES

LONGEST_CLUE = 100
MOST_CLUES = 30  # of a history: no game has more turns


class BadField(Refusal):
    """A field that is missing, or is not what it should be."""


class Fields:
    """Reads one request; whatever is wrong is refused by the field's name."""

    def __init__(self, request: Mapping[str, Any]) -> None:
        self._request = request

    def lang(self) -> str:
        return self.choice("lang", LANGUAGES, "en")

    def choice(self, name: str, options: Sequence[str], default: str) -> str:
        value = self._request.get(name)
        if value is None:
            return default
        if not isinstance(value, str) or value not in options:
            raise BadField("{field}: one of {options} is expected", field=name, options=", ".join(options))
        return value

    def choices(self, name: str, options: Sequence[str]) -> frozenset[str]:
        """Any number of these."""
        values = self._list(name, most=len(options)) or []
        if any(not isinstance(value, str) or value not in options for value in values):
            raise BadField("{field}: a list of {options} is expected", field=name, options=", ".join(options))
        return frozenset(values)

    def number(self, name: str, least: int, most: int) -> int | None:
        """A whole number within bounds, or None if the request has none."""
        value = self._request.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise BadField(
                "{field}: a whole number from {least} to {most} is expected", field=name, least=least, most=most
            )
        return value

    def count(self, name: str = "count", least: int = 0) -> int:
        """The number of a clue, which a request must have."""
        if (value := self.number(name, least, BOARD_SIZE)) is None:
            raise BadField("{field} is missing", field=name)
        return value

    def seed(self, name: str = "seed") -> int | str | None:
        value = self._request.get(name)
        if value is None or (isinstance(value, int | str) and not isinstance(value, bool)):
            return value
        raise BadField("{field}: a whole number or a text is expected", field=name)

    def said(self, name: str = "clue") -> str:
        """Whatever somebody said as a clue; whether it is a word at all is for the ruling to say."""
        value = self._request.get(name)
        if not isinstance(value, str):
            raise BadField("{field}: a text is expected", field=name)
        return value

    def clue(self, name: str = "clue") -> str:
        value = self._request.get(name)
        if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_CLUE:
            raise BadField("{field}: a text of 1 to {most} characters is expected", field=name, most=LONGEST_CLUE)
        return value

    def words(self, name: str, fewest: int = 0) -> tuple[str, ...]:
        """Different words, as many as lie on a table at most; none if the request has none."""
        values = self._list(name, most=BOARD_SIZE) or []
        for value in values:
            _check_word(name, value)
        if len({fold(value) for value in values}) < len(values):
            raise BadField("{field}: a word stands there twice", field=name)
        if len(values) < fewest:
            raise BadField("{field}: at least {fewest} words are expected", field=name, fewest=fewest)
        return tuple(values)

    def colours(self, name: str) -> dict[str, str] | None:
        """Colours by folded word, or None if the request has none."""
        value = self._request.get(name)
        if value is None:
            return None
        if not isinstance(value, dict) or len(value) > BOARD_SIZE:
            raise BadField("{field}: an object of at most {most} words is expected", field=name, most=BOARD_SIZE)
        for word, colour in value.items():
            _check_word(name, word)
            if not isinstance(colour, str) or colour not in set(Colour):
                raise BadField("{field}: the colour of {word} is none of g . x", field=name, word=word)
        return {fold(word): colour for word, colour in value.items()}

    def history(self, name: str = "history") -> tuple[ClueMemory, ...]:
        """Earlier clues of the giver, oldest first."""
        heard = []
        for entry in self._list(name, most=MOST_CLUES) or []:
            if not isinstance(entry, dict):
                raise BadField("{field}: objects with clue, count and found are expected", field=name)
            said = Fields(entry)
            heard.append(ClueMemory(said.clue(), said.count(), said.words("found")))
        return tuple(heard)

    def _list(self, name: str, most: int) -> list[Any] | None:
        value = self._request.get(name)
        if value is not None and (not isinstance(value, list) or len(value) > most):
            raise BadField("{field}: a list of at most {most} is expected", field=name, most=most)
        return value


def _check_word(field: str, value: object) -> None:
    if not isinstance(value, str):
        raise BadField("{field}: words are expected", field=field)
    if problem := word_problem(value[: LONGEST_WORD + 1]):
        raise BadField("{field}: {problem}", field=printable(field), problem=problem)
