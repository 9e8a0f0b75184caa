"""A second referee, written from the rules with plain lists and sets. It shares no code with the engine.

It knows places instead of words and only counts the words of a clue. `disagreement` plays a random game on it
and on an engine side by side, allowed and forbidden moves alike, and tells where the two differ.
"""

import random
from types import SimpleNamespace

PAIRS = ["gg"] * 3 + ["g."] * 5 + ["gx", ".x", "xg", "x.", "xx"] + [".g"] * 5 + [".."] * 7
WORDS = [f"WORD{place}" for place in range(25)]
OTHER = {"A": "B", "B": "A"}


class NaiveReferee:
    def __init__(self, sides, tokens, mistakes, variants):
        self.sides = sides
        self.variants = variants
        self.bank = ["bystander"] * mistakes + ["checkmark"] * (tokens - mistakes)
        self.checkmarks_before_players = 0
        self.thrown_away = 0
        self.tokens_on_words = []
        self.arrows = set()
        self.agents = set()
        self.turns_over = 0
        self.last_giver = None
        self.open_turn = None
        self.touched_this_turn = 0
        self.in_sudden_death = False
        self.result = None

    # What may be done

    def all_green_covered(self, seat):
        return all(place in self.agents for place in range(25) if self.sides[seat][place] == "g")

    def may_give(self, seat):
        if self.result or self.in_sudden_death or self.open_turn or self.all_green_covered(seat):
            return False
        if self.last_giver is None or "several-clues" in self.variants:
            return True
        return seat != self.last_giver or self.all_green_covered(OTHER[seat])

    def may_guess(self, seat):
        if self.result:
            return False
        if self.in_sudden_death:
            return not self.all_green_covered(OTHER[seat])
        return self.open_turn == OTHER[seat]

    def may_touch(self, seat, place):
        return self.may_guess(seat) and place not in self.agents and (place, seat) not in self.arrows

    def may_stop(self, seat):
        if self.result:
            return False
        return self.in_sudden_death or (self.open_turn == OTHER[seat] and self.touched_this_turn > 0)

    def may_say(self, count, parts, invalid):
        lowest = 0 if "zero" in self.variants else 1
        if not lowest <= count <= 25:
            return False
        return parts == 1 or invalid or "any-clue" in self.variants or "any-clue+wordplay" in self.variants

    # What happens

    def give(self, seat, *, invalid):
        self.last_giver = self.open_turn = seat
        self.touched_this_turn = 0
        if invalid:
            self.bank.remove("checkmark" if "checkmark" in self.bank else "bystander")
            self.thrown_away += 1
            if not self.bank:
                self.open_turn = None
                self.in_sudden_death = True

    def touch(self, seat, place):
        colour = self.sides[OTHER[seat]][place]
        if colour == "g":
            self.agents.add(place)
        if self.in_sudden_death:
            if colour == "x":
                self.result = "lost:assassin"
            elif colour == ".":
                self.result = "lost:sudden-death"
            elif len(self.agents) == 15:
                self.result = "won"
            return
        self.touched_this_turn += 1
        if colour == "x":
            self.end_turn("lost:assassin")
        elif colour == ".":
            self.miss(seat, place)
        elif len(self.agents) == 15:
            self.take_checkmark()
            self.end_turn("won")

    def miss(self, seat, place):
        if "bystander" in self.bank:
            self.bank.remove("bystander")
            self.tokens_on_words.append(place)
        elif len(self.bank) >= 2:
            self.bank = self.bank[2:]
            self.tokens_on_words += [place, place]
        else:
            self.end_turn("lost:tokens")
            return
        self.arrows.add((place, seat))
        self.end_turn(None)

    def stop(self):
        if self.in_sudden_death:
            self.result = "lost:sudden-death"
        else:
            self.take_checkmark()
            self.end_turn(None)

    def take_checkmark(self):
        self.bank.remove("checkmark" if "checkmark" in self.bank else "bystander")
        self.checkmarks_before_players += 1

    def end_turn(self, result):
        self.turns_over += 1
        self.open_turn = None
        self.result = result
        if not result and not self.bank:
            self.in_sudden_death = True

    # Figures

    def figures(self):
        if self.result:
            phase, able = "over", []
        elif self.in_sudden_death:
            phase, able = "sudden-death", [seat for seat in "AB" if self.may_guess(seat)]
        elif self.open_turn:
            phase, able = "guess", [OTHER[self.open_turn]]
        else:
            phase, able = "clue", [seat for seat in "AB" if self.may_give(seat)]
        nine_tokens = (
            len(self.bank) + self.checkmarks_before_players + len(self.tokens_on_words) + self.thrown_away == 9
        )
        score = None
        if self.result == "won" and nine_tokens:
            score = 3 * len(self.bank) + self.checkmarks_before_players - (1 if self.in_sudden_death else 0)
        return {
            "result": self.result or "*",
            "turns": self.turns_over,
            "tokens_left": len(self.bank),
            "checks": self.checkmarks_before_players,
            "bystanders": len(self.tokens_on_words),
            "discarded": self.thrown_away,
            "sudden_death": self.in_sudden_death,
            "found": len(self.agents),
            "phase": phase,
            "to_act": able[0] if len(able) == 1 else None,
            "score": score,
        }


