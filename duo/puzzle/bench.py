"""What puzzles of a language are made and proven with; each thing is loaded when it is first needed."""

from functools import cached_property

from duo.puzzle.puzzle import Kind
from duo.words.wordlist import WordList, shipped


class Bench:
    """The word list and the minds of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    @cached_property
    def wordlist(self) -> WordList:
        return shipped(self.lang)

    def minds_for(self, kind: Kind) -> tuple[str, ...]:
        """The digests of the minds that prove puzzles of this kind; counting needs none."""
        return ()
