#!/usr/bin/env python3
"""Measure the speed of the rules: random complete games per second, and the cost of a move.

    python scripts/benchmarks/bench_rules.py [--games 3000] [--seed 7] [--json]

Games are generated before the measurement; then their moves are replayed. Times are processor time, so other load on
the machine matters little.
"""

import argparse
import json
import platform
import random
import statistics
import time

from duo.core.game import Game
from duo.core.key import deal
from duo.core.mission import Mission
from duo.core.position import Clue, Guess, Move, Phase, Position, Stop

WORDS = tuple(f"WORD{number}" for number in range(25))
MAX_MICROSECONDS_PER_MOVE = 40


def choose_move(position: Position, rng: random.Random) -> Move:
    """Choose a move that keeps most games going: mostly agents, rarely an assassin."""
    if position.phase is Phase.CLUE:
        return Clue(rng.choice(position.givers), "CLUE", rng.randint(1, 4), rng.random() < 0.03)
    moves = position.legal_moves()
    stops = [move for move in moves if isinstance(move, Stop)]
    if stops and rng.random() < 0.3:
        return rng.choice(stops)
    role = rng.choices("g.x", [70, 29, 1])[0]
    preferred = [move for move in moves if isinstance(move, Guess) and guessed_role(position, move) == role]
    return rng.choice(preferred or moves)


def guessed_role(position: Position, guess: Guess) -> str:
    return position.key.side(guess.seat.other)[WORDS.index(guess.word)]


def random_game(rng: random.Random) -> Game:
    tokens = rng.randint(1, 11)
    game = Game.start(WORDS, deal(rng), Mission(tokens, rng.randint(0, tokens)))
    while game.final.outcome() is None:
        game = game.play(choose_move(game.final, rng))
    return game


def replay_seconds(start: Position, moves: tuple[Move, ...]) -> float:
    clock = time.process_time()
    for move in moves:
        start = start.apply(move)
    return time.process_time() - clock


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=3000)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--json", action="store_true")
    args = options.parse_args()
    rng = random.Random(args.seed)
    games = [random_game(rng) for _ in range(args.games)]
    timed = [(len(game.moves), replay_seconds(next(game.positions()), game.moves)) for game in games]
    moves = sum(length for length, _ in timed)
    spent = sum(cost for _, cost in timed)
    half = statistics.median(length for length, _ in timed)
    short, long = (
        1e6 * sum(cost for length, cost in part) / sum(length for length, _ in part)
        for part in ([t for t in timed if t[0] <= half], [t for t in timed if t[0] > half])
    )
    clock = time.process_time()
    for game in games:
        str(game)
    record_seconds = time.process_time() - clock
    figures = {
        "games": len(games),
        "seed": args.seed,
        "moves": moves,
        "games_per_second": round(len(games) / spent),
        "microseconds_per_move": round(1e6 * spent / moves, 1),
        "in_shorter_games": round(short, 1),
        "in_longer_games": round(long, 1),
        "microseconds_per_record": round(1e6 * record_seconds / len(games), 1),
        "python": platform.python_version(),
    }
    if args.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):24} {value}")
    print(
        "under" if figures["microseconds_per_move"] < MAX_MICROSECONDS_PER_MOVE else "OVER",
        f"the limit of {MAX_MICROSECONDS_PER_MOVE} microseconds a move",
    )


if __name__ == "__main__":
    main()
