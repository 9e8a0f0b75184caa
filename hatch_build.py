"""Compiles the catalogues of `duo/text/locale` when the package is built or installed."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path(__file__).with_name("duo") / "text/locale"
DOMAIN = "duo"


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Leaves `fr/LC_MESSAGES/duo.mo` beside `fr.po`, in the checkout too, where an editable install reads it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues()


def compile_catalogues() -> None:
    """Bring every compiled catalogue up to date."""
    for po in LOCALE.glob("*.po"):
        mo = LOCALE / po.stem / "LC_MESSAGES" / f"{DOMAIN}.mo"
        mo.parent.mkdir(parents=True, exist_ok=True)
        with po.open("rb") as source, mo.open("wb") as target:
            write_mo(target, read_po(source, locale=po.stem))
