"""A self-play run: games between AI players. Each game has its own seed, which follows from the run's seed."""

import hashlib
import random
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Self

from duo import __version__
from duo.core.key import Seat
from duo.core.mission import Mission
from duo.core.position import Outcome
from duo.core.refusal import Refusal
from duo.core.scoring import score
from duo.lab.executors import GameExecutor, let_worker_reuse_memory
from duo.lab.ledger import ResultsLedger
from duo.lab.results import GameResult, IllegalClue, RunHeader
from duo.mind import registry
from duo.mind.model.manifest import model_dir, read_manifest
from duo.mind.model.model import WEIGHTS_FILE
from duo.table import dealing
from duo.table.players import AIPlayer
from duo.table.rulings import clue_violations
from duo.table.session import Session
from duo.words.wordlist import WordList

if TYPE_CHECKING:
    from concurrent.futures import Future

_QUEUED_PER_WORKER = 4  # so that no worker is idle


@cache
def model_digests(lang: str) -> Mapping[str, str]:
    """Return the digests of the language's model and of its fitted listener."""
    manifest = read_manifest(model_dir(lang))
    weights_file = manifest.folder / WEIGHTS_FILE
    listener = hashlib.sha256(weights_file.read_bytes() if weights_file.is_file() else b"").hexdigest()[:16]
    return {manifest.name: manifest.digest, "listener": listener}


@dataclass(frozen=True, slots=True)
class SelfPlayRun:
    """A run of self-play games: the header of its results file, and its word list."""

    header: RunHeader
    wordlist: WordList

    @classmethod
    def between(cls, giver: str, guesser: str, wordlist: WordList, seed: int, mission: Mission) -> Self:
        """Return a run in which both seats use the giver and the guesser of these names.

        Raises Refusal for an unknown name.
        """
        rng = random.Random(seed)
        registry.giver(giver, wordlist.lang, rng)
        registry.guesser(guesser, wordlist.lang, rng)
        header = RunHeader(
            duo=__version__,
            seed=seed,
            lang=wordlist.lang,
            mission=str(mission),
            giver=giver,
            guesser=guesser,
            words=wordlist.digest,
            models=model_digests(wordlist.lang),
        )
        return cls(header, wordlist)

    def continue_results_file(self, path: Path, games: int, executor: GameExecutor) -> Iterator[int]:
        """Play until the results file has this many games, and add each result to it.

        Yields the number of games in the file, at the start and after each game.
        """
        with ResultsLedger(path, self.header) as ledger:
            yield ledger.games
            for result in self.play_games(range(ledger.games, games), executor):
                ledger.add(result)
                yield ledger.games

    def play_games(self, games: range, executor: GameExecutor) -> Iterator[GameResult]:
        """Play the games with these indices in parallel, and yield their results in order."""
        waiting: deque[Future[GameResult]] = deque()
        for index in games:
            waiting.append(executor.executor.submit(self.play_indexed_game, index))
            if len(waiting) == _QUEUED_PER_WORKER * executor.parallel_games:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def play_indexed_game(self, index: int) -> GameResult:
        """Play the game with this index, and return its result.

        Raises Refusal with the index and seed of the game if anything goes wrong.
        """
        seed = self.header.game_seed(index)
        let_worker_reuse_memory()
        try:
            self._check_models()
            return self._play_game(index, seed)
        except Exception as error:
            why = str(error) if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"
            raise Refusal(
                "game {index} (seed {seed}) could not be played: {why}", index=index, seed=seed, why=why
            ) from error

    def _check_models(self) -> None:
        """Raise Refusal if this worker has another version of duo or other models than the run."""
        installed = {"duo": __version__, **model_digests(self.header.lang)}
        if installed != {"duo": self.header.duo, **self.header.models}:
            raise Refusal(
                "this worker has another version of duo or other models than the run; install the same ones there"
            )

    def _play_game(self, index: int, seed: int) -> GameResult:
        mission = Mission.parse(self.header.mission)
        game = dealing.deal_game(
            self.wordlist,
            seed,
            mission=mission,
            seats={},
            extra_headers={"Giver": self.header.giver, "Guesser": self.header.guesser},
        )
        session = Session(game, players={seat: self._make_player(seed, seat) for seat in Seat})
        for _ in session.advance():
            pass
        final = session.position
        return GameResult(
            index=index,
            seed=seed,
            result=Outcome(session.game.header("Result")),
            turns=final.turns,
            tokens_left=final.bank.tokens,
            checks=final.checks,
            bystanders=final.bystanders,
            found=final.found,
            sudden_death=final.sudden_death,
            score=score(final),
            game=str(session.game),
            illegal=tuple(IllegalClue(**clue.to_json()) for clue in clue_violations(session.game)),
        )

    def _make_player(self, seed: int, seat: Seat) -> AIPlayer:
        rng = random.Random(f"{seed} {seat}")
        giver = registry.giver(self.header.giver, self.header.lang, rng)
        return AIPlayer(giver, registry.guesser(self.header.guesser, self.header.lang, rng))
