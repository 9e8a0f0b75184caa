"""At every view of a few whole games the partner gives the recorded answers with the same chances.

After a change that is meant, `python scripts/checks/golden_views.py` writes it down anew, and the difference is read.
"""

import json

import pytest
from golden_views import GOLDEN_CASES, answer_file, answers

# Sums over a vocabulary differ in their last digits from one machine to another.
PRECISION = {"written": 1e-5, "shipped": 2e-3}


@pytest.mark.parametrize(("name", "kind"), GOLDEN_CASES)
def test_the_partner_answers_as_it_is_written_down(name, kind):
    expected = [json.loads(line) for line in answer_file(name, kind).read_text(encoding="utf-8").splitlines()]
    for now, before in zip(answers(name, kind), expected, strict=True):
        assert close(now, before, PRECISION[kind]), (
            f"{name}: {now}\nIf this is meant: python scripts/checks/golden_views.py"
        )


def close(now, before, precision):
    if isinstance(before, float):
        return now == pytest.approx(before, abs=precision)
    if isinstance(before, dict):
        return now.keys() == before.keys() and all(close(now[key], before[key], precision) for key in before)
    if isinstance(before, list):
        return len(now) == len(before) and all(map(close, now, before, [precision] * len(now)))
    return now == before


def test_the_games_show_every_kind_of_decision():
    answered_views = [
        json.loads(line) for answered in GOLDEN_CASES for line in answer_file(*answered).read_text("utf-8").splitlines()
    ]
    numbers = {int(view["clues"][0]["clue"].rsplit(" ", 1)[1]) for view in answered_views if "clues" in view}
    assert numbers >= {1, 2, 3}
    assert any(view.get("touches") for view in answered_views)
    assert any("touches" in view and view["touches"] is None for view in answered_views)
