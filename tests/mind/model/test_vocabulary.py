"""A model reads a word as itself, by its parts, or as the word that it misspells."""

import pytest

from duo.mind.model.vocabulary import UnknownWord, WordIndex

# The most familiar first.
WORDS = ("house", "boat", "secret", "agent", "ice", "cream", "icecream", "a", "gent", "secreta", "détective", "ab")
ROW = {word: row for row, word in enumerate(WORDS)}


def known(words, forms):
    """Return a vocabulary in which every word is a candidate."""
    return WordIndex(words, forms, {}, len(words), "en")


@pytest.fixture
def vocabulary():
    return known((*WORDS, "extraordinarinesses"), {"houses": "house", "boats": "boat"})


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("house", ["house"]),
        ("HOUSE", ["house"]),
        ("houses", ["house"]),
        ("ice cream", ["icecream"]),
        ("ice-cream", ["icecream"]),
        ("house boat", ["house", "boat"]),
        ("house-boat", ["house", "boat"]),
        ("l'agent", ["agent"]),
        ("house xyz", ["house"]),
        ("houseboat", ["house", "boat"]),
        ("secretagent", ["secret", "agent"]),
    ],
)
def test_a_word_is_read_by_itself_or_by_its_parts_the_most_familiar_ones(vocabulary, typed, read):
    assert vocabulary.reading(typed) == tuple(ROW[word] for word in read)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ohuse", "house"),
        ("huose", "house"),
        ("houes", "house"),  # two letters changed places
        ("hhouse", "house"),
        ("housee", "house"),
        ("houxse", "house"),  # one too many
        ("hause", "house"),
        ("housx", "house"),  # another one
        ("huse", "house"),
        ("hous", "house"),  # one too few
        ("detective", "détective"),
        ("dtective", "détective"),  # with the letters of French
    ],
)
def test_one_slip_of_the_keyboard_is_understood(vocabulary, typed, meant):
    assert vocabulary.reading(typed) == (ROW[meant],)


def test_a_name_is_read_by_what_it_brings_to_mind_however_it_is_written():
    words = WordIndex(WORDS, {}, {"dagent": ("secret", "boat"), "ice": ("cream",)}, len(WORDS), "en")
    assert words.reading("D'Agent") == words.reading("dagent") == (ROW["secret"], ROW["boat"])
    assert words.reading("ice") == (ROW["ice"], ROW["cream"])


@pytest.mark.parametrize("typed", ["xouse", "haxse", "hosue1"])
def test_another_first_letter_or_two_slips_make_another_word(vocabulary, typed):
    with pytest.raises(UnknownWord, match=typed):
        vocabulary.reading(typed)


def test_the_slip_that_sounds_alike_is_taken():
    assert known(("elegant", "elephant"), {}).reading("elefant") == (1,)
    assert known(("trails", "trayl"), {}).reading("trail") == (1,)
    with pytest.raises(UnknownWord):
        known(("alliance",), {}).reading("gallinace")  # two slips that are heard


def test_a_name_is_read_as_what_it_brings_to_mind():
    vocabulary = WordIndex(("fish", "clown", "orwell"), {}, {"nemo": ("fish", "clown"), "orwell": ("fish",)}, 2, "en")
    assert vocabulary.reading("Nemo") == (0, 1)
    assert vocabulary.reading("orwell") == (2, 0)
    assert "NEMO" in vocabulary


def test_short_words_and_very_long_ones_are_not_corrected():
    four, twenty = known(("boat",), {}), known(("comprehensibilities",), {})
    assert four.reading("baot") == (0,)
    assert twenty.reading("comprehensibilitiees") == (0,)
    with pytest.raises(UnknownWord):
        known(("bot",), {}).reading("bto")
    with pytest.raises(UnknownWord):
        known(("incomprehensibilities",), {}).reading("incomprehensibilitiess")


def test_parts_have_two_letters_at_least():
    vocabulary = known(("a", "kayakers", "ab", "oz"), {})
    assert vocabulary.reading("kayakersab") == (1, 2)
    assert vocabulary.reading("ozab") == (3, 2)
    with pytest.raises(UnknownWord):
        known(("a", "kayaking"), {}).reading("aakayaking")


def test_known_is_only_what_stands_there(vocabulary):
    assert "Houses" in vocabulary
    assert "houseboat" not in vocabulary
    assert vocabulary.readings(["ice", "boats"]) == [(ROW["ice"],), (ROW["boat"],)]
