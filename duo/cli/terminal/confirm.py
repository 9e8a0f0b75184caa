"""A yes/no question before a command deletes or reveals something."""

from duo.cli.terminal import output


def ask_confirmation(question: str) -> bool:
    """Ask a yes/no question. Return False if the user just presses Enter or quits."""
    from duo.cli.terminal.screen import Screen, UserQuit

    try:
        return Screen(output.console()).ask_yes_no(question, default=False)
    except UserQuit:
        output.console().print()
        return False
