"""The table as lines of text: board, key, tokens, clues and notes. A place is the index of a word, from 0 to 24."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from duo import text
from duo.cli.terminal.symbols import KEY_COLOUR_STYLES, TerminalSymbols
from duo.core.key import ROW_LENGTH, Seat
from duo.core.moves import Touch, Turn
from duo.core.public import AGENT_COUNT, Phase, PublicState
from duo.core.view import View
from duo.table.campaign.mission_map import format_mission
from duo.table.unfound import unfound_counts_by_turn
from duo.text import _, ngettext

_MIN_BOARD_CELL_WIDTH, _MAX_BOARD_CELL_WIDTH = 8, 20
_BOARD_MARGIN_WIDTH = 3
# From this width on, the clues are beside the board instead of below it.
MIN_SIDE_BY_SIDE_WIDTH = 116
_CLUES_COLUMN_WIDTH = 36
_CONTINUATION_INDENT = "   "
# Below this width, five columns are unreadable and the words are listed one after another.
MIN_FIVE_COLUMN_WIDTH = 60
_AIRY_BOARD_LINE_COUNT, _DENSE_BOARD_LINE_COUNT = 3 * ROW_LENGTH, 2 * ROW_LENGTH + 1


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """Size and symbols of the terminal, and facts about the game for the status line."""

    width: int
    height: int
    symbols: TerminalSymbols
    title: str = ""  # kind of game, if it is special
    first_giver: Seat | None = None  # who gives the first clue, if that is agreed


def screen_lines(
    view: View, messages: Sequence[Text], display: DisplaySettings, unfound: Sequence[int] | None = None
) -> list[Text]:
    """Return all lines above the prompt, cut to the height of the terminal.

    `unfound` is the number of unfound words of each clue, as in `clue_history_lines`.
    """
    side_by_side = display.width >= MIN_SIDE_BY_SIDE_WIDTH
    width = display.width - _CLUES_COLUMN_WIDTH if side_by_side else display.width
    status = status_lines(view, display)
    notes = [line for message in messages for line in wrap_message(message, display.width)]
    # If not every note fits, drop the oldest: they have been read.
    notes = notes[-max(1, display.height - 2 - len(status) - _DENSE_BOARD_LINE_COUNT) :]
    room = display.height - 1 - len(status) - len(notes)
    airy = room >= _AIRY_BOARD_LINE_COUNT + (0 if side_by_side else min(2, len(view.clues)))
    board = board_lines(view, (view.own,), width, display.symbols, airy=airy)
    if side_by_side:
        clues = clue_history_lines(view, replace(display, width=_CLUES_COLUMN_WIDTH), len(board) - 1, unfound)
        board = _join_side_by_side(board, [Text(_("Clues"), style="bold"), *clues], width)
        return [*status, *board, *notes]
    clues = clue_history_lines(view, display, max(1, room - len(board)), unfound)
    return [*status, *board, *clues, *notes]


def board_lines(
    table: PublicState, sides: Sequence[str], width: int, symbols: TerminalSymbols, *, airy: bool = True
) -> list[Text]:
    """Return the board: the 25 words with one or both sides of the key. If `airy`, empty lines separate the rows."""
    cells = _column_widths(table, width)
    if width < MIN_FIVE_COLUMN_WIDTH or sum(cells) + _BOARD_MARGIN_WIDTH + ROW_LENGTH - 1 > width:
        return _narrow_board_lines(table, sides, width, symbols)
    names = (set_cell_size(f" {name}", cell) for name, cell in zip("abcde", cells, strict=True))
    lines = [Text(" " * _BOARD_MARGIN_WIDTH + " ".join(names).rstrip(), style="dim")]
    for row in range(ROW_LENGTH):
        if row and airy:
            lines.append(Text())
        for part in (_cell_word_line, _cell_mark_line):
            line = Text().append(f" {row + 1} " if part is _cell_word_line else " " * _BOARD_MARGIN_WIDTH, style="dim")
            for place, cell in enumerate(cells, start=row * ROW_LENGTH):
                line.append_text(part(table, place, sides, cell, symbols))
                line.append(" ")
            lines.append(line)
    return lines


def _column_widths(table: PublicState, width: int) -> list[int]:
    """Return the widths of the five columns.

    They are equal if every word fits. Otherwise each column is as wide as its longest word needs.
    """
    cell = min(_MAX_BOARD_CELL_WIDTH, max(_MIN_BOARD_CELL_WIDTH, (width - _BOARD_MARGIN_WIDTH) // ROW_LENGTH - 1))
    longest = [max(cell_len(word) for word in table.words[column::ROW_LENGTH]) + 1 for column in range(ROW_LENGTH)]
    return [cell] * ROW_LENGTH if max(longest) <= cell else [max(_MIN_BOARD_CELL_WIDTH, letters) for letters in longest]


def _narrow_board_lines(table: PublicState, sides: Sequence[str], width: int, symbols: TerminalSymbols) -> list[Text]:
    """Return the board for a narrow terminal: a list of numbered words, as many per line as fit."""
    cards = []
    for place, word in enumerate(table.words):
        signs = f" {place + 1:>2} {_format_card_marks(table, place, sides, symbols)} "
        shown_word = _crop_word(word, width - len(signs) - 2, symbols)
        cards.append(Text.assemble((signs, _card_style(table, place, sides)), f" {shown_word} "))
    size = min(width, max(card.cell_len for card in cards))
    columns = max(1, width // size)
    lines = []
    for start in range(0, len(cards), columns):
        line = Text()
        for card in cards[start : start + columns]:
            line.append_text(card).append(" " * (size - card.cell_len))
        line.rstrip()
        lines.append(line)
    return lines


def _crop_word(text: str, width: int, symbols: TerminalSymbols) -> str:
    """Return the word, cut with an ellipsis if it is wider than `width`."""
    return text if cell_len(text) <= width else set_cell_size(text, max(0, width - 1)).rstrip() + symbols.ellipsis


def _format_card_marks(table: PublicState, place: int, sides: Sequence[str], symbols: TerminalSymbols) -> str:
    key = "".join(symbols.key_colours[side[place]] for side in sides)
    agent = symbols.found_agent if table.marks.agents >> place & 1 else ""
    return key + agent + "".join(f"{symbols.miss}{seat}" for seat in Seat if table.marks.missed_by(seat) >> place & 1)


def _cell_word_line(table: PublicState, place: int, sides: Sequence[str], cell: int, symbols: TerminalSymbols) -> Text:
    """Return the upper line of a cell of the board: the word, with a sign if it is a found agent."""
    word = table.words[place]
    covered = table.marks.agents >> place & 1
    sign = symbols.found_agent if covered else " "
    style = "strike" if table.marks.covered >> place & 1 else ""
    text = Text(sign, style=_card_style(table, place, sides))
    text.append(word, style=style)
    return text.append(" " * (cell - 1 - cell_len(word)))


def _cell_mark_line(table: PublicState, place: int, sides: Sequence[str], cell: int, symbols: TerminalSymbols) -> Text:
    """Return the lower line of a cell of the board: key colours, number and misses."""
    key = "".join(symbols.key_colours[side[place]] for side in sides)
    misses = " ".join(f"{symbols.miss}{seat}" for seat in Seat if table.marks.missed_by(seat) >> place & 1)
    label = f" {key} {place + 1}"
    text = label + misses.rjust(cell - len(label) - 1) + " "
    return Text(set_cell_size(text, cell), style=_card_style(table, place, sides))


def _card_style(table: PublicState, place: int, sides: Sequence[str]) -> str:
    if table.marks.agents >> place & 1:
        return "green"
    if table.marks.covered >> place & 1:
        return "dim"
    letters = {side[place] for side in sides}
    return KEY_COLOUR_STYLES[next(colour for colour in "gx.?" if colour in letters)]


def status_lines(view: View, display: DisplaySettings) -> list[Text]:
    """Return two status lines. The first has the mission, the user's seat and the agents, the second the tokens."""
    symbols, gap = display.symbols, f" {display.symbols.dash} "
    mission = format_mission(view.mission, text.current_language())
    first = gap.join(
        [
            mission if view.mission.name else _("Mission {mission}", mission=mission),
            *([display.title] if display.title else []),
            _("you are {seat}", seat=view.seat),
            _("agents {found} of {all}", found=view.found, all=AGENT_COUNT),
            _describe_turn(view, display.first_giver),
        ]
    )
    bank = f"{symbols.bystander_side * view.bank.bystander_side}{symbols.checkmark_side * view.bank.checkmark_side}"
    second = gap.join(
        [
            _(
                "Tokens {bank} {left} left, {mistakes} for mistakes",
                bank=bank or symbols.dash,
                left=view.bank.tokens,
                mistakes=view.bank.bystander_side,
            ),
            f"{symbols.checkmark_side} " + ngettext("{count} checkmark", "{count} checkmarks", view.checks),
            f"{symbols.miss} " + ngettext("{count} bystander", "{count} bystanders", view.bystanders),
        ]
    )
    return [*wrap_message(Text(first, style="bold"), display.width), *wrap_message(Text(second), display.width)]


