"""Compiles the catalogues of `duo/text/locale` when the package is built or installed."""

import re
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path(__file__).with_name("duo") / "text/locale"
DOMAIN = "duo"
# Signs that a language sets apart by a blank; not the semicolon between two commands, which are there to be copied.
_APART = {"fr": re.compile(r"(?<=[«<]) | (?=[:?!%»€]|;(?! duo))")}


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Leaves `fr/LC_MESSAGES/duo.mo` beside `fr.po`, in the checkout too, where an editable install reads it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues()


def compile_catalogues() -> None:
    """Bring every compiled catalogue up to date."""
    for po in LOCALE.glob("*.po"):
        mo = LOCALE / po.stem / "LC_MESSAGES" / f"{DOMAIN}.mo"
        mo.parent.mkdir(parents=True, exist_ok=True)
        with po.open("rb") as source:
            catalogue = read_po(source, locale=po.stem)
        for message in catalogue:
            if message.id:
                message.string = _bound(message.string, po.stem)
        with mo.open("wb") as target:
            write_mo(target, catalogue)


def _bound(sentence: Any, language: str) -> Any:
    """The sentence, or each of its plural forms, with no-break spaces beside the signs that are set apart."""
    if isinstance(sentence, str):
        return _APART[language].sub("\N{NO-BREAK SPACE}", sentence) if language in _APART else sentence
    return tuple(_bound(form, language) for form in sentence)
