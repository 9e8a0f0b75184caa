"""The end of a mission: result, score, both sides of the key, and a text to share."""

from pathlib import Path

from rich.text import Text

from duo.cli import shell
from duo.cli.records import rated
from duo.cli.terminal.grid import board_lines, history_lines
from duo.cli.terminal.narrator import Narrator
from duo.cli.terminal.screen import Screen
from duo.core.game import Game
from duo.core.position import Outcome
from duo.core.scoring import score
from duo.table import saves
from duo.table.events import GameEnded
from duo.table.share import share_text
from duo.text import count, say


def end_lines(screen: Screen, game: Game, *, told: bool = False) -> list[Text]:
    """What both players may see now that nothing is secret; how it ended only if the screen has not `told` it."""
    look, final = screen.look(), game.final
    outcome = final.outcome()
    if outcome is None:
        return []
    sentence, style = Narrator().tell(GameEnded(outcome))
    lines = [Text(), *([] if told else [Text(sentence, style=style)]), *_score_lines(game), Text()]
    lines += [Text(say("Both sides of the key, A then B:"), style="bold")]
    lines += board_lines(final, (final.key.a, final.key.b), look.width, look.symbols, airy=False)
    lines += [Text(), *history_lines(final, look, len(final.clues) + 1), Text()]
    lines += [Text(say("To share:"), style="bold")]
    lines += [Text(line) for line in share_text(game, unicode=shell.unicode_ok()).splitlines()]
    return lines


def show_end(screen: Screen, game: Game, path: Path, *, told: bool) -> None:
    """The end, which stays on the screen; then the review, if it is wanted."""
    screen.write(end_lines(screen, game, told=told))
    if team := game.header("Team"):
        screen.write([Text(), *(Text(sentence, style="bold cyan") for sentence in _entered(team, game))])
    screen.write([Text(), Text(say("The record is {file}", file=path)), Text()])
    if screen.choose(say("Look back at every turn?")):
        from duo.cli.review import review_lines, watched

        screen.write(list(review_lines(watched(game))))
    else:
        screen.write([Text(say("duo review {file} does that at any time.", file=path))])


def _entered(team: str, game: Game) -> list[str]:
    """Enter the mission in the team's campaign, and say what that opens."""
    from duo.cli.campaign import opening_sentences
    from duo.table import campaigns

    before, after = campaigns.catch_up(team, [game for _, game in saves.all_games()], game.header("Date"))
    entered = say("Entered in the campaign of {team}: {city}.", team=team, city=game.header("City"))
    return [entered, *opening_sentences(after.campaign.opened_since(before))]


def _score_lines(game: Game) -> list[Text]:
    final = game.final
    if final.outcome() is not Outcome.WON:
        return [Text(say("{found} of 15 agents were found.", found=final.found))]
    turns = count("It took {count} turn.", "It took {count} turns.", final.turns)
    points = score(final)
    if points is None:
        return [Text(turns)]
    scored = count("Score: {count} point.", "Score: {count} points.", points)
    return [Text(f"{turns} {scored} {rated(points)}")]