def _describe_turn(view: View, first: Seat | None) -> str:
    if view.phase is Phase.OVER:
        return _("the mission is over")
    if view.phase is Phase.SUDDEN_DEATH:
        return _("SUDDEN DEATH")
    seat = view.to_act or (None if view.clues else first)
    if seat is None:
        return _("either of you may give a clue")
    if view.phase is Phase.CLUE:
        return _("you give a clue") if seat is view.seat else _("your partner gives a clue")
    return _("you guess") if seat is view.seat else _("your partner guesses")


def clue_history_lines(
    table: PublicState, display: DisplaySettings, max_lines: int, unfound: Sequence[int] | None = None
) -> list[Text]:
    """Return the latest clues in at most `max_lines` lines, each with its touches and its number of unfound words.

    `unfound` has the number of unfound words of each clue. If it is None, only touches in the clue's own turn
    count as found.
    """
    unfound_counts = list(unfound_counts_by_turn(table) if unfound is None else unfound)
    if table.phase is Phase.GUESS:
        unfound_counts[-1] = 0  # its turn is not over
    turns = [
        _turn_line(number, turn, display.symbols, unfound_count)
        for number, (turn, unfound_count) in enumerate(zip(table.clues, unfound_counts, strict=True), start=1)
    ]
    if table.sudden:
        turns.append(_sudden_death_line(table.sudden, display.symbols))
    lines: list[Text] = []
    for turn in reversed(turns):
        folded = _wrap_at_double_spaces(turn, display.width)
        if lines and len(lines) + len(folded) > max_lines:
            break
        lines = [*folded, *lines]
    return lines[:max_lines]


