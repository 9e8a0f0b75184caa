"""Where the data that ships is found.

In a checkout (and so in an editable install) the data folders stand beside the package; a wheel carries
them inside it as `duo/_data`.
"""

from pathlib import Path

from duo.core.refusal import Refusal

_PACKAGE = Path(__file__).resolve().parent
_DATA_PARENTS = (_PACKAGE / "_data", _PACKAGE.parent)


LANGUAGES = ("en", "fr")


def check_language(lang: str) -> str:
    """The language, if it is one of ours; whatever a file calls its language never becomes a path."""
    if lang not in LANGUAGES:
        raise Refusal("there is no language {lang}; there are {known}", lang=lang[:20], known=", ".join(LANGUAGES))
    return lang


def shipped_data_dir(name: str) -> Path:
    """The folder of shipped data with this name, such as `wordlists`."""
    for home in _DATA_PARENTS:
        found = home / name
        if found.is_dir():
            return found
    raise Refusal(
        "The data folder {name} is missing from this installation. Install duo again to get it back.", name=name
    )
