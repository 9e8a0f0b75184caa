"""`duo assist`, with typed lines."""

import pytest
from boards import KEY, WORDS, A, B, words_of
from terminals import FakeAdvisor, Terminal

from duo.cli.terminal.assistant import TableAssistant, ask_board_words, ask_key_side
from duo.cli.terminal.screen import UserQuit
from duo.core.key import Colour
from duo.core.mission import STANDARD
from duo.core.moves import Clue
from duo.table.real_table import RealTable, TableFolder
from duo.table.store.game_store import NotSaved

AGENT, BYSTANDER = words_of(A, "g")[0], words_of(A, ".")[0]


def follow(*lines, mission=STANDARD):
    terminal = Terminal(lines)
    assistant = TableAssistant(terminal.screen, RealTable(tuple(WORDS), KEY.a, mission), FakeAdvisor())
    with pytest.raises(UserQuit):
        assistant.follow_game()
    return terminal.text, assistant._table


def test_a_turn_of_each_is_followed_with_hints():
    output, table = follow("ocean 2", "y", AGENT, BYSTANDER, "sky 1", "hint", "hint", "shark", "g", "stop")
    assert "What did your partner touch?" in output
    assert f"{AGENT}: green" in output
    assert "hint 1" in output
    assert "hint 2" in output
    assert "SHARK (green, bystander, assassin):" in output
    view = table.view()
    assert (view.found, view.checks, view.bystanders, view.to_act) == (2, 1, 1, A)


def test_every_step_is_kept_before_it_is_shown():
    saved = []
    terminal = Terminal(["ocean 2", "y", AGENT, "undo", "quit"])
    with pytest.raises(UserQuit):
        TableAssistant(
            terminal.screen, RealTable(tuple(WORDS), KEY.a, lang="fr"), FakeAdvisor(), saved.append
        ).follow_game()
    assert [len(table.moves) for table in saved] == [1, 2, 1]
    assert [RealTable.parse(str(table)) for table in saved] == saved


def test_what_cannot_be_kept_has_not_happened():
    def full(_table):
        raise NotSaved("Not done, because it could not be saved: {reason}", reason="No space left on device")

    terminal = Terminal(["ocean 2", "y", "quit"])
    with pytest.raises(UserQuit):
        TableAssistant(terminal.screen, RealTable(tuple(WORDS), KEY.a), FakeAdvisor(), full).follow_game()
    assert "Not done" in terminal.text
    assert "What did your partner touch?" not in terminal.text


def test_a_table_that_is_over_waits_no_more(tmp_path):
    folder = TableFolder(tmp_path)
    table = RealTable(tuple(WORDS), KEY.a).with_clue(Clue(B, "sky", 1))
    with folder.begin(table) as saved:
        assert not folder.unfinished()[0]
    [waiting] = folder.unfinished()[0]
    assert waiting.game == table
    resumed, saved = folder.resume(waiting.id)
    with saved:
        saved.save(resumed.with_own_touch(words_of(A, ".")[0], Colour.ASSASSIN))
    assert not folder.unfinished()[0]
    assert not list(tmp_path.glob("*.lock"))


def test_what_is_no_part_of_a_side_is_refused_at_once():
    terminal = Terminal(["banana", KEY.a])
    assert ask_key_side(terminal.screen) == KEY.a
    assert "A side has only g . x, and not a b n" in terminal.text


def test_the_partner_may_begin():
    _, table = follow("ocean 2", "n")
    assert table.view().to_act is A
    assert table.view().clues[0].giver is B


def test_an_invalid_clue_of_ones_own_can_be_changed_and_its_price_is_the_tables_business():
    output, table = follow("xerox 2", "y", "n", "xylophone 2", "y", "y", "y")
    assert "XEROX is refused" in output
    assert [(turn.clue.word, turn.clue.invalid) for turn in table.view().clues] == [("XYLOPHONE", True)]


def test_a_slip_is_taken_back_and_nonsense_refused():
    output, table = follow("ocean 2", "y", "zzzzz", AGENT, "undo", "undo", "undo", "done", "help", "", "rules", "", "")
    assert "zzzzz is not on the table" in output
    assert "There is no move to take back" in output
    assert "That cannot be yet" in output
    assert "Tell what happens at your table" in output
    assert table.moves == ()


def test_words_and_side_are_asked_for_until_they_are_there():
    terminal = Terminal([", ".join(WORDS[:20]), *WORDS[20:]])
    assert ask_board_words(terminal.screen) == tuple(WORDS)
    terminal = Terminal(["g" * 25, KEY.a[:10], KEY.a[10:]])
    assert ask_key_side(terminal.screen) == KEY.a
    assert "9 g, 13 . and 3 x" in terminal.text


def test_nonsense_where_yes_or_no_is_asked_is_asked_again():
    output, table = follow("ocean 2", "perhaps", "n")
    assert "Please answer yes or no." in output
    assert table.view().clues[0].giver is B
