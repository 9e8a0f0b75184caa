"""The values of the game are immutable, and refusals have a bounded length."""

import importlib
import pkgutil
from dataclasses import FrozenInstanceError, fields, is_dataclass

import pytest
from played import CARD, WORDS, play_turns

import duo.core
from duo.core.game import Game, read
from duo.core.key import CARD_COUNT, KeyCard, Seat
from duo.core.mission import Mission
from duo.core.moves import Clue
from duo.core.position import Position
from duo.core.record import MAX_LINE_LENGTH, MAX_RECORD_LENGTH
from duo.core.refusal import Refusal

MODULES = [importlib.import_module(f"duo.core.{found.name}") for found in pkgutil.iter_modules(duo.core.__path__)]
VALUES = sorted(
    {value for module in MODULES for value in vars(module).values() if isinstance(value, type) and is_dataclass(value)},
    key=lambda value: value.__name__,
)


def test_every_kind_of_value_is_looked_at():
    assert {"KeyCard", "Position", "View", "Game", "Clue", "Guess", "Stop", "Bank", "Mission"} <= {
        value.__name__ for value in VALUES
    }


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_a_value_cannot_be_changed_nor_given_more(value):
    made = object.__new__(value)
    for name in [field.name for field in fields(value)] + ["more"]:
        with pytest.raises((FrozenInstanceError, TypeError)):
            setattr(made, name, None)
    assert not hasattr(made, "__dict__")


LONG = "Z" * 500


def refusal_of(act, *arguments):
    with pytest.raises(Refusal) as caught:
        act(*arguments)
    return str(caught.value)


def record(**headers):
    all_headers = {"Duo": "1", "Mission": "9-9", "Words": " ".join(WORDS), "Key": str(CARD), "Result": "*"} | headers
    return "".join(f'[{name} "{value}"]\n' for name, value in all_headers.items()) + "\n"


@pytest.mark.parametrize(
    ("act", "shown"),
    [
        (lambda: KeyCard.parse(f"{LONG} {CARD}".rsplit(" ", 1)[0]), 60),
        (lambda: KeyCard.from_code(LONG), 40),
        (lambda: Mission.parse(LONG), 60),
        (lambda: Position.start(WORDS, CARD, Mission(9, 9), [LONG]), 40),
        (lambda: Game.start(WORDS, CARD).with_header("Note", f'{LONG}"'), 40),
        (lambda: Game.start(WORDS, CARD).with_header(f"{LONG}!", "x"), 40),
        (lambda: read(record(Duo=LONG)), 20),
        (lambda: read(record(Result=LONG)), 40),
        (lambda: read(record(Undone=LONG)), 40),
        (lambda: read(f"{record()}1A SEA {LONG}:"), 20),
        (lambda: read("Z" * (MAX_LINE_LENGTH + 1)), 20),
    ],
    ids=["half", "code", "mission", "variant", "header", "name", "version", "result", "undone", "number", "line"],
)
def test_something_monstrous_is_shown_by_its_beginning(act, shown):
    message = refusal_of(act)
    assert "Z" * shown in message
    assert "Z" * (shown + 1) not in message


def test_the_numbers_of_cards_are_told():
    for number in (-1, CARD_COUNT):
        assert refusal_of(KeyCard.from_number, number).endswith(f"from 0 to {CARD_COUNT - 1}")
    assert KeyCard.from_number(CARD_COUNT - 1).number == CARD_COUNT - 1


@pytest.mark.parametrize("undone", ["0", "7", "999999"])
def test_a_number_of_moves_taken_back_has_six_digits_at_most(undone):
    assert read(record(Undone=undone)).undo_count == int(undone)


@pytest.mark.parametrize("undone", ["1000000", "12345678", "-1", "1.5", "²", ""])
def test_any_other_is_refused(undone):
    assert "is not a number of moves" in refusal_of(read, record(Undone=undone))


def test_a_record_may_be_as_long_as_is_allowed():
    room = MAX_RECORD_LENGTH - len(record())
    lines = [f'[Note "{"z" * 1000}"]\n'] * (room // 1010)
    text = "".join(lines) + record()
    assert len(text) <= MAX_RECORD_LENGTH
    assert read(text).final.words == WORDS
    longest = f'[Note "{"z" * (MAX_LINE_LENGTH - 9)}"]\n'
    assert len(longest) == MAX_LINE_LENGTH + 1  # with the line's end
    assert read(longest + record()).final.words == WORDS
    assert "at most 65536 characters" in refusal_of(read, "z" * (MAX_RECORD_LENGTH + 1))
    assert "longer than 4096 characters" in refusal_of(read, "z" * (MAX_LINE_LENGTH + 1))


@pytest.mark.parametrize("count", ["0", "1", "25"])
def test_the_numbers_of_a_clue_are_read(count):
    variants = {"Variants": "zero"} if count == "0" else {}
    assert read(f"{record(**variants)}1A SEA {count}:\n").final.clues[-1].clue == Clue(Seat.A, "SEA", int(count))


@pytest.mark.parametrize("count", ["00", "01", "100", "-1", "x"])
def test_other_numbers_are_refused(count):
    assert "a clue's number is from 1 to 25" in refusal_of(read, f"{record()}1A SEA {count}:\n")


def test_both_seats_see_the_same_table():
    position = play_turns("A: BOTH1 A1 N1", "B: B1 =")
    a, b = (position.view(seat) for seat in Seat)
    assert (a.words, a.marks, a.bank, a.turns) == (b.words, b.marks, b.bank, b.turns)
    assert a.own != b.own
