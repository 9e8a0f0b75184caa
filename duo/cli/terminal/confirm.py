"""A question before a command does what cannot be taken back lightly."""

from duo.cli.terminal import output


def agreed(question: str) -> bool:
    """Whether the person at the terminal says yes; Enter, and going away, are no."""
    from duo.cli.terminal.screen import Leave, Screen

    try:
        return Screen(output.console()).choose(question, default=False)
    except Leave:
        output.console().print()
        return False
