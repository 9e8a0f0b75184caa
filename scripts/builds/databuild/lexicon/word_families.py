"""Word families, built from pairs of related words."""

from collections import defaultdict
from collections.abc import Callable


class WordFamilies:
    """A union-find forest over words."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def root(self, word: str) -> str:
        while (parent := self._parent.setdefault(word, word)) != word:
            self._parent[word] = word = self._parent[parent]
        return word

    def join(self, one: str, other: str) -> None:
        self._parent[self.root(one)] = self.root(other)

    def family_names(self, rank: Callable[[str], tuple[float, str]]) -> dict[str, str]:
        """Return the name of each word's family, which is the member that ranks first."""
        members = defaultdict(list)
        for word in self._parent:
            members[self.root(word)].append(word)
        names = {root: min(words, key=rank) for root, words in members.items()}
        return {word: names[self.root(word)] for word in self._parent}