def _wrap_at_double_spaces(line: Text, width: int) -> list[Text]:
    """Wrap a long line where it has two spaces in a row. Indent every line but the first."""
    if line.cell_len <= width:
        return [line]
    parts = line.split("  ")
    lines = [parts[0]]
    for part in parts[1:]:
        longer = Text.assemble(lines[-1], "  ", part)
        if longer.cell_len <= width:
            lines[-1] = longer
        else:
            lines.append(Text.assemble(_CONTINUATION_INDENT, part))
    return lines


def _turn_line(number: int, turn: Turn, symbols: TerminalSymbols, unfound: int) -> Text:
    line = Text().append(f"{number}{turn.giver} ", style="dim")
    line.append(f"{turn.clue.word.upper()} {turn.clue.count}", style="bold")
    if turn.clue.invalid:
        line.append(" (" + _("penalty") + ")", style="red")
    for touch in turn.touches:
        line.append(f"  {touch.word}{symbols.touch_sign(touch.colour)}")
    if unfound:
        line.append(f"  {symbols.dash} " + ngettext("{count} unfound", "{count} unfound", unfound), style="yellow")
    return line


def _sudden_death_line(touches: Sequence[Touch], symbols: TerminalSymbols) -> Text:
    line = Text().append(_("Sudden death:"), style="bold red")
    for touch in touches:
        line.append(f"  {touch.seat}:{touch.word}{symbols.touch_sign(touch.colour)}")
    return line


def _join_side_by_side(left: Sequence[Text], right: Sequence[Text], width: int) -> list[Text]:
    lines = []
    for place in range(max(len(left), len(right))):
        line = left[place].copy() if place < len(left) else Text()
        line.append(" " * max(0, width - line.cell_len))
        if place < len(right):
            line.append_text(right[place])
        lines.append(line)
    return lines


def wrap_message(message: Text, width: int) -> list[Text]:
    return [Text(line, style=message.style) for line in text.wrap_text(message.plain, width) or [""]]
