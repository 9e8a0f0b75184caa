"""The posterior of the partner's side is exact."""

import random
from fractions import Fraction
from itertools import permutations, product

import pytest

from duo.core.key import deal
from duo.core.refusal import Refusal
from duo.mind.belief.pattern import role_posterior

COLOURS = "g.x"


def brute_force(own, seen, covered, *, finished):
    """Return the same chances by enumerating every card that fits."""
    per_colour = []
    for colour in COLOURS:
        places = [place for place, letter in enumerate(own) if letter == colour]
        due = {"g": "ggg.....x", ".": "ggggg.......x", "x": "g.x"}[colour]
        unknown = [place for place in places if seen[place] == "?"]
        left = list(due)
        for place in places:
            if seen[place] != "?":
                left.remove(seen[place])
        ways = {tuple(zip(unknown, way, strict=True)) for way in arrangements(left)}
        per_colour.append(ways)
    tally = [dict.fromkeys(COLOURS, 0) for _ in own]
    cards = 0
    for ways in product(*per_colour):
        side = dict(enumerate(seen)) | {place: colour for way in ways for place, colour in way}
        if all(covered[place] for place, colour in side.items() if colour == "g") != finished:
            continue
        cards += 1
        for place, colour in side.items():
            tally[place][colour] += 1
    return [tuple(Fraction(counts[colour], cards) for colour in COLOURS) for counts in tally] if cards else None


def arrangements(letters):
    if len(letters) <= 7:
        return set(permutations(letters))
    return {
        (first, *rest)
        for first in set(letters)
        for rest in arrangements(letters[: letters.index(first)] + letters[letters.index(first) + 1 :])
    }


def reveal(rng, card):
    """Return a late position: A's touches have shown most of B's side, and B has found some of A's agents."""
    own, partner = card.a, card.b
    seen, covered = ["?"] * 25, [False] * 25
    for place in rng.sample(range(25), rng.randint(12, 20)):
        if partner[place] != "x":
            seen[place] = partner[place]
            covered[place] = partner[place] == "g"
    for place in range(25):
        if own[place] == "g" and rng.random() < 0.5:
            covered[place] = True
    return own, "".join(seen), covered, all(covered[place] for place in range(25) if partner[place] == "g")


@pytest.mark.parametrize("seed", range(40))
def test_it_equals_counting_every_card_that_fits(seed):
    rng = random.Random(seed)
    own, seen, covered, finished = reveal(rng, deal(rng))
    assert role_posterior(own, seen, covered, finished=finished) == brute_force(own, seen, covered, finished=finished)


def test_a_finished_partner_has_no_green_left_open():
    rng = random.Random(5)
    for _ in range(50):
        card = deal(rng)
        covered = [card.b[place] == "g" for place in range(25)]
        for row, colour, hidden in zip(
            role_posterior(card.a, "?" * 25, covered, finished=True), card.b, covered, strict=True
        ):
            assert hidden or row[0] == 0
            assert sum(row) == 1
            assert colour != "g" or hidden


def test_before_the_first_clue_it_is_the_pattern():
    own = "g" * 9 + "." * 13 + "x" * 3
    rows = role_posterior(own, "?" * 25, [False] * 25, finished=False)
    assert rows[0] == (Fraction(3, 9), Fraction(5, 9), Fraction(1, 9))
    assert rows[9] == (Fraction(5, 13), Fraction(7, 13), Fraction(1, 13))
    assert rows[24] == (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))


def test_two_of_the_three_assassins_seen_prove_the_third():
    own = "g" * 9 + "." * 13 + "x" * 3
    seen = "?" * 22 + "g.?"
    assert role_posterior(own, seen, [False] * 25, finished=False)[24] == (0, 0, 1)


def test_what_fits_no_card_is_refused():
    own = "g" * 9 + "." * 13 + "x" * 3
    with pytest.raises(Refusal, match="no key card"):
        role_posterior(own, "gggg" + "?" * 21, [False] * 25, finished=False)
    with pytest.raises(Refusal, match="no key card"):
        role_posterior(own, "?" * 25, [False] * 25, finished=True)