def random_move(rng, naive):
    """Mostly a move that advances the game, sometimes any move."""
    seat = rng.choice("AB")
    if rng.random() < 0.12:
        return rng.choice(
            [
                ("clue", seat, rng.randrange(-1, 28), rng.choice([1, 1, 2]), rng.random() < 0.3),
                ("touch", seat, rng.randrange(25)),
                ("stop", seat),
            ]
        )
    able = [seat for seat in "AB" if naive.may_guess(seat)]
    if not able:
        givers = [seat for seat in "AB" if naive.may_give(seat)]
        return ("clue", rng.choice(givers), rng.randrange(1, 6), 1, rng.random() < 0.08)
    seat = rng.choice(able)
    if naive.may_stop(seat) and rng.random() < (0.02 if naive.in_sudden_death else 0.3):
        return ("stop", seat)
    places = [place for place in range(25) if naive.may_touch(seat, place)]
    wished = rng.choices("g.x", [75, 23, 2])[0]
    good = [place for place in places if naive.sides[OTHER[seat]][place] == wished]
    return ("touch", seat, rng.choice(good or places))


def naive_answer(naive, move):
    """Make the move if it is allowed; return whether it was."""
    match move:
        case ("clue", seat, count, parts, invalid):
            allowed = naive.may_give(seat) and naive.may_say(count, parts, invalid)
            if allowed:
                naive.give(seat, invalid=invalid)
        case ("touch", seat, place):
            allowed = naive.may_touch(seat, place)
            if allowed:
                naive.touch(seat, place)
        case ("stop", seat):
            allowed = naive.may_stop(seat)
            if allowed:
                naive.stop()
    return allowed


def engine_move(core, move):
    match move:
        case ("clue", seat, count, parts, invalid):
            return core.Clue(core.Seat(seat), " ".join(["CLUE"] * parts), count, invalid)
        case ("touch", seat, place):
            return core.Guess(core.Seat(seat), WORDS[place])
        case ("stop", seat):
            return core.Stop(core.Seat(seat))


def disagreement(core: SimpleNamespace, seed: int) -> str | None:
    """Where this engine and the naive referee differ in the random game of this seed; None if nowhere."""
    rng = random.Random(seed)
    pairs = rng.sample(PAIRS, 25)
    sides = {"A": "".join(pair[0] for pair in pairs), "B": "".join(pair[1] for pair in pairs)}
    tokens = rng.choice([9, rng.randint(1, 11)])
    mistakes = rng.choice([tokens, rng.randint(0, tokens)])
    names = ["zero", "any-clue", "any-clue+wordplay", "several-clues"]
    variants = {name for name in names if rng.random() < 0.15}
    naive = NaiveReferee(sides, tokens, mistakes, variants)
    engine = core.Position.start(WORDS, core.KeyCard(sides["A"], sides["B"]), core.Mission(tokens, mistakes), variants)
    while not naive.result:
        move = random_move(rng, naive)
        allowed = naive_answer(naive, move)
        try:
            engine = engine.apply(engine_move(core, move))
            engine_allowed = True
        except core.RuleBroken:
            engine_allowed = False
        except (ValueError, LookupError, AttributeError, TypeError) as error:
            return f"seed {seed}, {move}: the engine fails with {error!r}"
        if allowed != engine_allowed:
            return f"seed {seed}, {move}: allowed {allowed} by the naive referee, {engine_allowed} by the engine"
        if (actual := core.figures(engine)) != (expected := naive.figures()):
            return f"seed {seed}, {move}: the engine has {actual}, the naive referee {expected}"
    if touchable(engine, core) != {
        (seat, place) for seat in "AB" for place in range(25) if naive.may_touch(seat, place)
    }:
        return f"seed {seed}: the two disagree on what may be touched"
    return None


def touchable(engine, core):
    return {(str(move.seat), WORDS.index(move.word)) for move in engine.legal_moves() if isinstance(move, core.Guess)}
