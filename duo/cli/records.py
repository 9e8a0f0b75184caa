"""The record that a command is given."""

from duo.core.game import Game
from duo.core.record import LONGEST_RECORD, read
from duo.core.refusal import Refusal
from duo.files.reading import read_text


def read_record(source: str) -> Game:
    """The game in this file; a refusal names the file."""
    try:
        return read(read_text(source, LONGEST_RECORD))
    except Refusal as problem:
        raise Refusal("{source}: {problem}", source=source, problem=problem) from problem
