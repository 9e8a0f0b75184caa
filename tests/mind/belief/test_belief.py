"""The belief agrees with a brute-force computation and moves as evidence should move it."""

import random
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from duo.mind.belief.belief import infer_belief, prior_chances
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.belief.forward_backward import JoinLimits
from duo.mind.belief.pattern import PatternGroup, SidePrior, role_posterior, side_prior
from duo.mind.listener.intent import PARTNER_INTENT_MODEL, IntentModel

INTENT_MODEL = IntentModel(
    focus=1.1, focus_decay=0.2, kinship=0.25, evenness=0.4, unexplained=0.05, repeat_factor=0.5, denied_words=2
)
WORDS = tuple(f"word{number}" for number in range(25))


class RandomEar:
    """A listener with random but fixed associations and kinship."""

    def __init__(self, seed, spread=2.0):
        self._seed = seed
        self._spread = spread

    def associations(self, clue, words, sharpness):
        scores = [random.Random(f"{self._seed} {clue} {word}").gauss(0, self._spread) for word in words]
        return np.exp(sharpness * np.array(scores))[None]

    def touch(self, clue, words):
        log_associations = self.associations(clue, words, 1.0)[0]
        return log_associations / log_associations.sum()

    def kinship(self, words):
        pairs = [[random.Random(f"{self._seed} {sorted((a, b))}").gauss(0, 1) * (a != b) for b in words] for a in words]
        return np.array(pairs)


def draw_chance(ear, clue, words, chosen, intent_model):
    """Return the chance that the clue means this set, by enumerating all sets of its size."""
    number = len(chosen)
    log_associations, near = np.log(ear.associations(clue, words, 1.0)[0]), ear.kinship(words)
    sharpness = intent_model.focus * number**-intent_model.focus_decay
    if number > 1:
        sharpness *= 1 - intent_model.evenness + intent_model.evenness * 2.5 / max(np.std(log_associations), 1)

    def weight(places):
        pairs = sum(near[a][b] for a, b in combinations(places, 2))
        return np.exp(sharpness * sum(log_associations[place] for place in places) + intent_model.kinship * pairs)

    return weight(chosen) / sum(weight(places) for places in combinations(range(len(words)), number))


def brute_force(ear, words, sides, clues, intent_model):
    """Return the chance that each word is an agent, by enumerating every side and every joint meaning of the clues."""
    total, green = 0.0, np.zeros(len(words))
    every = [*words, *(word for clue in clues for word in clue.touched_words if word not in words)]
    open_at = [
        [*words, *(word for later in clues[place:] for word in later.touched_words if word not in words)]
        for place in range(len(clues))
    ]
    expected = {word: sum(chance for side, chance in sides if word in side) for word in every}
    meanings = []
    for clue, known in zip(clues, open_at, strict=True):
        agents = sum(expected[word] for word in known)
        number = min(clue.count, int(agents + 1e-9)) if clue.count else intent_model.denied_words
        usual = np.prod(
            [(agents - step) / (len(known) - step) if clue.count else 1 - agents / len(known) for step in range(number)]
        )
        sets = [frozenset(), *map(frozenset, combinations(range(len(known)), number))]
        meanings.append(
            [
                (
                    frozenset(known[place] for place in chosen),
                    (1 - intent_model.unexplained)
                    / usual
                    * draw_chance(ear, clue.word, known, tuple(sorted(chosen)), intent_model)
                    if chosen
                    else intent_model.unexplained,
                )
                for chosen in sets
            ]
        )
    for side, chance in sides:
        weight = chance * likelihood(side, clues, meanings, intent_model)
        total += weight
        green += weight * np.array([word in side for word in words])
    return green / total


def likelihood(side, clues, meanings, intent_model):
    fitting = [
        [(chosen, weight) for chosen, weight in found if (chosen <= side if clue.count else not chosen & side)]
        for clue, found in zip(clues, meanings, strict=True)
    ]
    total = 0.0
    for joint in product(*fitting):
        weight, meant = 1.0, set()
        for clue, (chosen, chance) in zip(clues, joint, strict=True):
            weight *= chance
            if clue.count:
                weight *= intent_model.repeat_factor ** len(meant & chosen)
                meant |= chosen
        total += weight
    return total


