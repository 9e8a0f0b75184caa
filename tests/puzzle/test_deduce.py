"""What must be so: certain is what every card that fits has in common."""

import random
from itertools import islice

import pytest

from duo.core.key import KeyCard, Seat, deal
from duo.core.refusal import Refusal
from duo.mind.pattern import posterior
from duo.puzzle.bench import Bench
from duo.puzzle.deduce import Deduce, deduce_tasks
from duo.puzzle.puzzle import Unproven
from duo.puzzle.statement import NAMES

CARD = KeyCard.parse(".x.../g.ggx/...x./g.ggg/gg... g.x.g/..g.g/..gxg/g..../xg.g.")


def tasks(count, grade=1, seed=5):
    return islice(deduce_tasks(random.Random(seed), Bench("en"), grade), count)


def knowing(cells, covered=(), *, finished=False):
    """A task on side A of the card, where these cells of side B are known."""
    seen = "".join(CARD.b[place] if name in cells else "?" for place, name in enumerate(NAMES))
    return Deduce(CARD.a, seen, frozenset(NAMES.index(name) for name in covered), finished)


def own(colour):
    return [name for name, letter in zip(NAMES, CARD.a, strict=True) if letter == colour]


def test_the_last_assassin_is_certain_when_the_two_others_are_known():
    one, two, three = own("x")
    proven = knowing([one, two]).prove()
    assert proven.answer == (f"{three}={CARD.b[NAMES.index(three)]}",)
    assert proven.grade == 1
    assert proven.figures["certain"] == 1


def test_nothing_is_certain_at_the_start():
    with pytest.raises(Unproven, match="nothing is certain"):
        knowing([]).prove()


def test_every_count_agrees_with_the_chances_of_the_partner():
    checked = 0
    for task in tasks(60):
        covered = [place in task.covered or task.seen[place] == "g" for place in range(25)]
        chances = posterior(task.own, task.seen, covered, finished=task.finished)
        for place in range(25):
            if task.seen[place] == "?":
                counts = task.counts(place)
                assert sum(counts.values()) == task.cards()
                assert [chance * task.cards() for chance in chances[place]] == [*counts.values()]
                checked += 1
    assert checked > 300


def test_an_answer_holds_on_every_card_that_fits_and_nothing_else_does():
    """Cards are drawn with the same side A until those that fit have shown what can be."""
    rng = random.Random(2)
    task = next(task for task in tasks(200) if _is_proven(task) and task.prove().figures["cards"] <= 60)
    unknown = {place: set() for place in range(25) if task.seen[place] == "?"}
    fitting = 0
    while fitting < 400:
        side = _shuffled(task, rng)
        if side is None:
            continue
        fitting += 1
        for place, seen in unknown.items():
            seen.add(side[place])
    certain = {f"{NAMES[place]}={min(seen)}" for place, seen in unknown.items() if len(seen) == 1}
    assert certain == set(task.prove().answer)


def _is_proven(task):
    try:
        return bool(task.prove())
    except Unproven:
        return False


def _shuffled(task, rng):
    """A side of the partner drawn from those that the pattern allows; None if it does not fit the partner's word."""
    left = {"g": [*"ggg.....x"], ".": [*"ggggg.......x"], "x": [*"g.x"]}
    for mine, theirs in zip(task.own, task.seen, strict=True):
        if theirs != "?":
            left[mine].remove(theirs)
    for letters in left.values():
        rng.shuffle(letters)
    side = "".join(
        left[mine].pop() if theirs == "?" else theirs for mine, theirs in zip(task.own, task.seen, strict=True)
    )
    assert KeyCard(task.own, side)
    open_green = any(
        side[place] == "g" and task.seen[place] == "?" and place not in task.covered for place in range(25)
    )
    return side if open_green != task.finished else None


@pytest.mark.parametrize("grade", range(1, 6))
def test_every_grade_is_found(grade):
    assert any(task.prove().grade == grade for task in tasks(600, grade) if _is_proven(task))


def test_what_the_partner_said_can_decide():
    told = [task.prove() for task in tasks(80, grade=4) if _is_proven(task)]
    assert any("partner-said" in proven.tags for proven in told)


def test_a_task_comes_back_from_its_file_form():
    for task in tasks(20):
        assert Deduce.from_json(task.to_json()) == task


def test_an_agent_of_the_partner_lies_only_on_ones_own_green():
    value = {"own": str(CARD).split()[0], "seen": "/".join(["?????"] * 5), "covered": ["a1"], "finished": False}
    with pytest.raises(Refusal, match="not green for you"):
        Deduce.from_json(value)


def test_answers_are_understood_as_people_type_them():
    one, two, three = own("x")
    task = knowing([one, two])
    proven = task.prove()
    right = CARD.b[NAMES.index(three)]
    name = {"g": "green", ".": "bystander", "x": "assassin"}[right]
    for typed in (f"{three} {right}", f"{three.upper()}={right}", f"{three}: {name}", f" {three} {name[:3]} "):
        assert task.judge(task.understand(typed), proven).right
    assert not task.judge(task.understand(f"{three} {right}, {own('g')[0]} g"), proven).right
    for typed in ("z9 g", "a1", "a1 purple", "hello"):
        with pytest.raises(Refusal):
            task.understand(typed)


def test_a_dealt_card_is_never_ruled_out():
    rng = random.Random(9)
    for _ in range(30):
        card = deal(rng)
        shown = [place for place in range(25) if rng.random() < 0.6]
        seen = "".join(card.b[place] if place in shown else "?" for place in range(25))
        task = Deduce(card.side(Seat.A), seen, frozenset(), finished="g" not in _hidden(card.b, shown))
        assert task.cards() > 0


def _hidden(side, shown):
    return [letter for place, letter in enumerate(side) if place not in shown]
