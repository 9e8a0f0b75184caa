"""A run of self-play games between AI players. Each game has its own seed."""

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
from duo.lab.crew import Crew, reuse_memory
from duo.lab.ledger import Ledger
from duo.lab.results import Header, IllegalClue, Result
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
def digests(lang: str) -> Mapping[str, str]:
    """Return the digests of the language's model and of its fitted listener."""
    manifest = read_manifest(model_dir(lang))
    weights_file = manifest.folder / WEIGHTS_FILE
    listener = hashlib.sha256(weights_file.read_bytes() if weights_file.is_file() else b"").hexdigest()[:16]
    return {manifest.name: manifest.digest, "listener": listener}


@dataclass(frozen=True, slots=True)
class Match:
    """All games of a run: its header, and the word list that the header only identifies."""

    header: Header
    wordlist: WordList

    @classmethod
    def between(cls, giver: str, guesser: str, wordlist: WordList, seed: int, mission: Mission) -> Self:
        """Create a match in which both seats use this giver and this guesser.

        Raises Refusal for an unknown name.
        """
        rng = random.Random(seed)
        registry.giver(giver, wordlist.lang, rng)
        registry.guesser(guesser, wordlist.lang, rng)
        header = Header(
            duo=__version__,
            seed=seed,
            lang=wordlist.lang,
            mission=str(mission),
            giver=giver,
            guesser=guesser,
            words=wordlist.digest,
            models=digests(wordlist.lang),
        )
        return cls(header, wordlist)

    def play_on(self, path: Path, games: int, crew: Crew) -> Iterator[int]:
        """Continue the results file up to this many games.

        Yields the number of games in the file, at the start and after each game.
        """
        with Ledger(path, self.header) as ledger:
            yield ledger.games
            for result in self.run(range(ledger.games, games), crew):
                ledger.add(result)
                yield ledger.games

    def run(self, games: range, crew: Crew) -> Iterator[Result]:
        """Play these games in parallel, and yield the results in order."""
        waiting: deque[Future[Result]] = deque()
        for index in games:
            waiting.append(crew.executor.submit(self.play, index))
            if len(waiting) == _QUEUED_PER_WORKER * crew.size:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def play(self, index: int) -> Result:
        """Play one game.

        Raises Refusal with the index and seed of the game if anything goes wrong.
        """
        seed = self.header.game_seed(index)
        reuse_memory()
        try:
            self._check_models()
            return self._play_game(index, seed)
        except Exception as error:
            why = str(error) if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"
            raise Refusal(
                "game {index} (seed {seed}) could not be played: {why}", index=index, seed=seed, why=why
            ) from error

    def _check_models(self) -> None:
        """Refuse to play with another version or other models, which a remote worker may have installed."""
        installed = {"duo": __version__, **digests(self.header.lang)}
        if installed != {"duo": self.header.duo, **self.header.models}:
            raise Refusal(
                "this worker has another version of duo or other models than the run; install the same ones there"
            )

    def _play_game(self, index: int, seed: int) -> Result:
        mission = Mission.parse(self.header.mission)
        game = dealing.deal_game(
            self.wordlist,
            seed,
            mission=mission,
            seats={},
            extra_headers={"Giver": self.header.giver, "Guesser": self.header.guesser},
        )
        session = Session(game, players={seat: self._player(seed, seat) for seat in Seat})
        for _ in session.advance():
            pass
        final = session.position
        return Result(
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

    def _player(self, seed: int, seat: Seat) -> AIPlayer:
        rng = random.Random(f"{seed} {seat}")
        giver = registry.giver(self.header.giver, self.header.lang, rng)
        return AIPlayer(giver, registry.guesser(self.header.guesser, self.header.lang, rng))
