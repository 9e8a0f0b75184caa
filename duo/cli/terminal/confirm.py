"""A yes/no question before a command deletes or reveals something."""

from duo.cli.terminal import output


def confirm(question: str) -> bool:
    """Ask the user. Enter and leaving count as no."""
    from duo.cli.terminal.screen import Screen, UserLeft

    try:
        return Screen(output.console()).ask_yes_no(question, default=False)
    except UserLeft:
        output.console().print()
        return False
