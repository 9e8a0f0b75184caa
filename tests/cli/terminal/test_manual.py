"""The help page of a game."""

import pytest

from duo import text
from duo.cli.terminal.manual import play_help_lines
from duo.cli.terminal.symbols import terminal_symbols


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_the_help_explains_the_signs_on_one_screen(language):
    with text.in_language(language):
        lines = [line.plain for line in play_help_lines()]
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 80
    assert all(terminal_symbols().key_colours[colour] in lines[-1] for colour in "g.x")
