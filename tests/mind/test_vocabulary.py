"""What a model makes of a word: the word itself, its parts, or what it misspells."""

import pytest

from duo.mind.vocabulary import UnknownWord, Vocabulary

# The most familiar first.
WORDS = ("house", "boat", "secret", "agent", "ice", "cream", "icecream", "a", "gent", "secreta", "détective", "ab")
ROW = {word: row for row, word in enumerate(WORDS)}


@pytest.fixture
def vocabulary():
    return Vocabulary((*WORDS, "extraordinarinesses"), {"houses": "house", "boats": "boat"})


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("house", ["house"]), ("HOUSE", ["house"]), ("houses", ["house"]),
        ("ice cream", ["icecream"]), ("ice-cream", ["icecream"]), ("house boat", ["house", "boat"]),
        ("house-boat", ["house", "boat"]), ("l'agent", ["agent"]), ("house xyz", ["house"]),
        ("houseboat", ["house", "boat"]), ("secretagent", ["secret", "agent"]),
    ],
)  # fmt: skip
def test_a_word_is_read_by_itself_or_by_its_parts_the_most_familiar_ones(vocabulary, typed, read):
    assert vocabulary.reading(typed) == tuple(ROW[word] for word in read)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ohuse", "house"), ("huose", "house"), ("houes", "house"),  # two letters changed places
        ("hhouse", "house"), ("housee", "house"), ("houxse", "house"),  # one too many
        ("hause", "house"), ("housx", "house"),  # another one
        ("huse", "house"), ("hous", "house"),  # one too few
        ("detective", "détective"), ("dtective", "détective"),  # with the letters of French
    ],
)  # fmt: skip
def test_one_slip_of_the_keyboard_is_understood(vocabulary, typed, meant):
    assert vocabulary.reading(typed) == (ROW[meant],)


@pytest.mark.parametrize("typed", ["xouse", "haxse", "hosue1"])
def test_another_first_letter_or_two_slips_make_another_word(vocabulary, typed):
    with pytest.raises(UnknownWord, match=typed):
        vocabulary.reading(typed)


def test_the_likelier_slip_is_taken():
    vocabulary = Vocabulary(("trial", "trails", "trai"), {})
    assert vocabulary.reading("trail") == (0,)  # letters changed places, before one too many and one too few
    assert Vocabulary(("trails", "trai"), {}).reading("trail") == (1,)
    assert Vocabulary(("trails", "trayl"), {}).reading("trail") == (1,)


def test_short_words_and_very_long_ones_are_not_corrected():
    four, twenty = Vocabulary(("boat",), {}), Vocabulary(("comprehensibilities",), {})
    assert four.reading("baot") == (0,)
    assert twenty.reading("comprehensibilitiees") == (0,)
    with pytest.raises(UnknownWord):
        Vocabulary(("bot",), {}).reading("bto")
    with pytest.raises(UnknownWord):
        Vocabulary(("incomprehensibilities",), {}).reading("incomprehensibilitiess")


def test_parts_have_two_letters_at_least():
    vocabulary = Vocabulary(("a", "kayakers", "ab", "oz"), {})
    assert vocabulary.reading("kayakersab") == (1, 2)
    assert vocabulary.reading("ozab") == (3, 2)
    with pytest.raises(UnknownWord):
        Vocabulary(("a", "kayaking"), {}).reading("aakayaking")


def test_known_is_only_what_stands_there(vocabulary):
    assert "Houses" in vocabulary
    assert "houseboat" not in vocabulary
    assert vocabulary.readings(["ice", "boats"]) == [(ROW["ice"],), (ROW["boat"],)]