def sides_of(groups, found=()):
    """Return every set of agents that the groups allow, with its chance. The words found are in each set."""
    parts = [list(combinations(group.words, round(group.agents))) for group in groups]
    every = [frozenset(found).union(*chosen) for chosen in product(*parts)]
    return [(side, 1 / len(every)) for side in every]


GROUPS = (PatternGroup(("a1", "a2", "a3"), 1, 1, 1), PatternGroup(("b1", "b2", "b3", "b4"), 2, 2, 0))
OPEN = tuple(word for group in GROUPS for word in group.words)
CASES = {
    "one clue for one": [ClueMemory("sea", 1)],
    "one clue for two": [ClueMemory("sea", 2)],
    "one clue for three": [ClueMemory("sea", 3)],
    "more than there are": [ClueMemory("sea", 7)],
    "two clues": [ClueMemory("sea", 1), ClueMemory("king", 2)],
    "a find, then another clue": [ClueMemory("sea", 2, found=("gone1",)), ClueMemory("king", 1)],
    "a miss": [ClueMemory("sea", 2, missed=("wrong1",)), ClueMemory("king", 1)],
    "a find in a later turn": [ClueMemory("sea", 2), ClueMemory("king", 1, found=("gone1", "gone2"))],
    "three clues": [ClueMemory("sea", 1, ("gone1",)), ClueMemory("king", 2, ("gone2",)), ClueMemory("ice", 1)],
    "a clue of 0": [ClueMemory("sea", 0), ClueMemory("king", 1)],
}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("case", CASES)
def test_it_equals_going_through_every_side_and_every_meaning(case, seed):
    clues = CASES[case]
    found = [word for clue in clues for word in clue.found]
    ear = RandomEar(seed)
    expected = brute_force(ear, OPEN, sides_of(GROUPS, found), clues, INTENT_MODEL)
    belief = infer_belief(ear, OPEN, SidePrior(GROUPS), clues, INTENT_MODEL)
    assert belief.chances()[:, 0] == pytest.approx(expected, abs=2e-3)


def test_a_covered_word_that_nobody_knows_of_may_be_what_an_earlier_clue_meant():
    groups = (PatternGroup(("a1", "a2", "a3", "lid"), 2, 1, 1), GROUPS[1])
    clues = [ClueMemory("sea", 2, covered=("lid",)), ClueMemory("king", 1)]
    side = SidePrior(groups, frozenset({"lid"}))
    ear = RandomEar(1)
    expected = brute_force(ear, OPEN, sides_of(groups), clues, INTENT_MODEL)
    assert infer_belief(ear, OPEN, side, clues, INTENT_MODEL).chances()[:, 0] == pytest.approx(expected, abs=2e-3)
    forgotten = infer_belief(ear, OPEN, side, [ClueMemory("sea", 2), ClueMemory("king", 1)], INTENT_MODEL)
    assert not np.allclose(forgotten.chances()[:, 0], expected, atol=1e-3)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("counts", [(2, 2), (3, 2), (1, 2, 3)], ids=str)
def test_what_is_dropped_hardly_counts(counts, seed, monkeypatch):
    """Vague clues on a whole table are the worst case. Compare with a run that drops no hypothesis."""
    words, ear = WORDS[:18], RandomEar(seed, spread=1.5)
    side = SidePrior((PatternGroup(words[:7], 2, 4, 1), PatternGroup(words[7:], 4, 6, 1)))
    clues = [ClueMemory(f"clue{number}", count) for number, count in enumerate(counts)]
    touched = [replace(clues[0], found=("gone",)), *clues[1:]]

    def beliefs():
        belief = infer_belief(ear, words, side, clues, INTENT_MODEL)
        return (
            belief.chances(),
            belief.meant_chances_by_clue(),
            infer_belief(ear, words, side, touched, INTENT_MODEL).unfound_counts(),
        )

    quick = beliefs()
    monkeypatch.setattr("duo.mind.belief.belief._MAX_MEANINGS_PER_CLUE", 1 << 24)
    for bounds in ("FULL_JOIN_LIMITS", "COUNTING_JOIN_LIMITS"):
        monkeypatch.setattr(f"duo.mind.belief.belief.{bounds}", JoinLimits(1 << 24, 1 << 24))
    monkeypatch.setattr("duo.mind.belief.forward_backward.FULL_JOIN_LIMITS", JoinLimits(1 << 24, 1 << 24))
    monkeypatch.setattr("duo.mind.listener.intent._DROPPED_WEIGHT_SHARE", 0.0)
    for quickly, wholly, hardly in zip(quick, beliefs(), (0.04, 0.05, 0.1), strict=True):
        assert np.abs(quickly - wholly).max() < hardly


