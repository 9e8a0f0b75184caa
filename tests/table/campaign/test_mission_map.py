"""The shipped mission map, and maps from users."""

import pytest

from duo.core.mission import Mission
from duo.core.refusal import Refusal, Refusals
from duo.table import dealing
from duo.table.campaign.mission_map import MAP_TEMPLATE, MissionMap, format_mission, shipped_map

TWO = """
[[city]]
name = "Prague"
tokens = 9
mistakes = 9
start = true
links = ["Rome"]

[[city]]
name = "Rome"
names = { it = "Roma" }
tokens = 8
mistakes = 4
"""


def test_our_map_starts_in_prague_with_three_cities_beside_it():
    shipped = shipped_map()
    numbers = {city.name: (city.tokens, city.mistakes) for city in shipped.cities}
    assert shipped.start.name == "Prague"
    assert shipped.roads["Prague"] == {"Berlin", "Cairo", "Moscow"}
    assert [numbers[name] for name in ("Prague", "Berlin", "Cairo", "Moscow")] == [(9, 9), (11, 2), (9, 5), (8, 6)]


def test_our_map_has_at_least_twenty_cities_and_every_one_can_be_reached():
    shipped = shipped_map()
    assert len(shipped.cities) >= 20
    assert set(shipped.distances()) == {city.name for city in shipped.cities}


def test_every_value_of_our_map_names_its_source():
    sources = {city.name: (city.tokens_source, city.mistakes_source) for city in shipped_map().cities}
    assert sources["Prague"] == sources["Cairo"] == ("rulebook", "rulebook")
    assert sources["Berlin"] == ("rulebook", "review")
    assert sources["Moscow"] == ("rulebook", "ours")
    assert all(set(pair) <= {"rulebook", "review", "ours"} for pair in sources.values())


def test_our_map_grows_harder_along_its_lines():
    """A mission is harder if it has fewer tokens or mistakes, and not more of either."""
    shipped = shipped_map()
    distances = shipped.distances()
    for city in shipped.cities:
        for other in (shipped.city(name) for name in shipped.roads[city.name]):
            if distances[other.name] > distances[city.name] > 0:
                assert (other.tokens, other.mistakes) != (city.tokens, city.mistakes)
                assert other.tokens <= city.tokens
                assert other.mistakes <= city.mistakes


def test_a_city_is_found_by_its_name_in_any_language():
    assert shipped_map().city("le caire").name == "Cairo"
    with pytest.raises(Refusal, match="Atlantis is not on the map"):
        shipped_map().city("Atlantis")


def test_a_line_leads_both_ways():
    assert MissionMap.parse(TWO).roads == {"Prague": {"Rome"}, "Rome": {"Prague"}}


def test_the_template_is_a_map():
    assert MissionMap.parse(MAP_TEMPLATE).start.name == "Prague"


def test_a_map_survives_json():
    assert MissionMap.from_json(shipped_map().to_json()) == shipped_map()
    assert MissionMap.from_json(shipped_map().to_json()).digest == shipped_map().digest


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[[city]]", "[[town]]", "1 to 200 cities"),
        ("[[city]]", "[[city]", "not TOML"),
        ("tokens = 8", "tokens = 12", "city 2: a mission has 1 to 11 tokens"),
        ("mistakes = 4", "mistakes = 9", "as many as it has tokens (8), not 9"),
        ("mistakes = 4", "", "mistakes is missing"),
        ("tokens = 8", "tokens = true", "tokens is not a whole number"),
        ("tokens = 8", 'tokens = "8"', "tokens is not a whole number"),
        ("tokens = 8", "tokens = 2026-01-01", "tokens is not a whole number"),
        ("tokens = 8", "tokens = nan", "tokens is not a whole number"),
        ('name = "Rome"', 'name = "Ro\\u001bme"', "name: it has a control character"),
        ('name = "Rome"', 'name = "prague"', "two cities are called"),
        ('links = ["Rome"]', "links = []", "no line leads to Rome"),
        ('links = ["Rome"]', 'links = ["Rom"]', "Rom, which is not on the map"),
        ('links = ["Rome"]', 'links = "Rome"', "links is not a list"),
        ("start = true", "start = false", "start = true, not 0"),
        ("tokens = 8", "tokens = 8\nstart = true", "start = true, not 2"),
        ("tokens = 8", 'tokens = 8\ntokens_source = "hearsay"', "may only be 'rulebook', 'review', 'ours'"),
        ("tokens = 8", "tokens = 8\nat = [1]", "at[1] is missing"),
        ('it = "Roma"', "it = 5", "names.it is not a text"),
    ],
)
def test_a_map_that_does_not_fit_is_refused_with_the_reason(old, new, reason):
    assert old in TWO
    with pytest.raises(Refusal) as refusal:
        MissionMap.parse(TWO.replace(old, new) if old == "[[city]]" else TWO.replace(old, new, 1))
    assert reason in str(refusal.value)


def test_every_problem_of_a_map_is_named_at_once():
    with pytest.raises(Refusals) as refusal:
        MissionMap.parse(TWO.replace("tokens = 8", "tokens = 12").replace("tokens = 9", "tokens = 0"))
    assert len(refusal.value.problems) == 2


@pytest.mark.parametrize(
    ("text", "mission"), [("Cairo", "Cairo 9-5"), ("le caire", "Cairo 9-5"), ("9-5", "9-5"), ("Cairo 3-1", "Cairo 3-1")]
)
def test_a_mission_is_asked_for_by_its_city_or_its_numbers(text, mission):
    assert str(dealing.choose_mission(text, None, None)) == mission


def test_a_city_that_is_not_on_the_map_is_no_mission():
    with pytest.raises(Refusal, match="not on the map"):
        dealing.choose_mission("Atlantis", None, None)


def test_a_mission_is_called_by_its_city_in_the_language_of_the_reader():
    assert format_mission(shipped_map().city("Cairo").mission, "fr") == "Le Caire 9-5"
    assert format_mission(shipped_map().city("Cairo").mission, "en") == "Cairo 9-5"
    assert format_mission(Mission(9, 5), "fr") == "9-5"
    assert format_mission(Mission(9, 5, "Atlantis"), "fr") == "Atlantis 9-5"


@pytest.mark.parametrize(
    "value",
    ["[" * 20_000 + "]" * 20_000, "{a=" * 20_000 + "1" + "}" * 20_000, "9" * 5_000, "0x" + "f" * 6_000, "1e999", "nan"],
    ids=["arrays", "tables", "digits", "hexadecimal", "infinite", "nan"],
)
def test_a_map_with_a_monstrous_value_is_refused(value):
    for key in ("tokens", "at", "links", "other"):
        with pytest.raises(Refusal):
            MissionMap.parse(TWO.replace("tokens = 8\n", f"{key} = {value}\n") + 'start = "x"\n')
