"""`duo completion`: the script that lets a shell complete commands and options."""

import click

from duo.cli.commands import DuoCommand
from duo.cli.safe_output import echo
from duo.text import N_


@click.command(
    cls=DuoCommand,
    help=N_(
        "Print the completion script for a shell, to be read when it starts.\n\n"
        'Example: eval "$(duo completion bash)" in ~/.bashrc; duo completion fish > ~/.config/fish/completions/duo.fish'
    ),
)
@click.argument("kind", metavar="SHELL", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, kind: str) -> None:
    from click.shell_completion import BashComplete, FishComplete, ZshComplete

    classes = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}
    echo(classes[kind](ctx.find_root().command, {}, "duo", "_DUO_COMPLETE").source())