def late_position(rng):
    """Return arguments of `role_posterior` for a side that is partly known."""
    own = list("ggg......gggggg.......xxx")
    rng.shuffle(own)
    cells = {"g": list("ggg.....x"), ".": list("ggggg.......x"), "x": list("g.x")}
    for row in cells.values():
        rng.shuffle(row)
    partner = [cells[colour].pop() for colour in own]
    seen, covered = ["?"] * 25, [False] * 25
    for place in rng.sample(range(25), rng.randint(0, 20)):
        if partner[place] != "x":
            seen[place], covered[place] = partner[place], partner[place] == "g"
    for place in range(25):
        covered[place] |= own[place] == "g" and rng.random() < 0.5
    finished = all(covered[place] for place in range(25) if partner[place] == "g")
    return "".join(own), "".join(seen), covered, finished


@pytest.mark.parametrize("seed", range(60))
def test_without_clues_it_is_the_pattern(seed):
    own, seen, covered, finished = late_position(random.Random(seed))
    open_places = [place for place in range(25) if seen[place] == "?" and not covered[place]]
    side = side_prior(WORDS, own, seen, covered, finished=finished)
    expected = role_posterior(own, seen, covered, finished=finished)
    got = prior_chances([WORDS[place] for place in open_places], side)
    assert got == pytest.approx(np.array([[float(p) for p in expected[place]] for place in open_places]), abs=1e-9)


@pytest.mark.parametrize("seed", range(30))
def test_no_clue_makes_a_word_green_that_the_pattern_rules_out_and_everything_adds_up(seed):
    rng = random.Random(seed)
    own, seen, covered, finished = late_position(rng)
    if finished:
        return
    words = [WORDS[place] for place in range(25) if seen[place] == "?" and not covered[place]]
    side = side_prior(WORDS, own, seen, covered, finished=False)
    touched = [WORDS[place] for place in range(25) if seen[place] != "?"]
    clues = [ClueMemory("sea", 2, tuple(word for word in touched if seen[WORDS.index(word)] == "g")[:2])]
    clues += [ClueMemory("king", rng.randint(1, 4))]
    belief, prior = infer_belief(RandomEar(seed), words, side, clues), prior_chances(words, side)
    chances = belief.chances()
    assert chances.sum(axis=1) == pytest.approx(np.ones(len(words)))
    assert (chances >= 0).all()
    assert not chances[prior[:, 0] == 0, 0].any()
    assert (chances[prior[:, 0] == 1, 0] == 1).all()
    assert not chances[prior[:, 2] == 0, 2].any()
    if not any(covered[place] and seen[place] == "?" for place in range(25)):
        assert chances[:, 0].sum() == pytest.approx(prior[:, 0].sum(), abs=0.02)  # as many greens as before


class Ear(RandomEar):
    """A listener with fixed associations for each clue."""

    def __init__(self, **clues):
        super().__init__(0)
        self.clues = clues

    def associations(self, clue, words, sharpness):
        return np.array([self.clues[clue].get(word, 1.0) for word in words])[None] ** sharpness

    def kinship(self, words):
        return np.zeros((len(words), len(words)))


SEVEN = ("dog", "cat", "fox", "pan", "oil", "sun", "hat")
EVEN = SidePrior((PatternGroup(SEVEN, 3, 3, 1),))


def green(ear, clues, words=SEVEN, side=EVEN):
    return dict(zip(words, infer_belief(ear, words, side, clues).chances()[:, 0], strict=True))


