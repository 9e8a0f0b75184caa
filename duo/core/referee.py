"""Check moves against the rules of moves, using only what both players see.

The module never sees a side of the key, so its refusals cannot reveal one.
"""

from duo.core.key import CELLS, Seat
from duo.core.moves import STOP_SIGN, Clue, Guess, Move, Stop
from duo.core.public import Phase, PublicState, Variant, places
from duo.core.rules import Rule, RuleBroken
from duo.core.word import from_token, word_problem

_ANY_CLUE_VARIANTS = frozenset({Variant.ANY_CLUE, Variant.WORDPLAY})


def check_move(table: PublicState, move: Move) -> None:
    """Raise RuleBroken if the move is not allowed."""
    if table.phase is Phase.OVER:
        word = STOP_SIGN if isinstance(move, Stop) else move.word
        raise RuleBroken("The game is over, nothing may follow", rule=Rule.OVER, word=word)
    match move:
        case Clue():
            _check_giver(table, move)
            _check_clue(table, move)
        case Guess():
            _check_guesser(table, move.seat, move.word)
            _check_word(table, move)
        case Stop():
            _check_stop(table, move)


def legal_moves(table: PublicState) -> tuple[Guess | Stop, ...]:
    """Every guess and stop that is allowed. Clues are not listed; see `table.givers`."""
    moves: list[Guess | Stop] = []
    for seat in table.guessers:
        moves += (Guess(seat, table.words[place]) for place in places(table.marks.open_to(seat)))
        if table.phase is Phase.SUDDEN_DEATH or table.clues[-1].touches:
            moves.append(Stop(seat))
    return tuple(moves)


def find_place(table: PublicState, word: str) -> int:
    """The place of a word on the table; raises RuleBroken if it is not there."""
    found = table.place_of(word)
    if found is None:
        raise RuleBroken("{word} is not one of the 25 words on the table", rule=Rule.ON_THE_TABLE, word=word)
    return found


def _check_giver(table: PublicState, clue: Clue) -> None:
    word, seat = clue.word, clue.seat
    if table.phase is Phase.SUDDEN_DEATH:
        raise RuleBroken("{word}: in sudden death no more clues are given", rule=Rule.NO_MORE_CLUES, word=word)
    if table.phase is Phase.GUESS:
        raise RuleBroken("{word}: the turn before has not ended", rule=Rule.TURN_UNDER_WAY, word=word)
    if seat in table.finished:
        raise RuleBroken(
            "{word}: all nine agents of side {seat} are covered, only {other} gives clues now",
            rule=Rule.FINISHED,
            word=word,
            seat=seat,
            other=seat.other,
        )
    if seat not in table.givers:
        raise RuleBroken(
            "{word}: the seats give clues in turn, this one is for {other} to give",
            rule=Rule.ALTERNATE,
            word=word,
            other=seat.other,
        )


def _check_clue(table: PublicState, clue: Clue) -> None:
    word = clue.word
    if problem := word_problem(word):
        raise RuleBroken("{problem}", rule=Rule.ONE_WORD, word=word, problem=problem)
    # A clue marked invalid has paid its token, so its form may be invalid as well.
    free = clue.invalid or not table.variants.isdisjoint(_ANY_CLUE_VARIANTS)
    parts = from_token(word).split(" ")
    if (len(parts) > 1 and not free) or not all(any(map(str.isalnum, part)) for part in parts):
        raise RuleBroken("{word}: a clue is one word", rule=Rule.ONE_WORD, word=word)
    if clue.count == 0 and Variant.ZERO not in table.variants:
        raise RuleBroken("{word}: the number 0 belongs to the variant zero", rule=Rule.COUNT, word=word)
    if not 0 <= clue.count <= CELLS:
        raise RuleBroken(
            "{word}: a clue's number is from 1 to 25, not {count}", rule=Rule.COUNT, word=word, count=clue.count
        )
    for meant in clue.meant:
        find_place(table, meant)


def _check_guesser(table: PublicState, seat: Seat, word: str) -> None:
    if table.phase is Phase.CLUE:
        if table.clues:
            raise RuleBroken(
                "{word}: the turn has ended, the next guess waits for a clue", rule=Rule.TURN_ENDED, word=word
            )
        raise RuleBroken("{word}: a guess waits for a clue", rule=Rule.CLUE_FIRST, word=word)
    if seat in table.guessers:
        return
    if table.phase is Phase.GUESS:
        raise RuleBroken(
            "{word}: {seat} gave the clue, so {other} guesses",
            rule=Rule.PARTNER_GUESSES,
            word=word,
            seat=seat,
            other=seat.other,
        )
    raise RuleBroken(
        "{word}: all nine agents of side {other} are covered, {seat} has nothing left to guess",
        rule=Rule.NOTHING_LEFT,
        word=word,
        seat=seat,
        other=seat.other,
    )


def _check_word(table: PublicState, guess: Guess) -> None:
    spot = 1 << find_place(table, guess.word)
    word = guess.word
    if table.marks.agents & spot:
        raise RuleBroken("{word} is covered by an agent", rule=Rule.COVERED, word=word)
    if table.marks.covered & spot:
        raise RuleBroken("{word} is covered by bystander tokens from both seats", rule=Rule.COVERED, word=word)
    if table.marks.missed_by(guess.seat) & spot:
        raise RuleBroken(
            "{word}: {seat} has missed this word before and may not guess it again",
            rule=Rule.MISSED_BEFORE,
            word=word,
            seat=guess.seat,
        )


def _check_stop(table: PublicState, stop: Stop) -> None:
    if table.phase is Phase.SUDDEN_DEATH:
        return
    if table.phase is Phase.CLUE:
        rule = Rule.TURN_ENDED if table.clues else Rule.CLUE_FIRST
        raise RuleBroken("A stop ends a turn, and none is under way", rule=rule, word=STOP_SIGN)
    turn = table.clues[-1]
    if stop.seat is turn.giver:
        raise RuleBroken(
            "{seat} gave the clue, so {other} says when to stop",
            rule=Rule.PARTNER_GUESSES,
            word=STOP_SIGN,
            seat=stop.seat,
            other=stop.seat.other,
        )
    if not turn.touches:
        raise RuleBroken("Touch at least one word before you stop", rule=Rule.AT_LEAST_ONE, word=STOP_SIGN)
