#!/usr/bin/env python3
"""Write the AI's answers at every decision of a few whole games, for the tests to compare with.

    python scripts/checks/golden_views.py [--lay]

Run it after you change the AI or build a model, and review the difference before you commit it. For each view of the
games in tests/data/golden it writes the giver's best clues with their numbers and chances, or the guesser's ranking and
move. Every game is answered by an ear of a few dozen clues whose associations are in the `.ear.json` beside it
(`written`). Some games are also answered by the shipped model (`shipped`), so that a new model changes only these.
`--lay` plays new games and writes their ears.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from duo.core.game import Game, read
from duo.core.key import Seat
from duo.core.mission import Mission
from duo.core.moves import Guess
from duo.core.position import Phase
from duo.core.view import View
from duo.core.word import fold
from duo.mind import registry
from duo.mind.giver.giver import ExpectedValueGiver, Giver, VocabularyListener
from duo.mind.guesser.guesser import Guesser, ListeningGuesser
from duo.table.dealing import deal
from duo.table.players import AIPlayer
from duo.table.session import Session

GOLDEN_DIR = Path(__file__).parents[2] / "tests" / "data" / "golden"
# Language, seed, mission and guesser. A human-like guesser misses and leaves clues unfinished.
GAMES = {
    "en-won": ("en", 11, Mission(9, 9), "expert"),
    "en-missed": ("en", 8, Mission(9, 9), "human-like"),
    "en-sudden": ("en", 4, Mission(4, 2), "expert"),
    "fr-won": ("fr", 11, Mission(9, 9), "expert"),
    "fr-missed": ("fr", 8, Mission(9, 9), "human-like"),
    "fr-sudden": ("fr", 4, Mission(4, 2), "expert"),
}
GOLDEN_CASES = [(name, "written") for name in GAMES] + [(name, "shipped") for name in ("en-won", "fr-won")]
N_BEST_CLUES = 3  # clues written per view
N_NEAR_CLUES = 8  # good clues per view that the written ear knows; as many random clues are added per game

JSON = dict[str, Any]


class WrittenEar:
    """A listener that knows a few clues, with their associations to the words of one board read from a file."""

    def __init__(self, path: Path) -> None:
        self.lang = path.name[:2]
        data = json.loads(path.read_text(encoding="utf-8"))
        self._column = {fold(word): place for place, word in enumerate(data["words"])}
        self._kinship = np.array(data["kinship"])
        self._log_associations = {clue: np.array(logs) for clue, logs in data["pulls"].items()}
        self.candidates = tuple(data["pulls"])
        self.familiarity = np.array(data["familiarity"])

    def associations(self, clue: str, words: Sequence[str], sharpness: float) -> NDArray[np.float64]:
        known = self._log_associations.get(fold(clue), np.full(len(self._column), -np.inf))
        return np.exp(sharpness * known[self._columns(words)])[None]

    def touch(self, clue: str, words: Sequence[str]) -> NDArray[np.float64]:
        associations = self.associations(clue, words, 1.0)[0]
        shares: NDArray[np.float64] = associations / associations.sum()
        return shares

    def candidate_associations(self, words: Sequence[str], sharpness: float) -> NDArray[np.float32]:
        return np.concatenate([self.associations(clue, words, sharpness) for clue in self.candidates]).astype(
            np.float32
        )

    def touch_all(self, words: Sequence[str]) -> NDArray[np.float32]:
        associations = self.candidate_associations(words, 1.0)
        shares: NDArray[np.float32] = associations / associations.sum(axis=1, keepdims=True)
        return shares

    def kinship(self, words: Sequence[str]) -> NDArray[np.float64]:
        columns = self._columns(words)
        near: NDArray[np.float64] = self._kinship[np.ix_(columns, columns)]
        return near

    def _columns(self, words: Sequence[str]) -> list[int]:
        return [self._column[fold(word)] for word in words]


def load_ear(name: str, kind: str) -> VocabularyListener:
    """Return the listener for this game: the written ear, or the listener of the shipped model."""
    return WrittenEar(GOLDEN_DIR / f"{name}.ear.json") if kind == "written" else registry.listener(GAMES[name][0])


def decision_views(game: Game) -> Iterator[View]:
    """Yield the view of the deciding seat before every move."""
    for position, move in zip(game.positions(), game.moves, strict=False):
        yield position.view(move.seat)


def answers(name: str, kind: str) -> Iterator[JSON]:
    """Yield the AI's answer at each view of this game."""
    lang, listener = GAMES[name][0], load_ear(name, kind)
    giver = ExpectedValueGiver(listener, partial(registry.is_legal, lang))
    guesser = ListeningGuesser(listener)
    for move, view in enumerate(decision_views(read((GOLDEN_DIR / f"{name}.duo").read_text(encoding="utf-8"))), 1):
        yield {"move": move, "seat": view.seat} | (
            _clue_answer(giver, view) if view.phase is Phase.CLUE else _guess_answer(guesser, view)
        )