def test_one_strong_word_does_not_drown_the_second():
    ear = Ear(pet={"wolf": 10_000, "dog": 40, "cat": 20})
    two = green(
        ear, [ClueMemory("pet", 2)], ("wolf", *SEVEN[:6]), SidePrior((PatternGroup(("wolf", *SEVEN[:6]), 3, 3, 1),))
    )
    assert two["wolf"] > 0.95
    assert two["dog"] > 2 * two["fox"]
    found = green(ear, [ClueMemory("pet", 2, found=("wolf",))])
    assert found["dog"] > found["cat"] > 0.4 > found["fox"]


def test_a_find_answers_the_clue_that_explains_it_and_no_other():
    ear = Ear(bark={"dog": 90, "tree": 300}, meow={"cat": 90})
    clues = [ClueMemory("bark", 1), ClueMemory("meow", 1, found=("tree",))]
    belief = infer_belief(ear, SEVEN, EVEN, clues)
    shares = belief.meant_chances_by_clue()
    tree = len(SEVEN) + belief.other_words.index("tree")
    assert shares[0, tree] > 0.5
    assert shares[1, tree] < 0.1
    after = green(ear, clues)
    assert after["cat"] > 0.85  # still to be found, though its turn found a word
    assert after["dog"] < 0.5  # the first clue is answered


def test_a_word_found_that_no_clue_explains_leaves_them_all_open():
    ear = Ear(bark={"dog": 90}, meow={"cat": 90})
    after = green(ear, [ClueMemory("bark", 1, found=("moon",)), ClueMemory("meow", 1)])
    assert after["dog"] > 0.75
    assert after["cat"] > 0.85


def test_a_miss_moves_the_clue_to_its_next_word():
    ear = Ear(pet={"wolf": 60, "dog": 30})
    before = green(ear, [ClueMemory("pet", 1)])["dog"]
    both = ("wolf", *SEVEN)
    unsure = green(ear, [ClueMemory("pet", 1)], both, SidePrior((PatternGroup(both, 3, 4, 1),)))["dog"]
    after = green(ear, [ClueMemory("pet", 1, missed=("wolf",))])["dog"]
    assert after > unsure
    assert after < before  # that the best word was wrong is a reason to doubt the clue


def test_a_clue_given_again_for_a_word_confirms_it():
    ear = Ear(pet={"dog": 50, "cat": 40}, bark={"dog": 8, "hat": 8})
    once = green(ear, [ClueMemory("pet", 1)])
    again = green(ear, [ClueMemory("pet", 1), ClueMemory("bark", 1)])
    assert again["dog"] > once["dog"]
    assert again["dog"] > again["cat"]
    clues = [ClueMemory("pet", 1), ClueMemory("bark", 1)]
    seldom, often = (infer_belief(ear, SEVEN, EVEN, clues, IntentModel(repeat_factor=times)) for times in (0.25, 1.5))
    assert often.meant_chances()[0] > seldom.meant_chances()[0]  # who comes back to a word means one word by both clues
    assert often.meant_chances().sum() < seldom.meant_chances().sum()


def test_a_clue_of_0_speaks_against_its_words():
    ear = Ear(pet={"dog": 60, "cat": 50})
    after = green(ear, [ClueMemory("pet", 0)])
    assert after["dog"] < 0.1
    assert after["fox"] > 0.4


def test_a_word_that_the_ear_does_not_know_says_nothing():
    ear = Ear(xyzzy=dict.fromkeys(SEVEN, 0.0))
    assert infer_belief(ear, SEVEN, EVEN, [ClueMemory("xyzzy", 2)]).chances() == pytest.approx(
        prior_chances(SEVEN, EVEN)
    )


def test_words_that_belong_together_are_meant_together():
    class Kin(Ear):
        def kinship(self, words):
            pair = np.array([[{a, b} == {"dog", "fox"} for b in words] for a in words])
            return 3.0 * pair

    plain, kin = Ear(wild={"dog": 50}), Kin(wild={"dog": 50})
    assert green(kin, [ClueMemory("wild", 2)])["fox"] > green(plain, [ClueMemory("wild", 2)])["fox"] + 0.05


