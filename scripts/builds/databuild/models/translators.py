"""Translates texts between French and English. The only module that needs ctranslate2."""

import shutil
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from databuild.models.encoders import FindSource

OPUS = "aait-store-cut-part-"  # the source that carries both networks, by Helsinki-NLP
Translations = list[tuple[str, float]]  # (text, log probability), the likeliest first
Translate = Callable[[Sequence[str]], list[Translations]]
_PART_BYTES = 94_371_840
_FIRST_PART = 9  # the earlier parts of the archive are not needed and not downloaded
_MAX_HYPOTHESES = 6
_MAX_PIECES = 10  # pieces
_BATCH_SIZE = 128


def load_opus(direction: str, find: FindSource) -> Translate:
    """Load the Marian network of a direction, `fr_en` or `en_fr`, in eight bits."""
    from ctranslate2 import Translator
    from sentencepiece import SentencePieceProcessor

    network = _unpack_networks(find(OPUS)) / f"helsinki_{direction}"
    translator: Any = Translator(str(_convert(network)), inter_threads=2, intra_threads=1)
    source: Any = SentencePieceProcessor(str(network / "source.spm"))
    target: Any = SentencePieceProcessor(str(network / "target.spm"))

    def translate(texts: Sequence[str]) -> list[Translations]:
        found = translator.translate_batch(
            [[*source.encode(text, out_type=str), "</s>"] for text in texts],
            beam_size=_MAX_HYPOTHESES,
            num_hypotheses=_MAX_HYPOTHESES,
            return_scores=True,
            length_penalty=0,
            max_decoding_length=_MAX_PIECES,
            max_batch_size=_BATCH_SIZE,
        )
        return [
            [
                (target.decode(pieces), round(score, 3))
                for pieces, score in zip(each.hypotheses, each.scores, strict=True)
            ]
            for each in found
        ]

    return translate


def _unpack_networks(folder: Path) -> Path:
    """Unpack the networks from an archive whose first parts, full of other files, are missing."""
    networks = folder / "networks"
    if not networks.is_dir():
        whole, scratch = folder / "whole.zip", folder / "partial"
        shutil.rmtree(scratch, ignore_errors=True)
        with whole.open("wb") as file:
            for number, part in enumerate(sorted(folder.glob("*/input/*.zip.*")), _FIRST_PART):
                file.seek((number - 1) * _PART_BYTES)
                file.write(part.read_bytes())
        with zipfile.ZipFile(whole) as archive:
            wanted = [name for name in archive.namelist() if "/helsinki_" in name]
            archive.extractall(scratch, wanted)
        whole.unlink()
        next(scratch.glob("*/Models/NLP")).rename(networks)
    return networks


def _convert(network: Path) -> Path:
    from ctranslate2.converters import TransformersConverter

    converted = network.with_name(f"{network.name}-int8")
    if not converted.is_dir():
        scratch = network.with_name("partial")
        shutil.rmtree(scratch, ignore_errors=True)
        TransformersConverter(str(network)).convert(str(scratch), quantization="int8")
        scratch.rename(converted)
    return converted
