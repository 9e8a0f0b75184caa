"""`duo engine`: answer requests of other programs as JSON lines."""

import sys

import click

from duo.cli.commands import DuoCommand
from duo.text import N_


@click.command(
    cls=DuoCommand,
    help=N_(
        "Answer requests of other programs: one JSON object per line on standard input, "
        "one answer per line on standard output. docs/engine.md describes them.\n\n"
        'Example: echo \'{"op": "check", "words": ["WHALE"], "clue": "SEA", "count": 1}\' | duo engine'
    ),
)
def engine() -> None:
    from duo.engine.serve import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