def test_finding_a_word_in_thought_is_finding_it():
    ear = RandomEar(3)
    clues = [ClueMemory("sea", 2), ClueMemory("king", 1)]
    thought = infer_belief(ear, OPEN, SidePrior(GROUPS), clues, INTENT_MODEL).with_agent_found(0)
    groups = (PatternGroup(("a2", "a3"), 0, 1, 1), GROUPS[1])
    found = infer_belief(
        ear, OPEN[1:], SidePrior(groups), [clues[0], ClueMemory("king", 1, found=("a1",))], INTENT_MODEL
    )
    assert thought.chances()[1:] == pytest.approx(found.chances(), abs=2e-3)
    assert not thought.chances()[0].any()
    assert thought.meant_chances()[0] == 0
    assert thought.meant_chances()[1:] == pytest.approx(found.meant_chances(), abs=2e-3)


def test_more_words_than_a_table_has_are_no_reason_to_fail():
    ear = Ear(pet={"dog": 50})
    crowd = tuple(f"gone{number}" for number in range(60))
    assert green(ear, [ClueMemory("pet", 2, found=crowd[:30], missed=crowd[30:]), ClueMemory("pet", 1)])["dog"] > 0.5


def test_a_clue_is_unfound_as_far_as_nothing_found_explains_it():
    ear = Ear(bark={"dog": 90, "tree": 300}, meow={"cat": 900})
    clues = [ClueMemory("bark", 1), ClueMemory("meow", 1, found=("tree",))]
    left = infer_belief(ear, SEVEN, EVEN, clues).unfound_counts()
    assert left[0] < 0.5  # answered in a later turn
    assert left[1] > 0.5  # its own turn found a word of the other clue
    untouched = infer_belief(
        ear, ("tree", *SEVEN), SidePrior((PatternGroup(("tree", *SEVEN), 4, 3, 1),)), [ClueMemory("bark", 1)]
    )
    assert untouched.unfound_counts() == pytest.approx([1.0])


@pytest.mark.parametrize("found", [0, 1, 1 << 4])
@pytest.mark.parametrize("seed", range(3))
def test_what_each_clue_meant_is_weighed_beside_all_that_the_others_can_mean(seed, found):
    clues = [ClueMemory("sea", 2), ClueMemory("king", 1), ClueMemory("pet", 2, found=("oak",))]
    belief = replace(infer_belief(RandomEar(seed, spread=1.5), SEVEN, EVEN, clues, INTENT_MODEL), found_mask=found)
    total, shares = 0.0, np.zeros((3, len(SEVEN) + 1))
    for meant in product(*(zip(clue.masks.tolist(), clue.weights, strict=True) for clue in belief.clues)):
        masks, weights = zip(*meant, strict=True)
        union = masks[0] | masks[1] | masks[2]
        weight = np.prod(weights) * INTENT_MODEL.repeat_factor ** (
            sum(mask.bit_count() for mask in masks) - union.bit_count()
        )
        weight *= belief.pattern.mask_chances(np.array([union | found], np.uint64))[0]
        shares += [[weight * (mask >> bit & 1) for bit in range(len(SEVEN) + 1)] for mask in masks]
        total += weight
    assert belief.meant_chances_by_clue() == pytest.approx(shares / total, abs=1e-3)


def test_what_a_person_touched_was_heard_in_the_clue():
    ear = Ear(pet={"dog": 8, "wolf": 2})
    clues = [ClueMemory("pet", 1, found=("wolf",))]
    mine, theirs = infer_belief(ear, SEVEN, EVEN, clues), infer_belief(ear, SEVEN, EVEN, clues, PARTNER_INTENT_MODEL)
    assert theirs.meant_chances_by_clue()[0, len(SEVEN)] > mine.meant_chances_by_clue()[0, len(SEVEN)] + 0.2
    assert theirs.meant_chances()[0] < mine.meant_chances()[0]


def test_who_stopped_before_the_number_was_not_sure():
    ear = Ear(pet={"dog": 60, "cat": 50})
    sure, unsure = (
        infer_belief(ear, SEVEN, EVEN, [ClueMemory("pet", 2, stopped_early=stopped)], PARTNER_INTENT_MODEL)
        for stopped in (False, True)
    )
    assert unsure.meant_chances()[0] < sure.meant_chances()[0] - 0.1
