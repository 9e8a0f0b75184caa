"""Families of words, grown link by link."""

from collections import defaultdict
from collections.abc import Callable


class WordFamilies:
    """Words that belong together because a chain of links joins them (a union-find forest)."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def root(self, word: str) -> str:
        while (parent := self._parent.setdefault(word, word)) != word:
            self._parent[word] = word = self._parent[parent]
        return word

    def join(self, one: str, other: str) -> None:
        self._parent[self.root(one)] = self.root(other)

    def are_joined(self, one: str, other: str) -> bool:
        return self.root(one) == self.root(other)

    def family_names(self, rank: Callable[[str], tuple[float, str]]) -> dict[str, str]:
        """Each word with the name of its group: the member that ranks first."""
        members = defaultdict(list)
        for word in self._parent:
            members[self.root(word)].append(word)
        names = {head: min(words, key=rank) for head, words in members.items()}
        return {word: names[self.root(word)] for word in self._parent}
