"""Locates the data that ships with duo.

In a checkout or an editable install the data folders are beside the package. In a wheel they are inside it, in
`duo/_data`.
"""

from pathlib import Path

from duo.core.refusal import Refusal

_PACKAGE = Path(__file__).resolve().parent
_DATA_PARENTS = (_PACKAGE / "_data", _PACKAGE.parent)

# The language of message ids and of whatever names no language.
DEFAULT_LANGUAGE = "en"
# A language is added by its files alone: its rules in `duo/words/lang` make it known. docs/languages.md lists them all.
LANGUAGES = (
    DEFAULT_LANGUAGE,
    *sorted({path.stem for path in (_PACKAGE / "words" / "lang").glob("??.py")} - {DEFAULT_LANGUAGE}),
)


def check_language(lang: str) -> str:
    """Return the language if duo ships it. Call this before using a language from a file as part of a path."""
    if lang not in LANGUAGES:
        raise Refusal("there is no language {lang}; there are {known}", lang=lang[:20], known=", ".join(LANGUAGES))
    return lang


def shipped_data_dir(name: str) -> Path:
    """Return the folder of shipped data with this name, such as `wordlists`."""
    for parent in _DATA_PARENTS:
        folder = parent / name
        if folder.is_dir():
            return folder
    raise Refusal(
        "The data folder {name} is missing from this installation. Install duo again to get it back.", name=name
    )