def _clue_answer(giver: Giver, view: View) -> JSON:
    return {
        "clues": [
            {
                "clue": f"{found.word} {found.count}",
                "for": list(found.targets),
                "chances": [round(float(p), 6) for p in (found.p_all, found.expected, found.black, found.tan)],
            }
            for found in giver.suggest(view, N_BEST_CLUES)
        ]
    }


def _guess_answer(guesser: Guesser, view: View) -> JSON:
    move = guesser.decide(view)
    return {
        "touches": move.word if isinstance(move, Guess) else None,
        "chances": {ranked.word: round(float(ranked.p), 6) for ranked in guesser.ranking(view)},
    }


def answer_file(name: str, kind: str) -> Path:
    return GOLDEN_DIR / f"{name}.{kind}.jsonl"


def play_game(name: str) -> None:
    """Play the game with the AI at both seats, and write it with the ear for its board."""
    lang, seed, mission, guesser = GAMES[name]
    rng = random.Random(seed)
    bot = AIPlayer(registry.ai_giver(lang), registry.guesser(guesser, lang, rng))
    session = Session(deal(lang, seed, mission=mission), players=dict.fromkeys(Seat, bot))
    for _ in session.advance():
        pass
    GOLDEN_DIR.mkdir(exist_ok=True)
    (GOLDEN_DIR / f"{name}.duo").write_text(str(session.game), encoding="utf-8")
    listener, words = registry.listener(lang), session.position.words
    clues = {
        fold(found.word)
        for view in decision_views(session.game)
        if view.phase is Phase.CLUE
        for found in registry.ai_giver(lang).suggest(view, N_NEAR_CLUES)
    }
    clues |= {fold(clue) for clue in rng.sample(listener.candidates[:2000], N_NEAR_CLUES)}
    data = {
        "words": list(words),
        "familiarity": [round(listener.clue_familiarity(clue), 2) for clue in sorted(clues)],
        "kinship": listener.kinship(words).round(2).tolist(),
        "pulls": {clue: np.log(listener.associations(clue, words, 1.0)[0]).round(2).tolist() for clue in sorted(clues)},
    }
    data["pulls"] = {clue: [round(float(log), 2) for log in logs] for clue, logs in data["pulls"].items()}
    (GOLDEN_DIR / f"{name}.ear.json").write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the AI's answers in the golden games.")
    parser.add_argument("--lay", action="store_true", help="play new games first")
    args = parser.parse_args()
    if args.lay:
        for name in GAMES:
            play_game(name)
    for name, kind in GOLDEN_CASES:
        lines = [json.dumps(answer, ensure_ascii=False) + "\n" for answer in answers(name, kind)]
        answer_file(name, kind).write_text("".join(lines), encoding="utf-8")
        print(f"{name}, {kind}: {len(lines)} views")


if __name__ == "__main__":
    main()
