"""What a run plays: players of one kind at table after table, each laid by its own seed."""

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

_QUEUED_PER_WORKER = 4  # games that wait for each worker, so that none is idle


@cache
def digests(lang: str) -> Mapping[str, str]:
    """The digest of the language's model, and that of the listener that was fitted to it."""
    manifest = read_manifest(model_dir(lang))
    fitted = manifest.folder / WEIGHTS_FILE
    listener = hashlib.sha256(fitted.read_bytes() if fitted.is_file() else b"").hexdigest()[:16]
    return {manifest.name: manifest.digest, "listener": listener}


@dataclass(frozen=True, slots=True)
class Match:
    """All the games of a run: its header, and the words that the header only names."""

    header: Header
    wordlist: WordList

    @classmethod
    def between(cls, giver: str, guesser: str, wordlist: WordList, seed: int, mission: Mission) -> Self:
        """A match in which both seats give clues as the one and guess as the other; unknown names are refused."""
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
        """Bring the file of this run to so many games, telling how many it has: at the start and after each."""
        with Ledger(path, self.header) as ledger:
            yield ledger.games
            for result in self.run(range(ledger.games, games), crew):
                ledger.add(result)
                yield ledger.games

    def run(self, games: range, crew: Crew) -> Iterator[Result]:
        """Play these games, told in their order however many are played at a time."""
        waiting: deque[Future[Result]] = deque()
        for index in games:
            waiting.append(crew.executor.submit(self.play, index))
            if len(waiting) == _QUEUED_PER_WORKER * crew.size:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def play(self, index: int) -> Result:
        """Play one game; whatever goes wrong in it is told with its index and its seed."""
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
        """A worker elsewhere may have another duo installed; its games would be of another run."""
        here = {"duo": __version__, **digests(self.header.lang)}
        if here != {"duo": self.header.duo, **self.header.models}:
            raise Refusal("this worker has another version of duo or other models than the run; install the same there")

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
