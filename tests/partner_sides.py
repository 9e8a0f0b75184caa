"""Every side of the partner that the pattern of key cards allows, one by one, to judge what is counted and inferred."""

from itertools import combinations, product

# The partner's colours where you are green, bystander and assassin, as the rulebook's cards have them.
PARTNER_COLOURS = {"g": "ggg.....x", ".": "ggggg.......x", "x": "g.x"}


def colours_left(own, seen):
    """Return the partner's colours that are not seen yet, by your own colour. None if the pattern does not fit."""
    left = {mine: [*letters] for mine, letters in PARTNER_COLOURS.items()}
    for mine, theirs in zip(own, seen, strict=True):
        if theirs != "?":
            if theirs not in left[mine]:
                return None
            left[mine].remove(theirs)
    return left


def sides_of_pattern(own, seen):
    """Yield every side of the partner that has the colours seen."""
    left = colours_left(own, seen)
    if left is None:
        return
    unknown = {
        mine: [place for place, letter in enumerate(own) if letter == mine and seen[place] == "?"] for mine in left
    }
    for parts in product(*([*_arrangements(unknown[mine], left[mine])] for mine in left)):
        side = [*seen]
        for part in parts:
            for place, letter in part.items():
                side[place] = letter
        yield "".join(side)


def _arrangements(cells, letters):
    for greens in combinations(cells, letters.count("g")):
        for assassins in combinations([place for place in cells if place not in greens], letters.count("x")):
            yield {place: "g" if place in greens else "x" if place in assassins else "." for place in cells}


def is_true(task, side):
    """Whether the partner's statements in a deduction are true of a side, read as a person reads them."""
    has_open_agent = any(
        side[place] == "g" and task.seen[place] == "?" and place not in task.covered for place in range(len(side))
    )
    return has_open_agent != task.finished and all(clue_is_true(clue, side) for clue in task.clues)


def clue_is_true(clue, side):
    """Whether a clue with its unsaid clues is true of a side."""
    colours = [side[place] for place in clue.cells]
    if colours.count("g") != clue.count or (clue.count and "x" in colours):
        return False
    unsaid = [[side[place] for place in cells] for cells in clue.unsaid]
    return all("x" in cells or cells.count("g") <= clue.count for cells in unsaid)


def fitting_sides(task):
    """Yield every side that fits all that a deduction states."""
    return (side for side in sides_of_pattern(task.own, task.seen) if is_true(task, side))
