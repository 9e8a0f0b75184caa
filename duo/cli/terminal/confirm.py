"""A question before a command does what cannot be taken back lightly."""

from duo.cli.terminal import output


def confirm(question: str) -> bool:
    """Whether the person at the terminal says yes; Enter, and going away, are no."""
    from duo.cli.terminal.screen import Screen, UserLeft

    try:
        return Screen(output.console()).ask_yes_no(question, default=False)
    except UserLeft:
        output.console().print()
        return False
