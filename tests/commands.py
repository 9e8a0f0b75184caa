"""All commands of `duo`, with their paths."""

import click

from duo.cli.main import duo


def all_commands(group=duo, path=()):
    """Each command with the words that call it, groups before their members."""
    for name in group.list_commands(click.Context(group)):
        found = group.get_command(click.Context(group), name)
        yield (*path, name), found
        if isinstance(found, click.Group):
            yield from all_commands(found, (*path, name))
