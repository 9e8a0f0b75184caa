"""Associations from a language model: how likely it is to say one word after another.

The logit of word w after clue c is the product of the model's state after c and the output vector of w. Relative to
the logit of w after other clues, it scores how strongly c brings w to mind. With two vectors per word, heard (as clue)
and said (as word), the score has a direction. The mean of both directions is symmetric and needs one vector per word.
Either way only the strongest dimensions are kept.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from databuild.models.encoders import FindSource, language_model
from duo.mind.model.signals import unit_rows

Matrix = NDArray[np.float32]
Array = NDArray[np.float64]
_RIDGE = 3.0
_PREDICTED_SHARE = 0.75  # of the predicted output vector, for a word of several tokens
_REFERENCE_WORDS = 4_000  # the most familiar words, from which directions and spreads are computed


def output_vectors(network: str, find: FindSource, words: Sequence[str]) -> tuple[Matrix, NDArray[np.bool_]]:
    """Return the output vector of each word's first token, and whether that token is the whole word."""
    tokenizer, model = language_model(network, find)
    table = model.get_output_embeddings().weight.detach()
    tokens = [tokenizer(f" {word}")["input_ids"] for word in words]
    whole = np.asarray([len(ids) == 1 for ids in tokens])
    return table[[ids[0] for ids in tokens]].float().numpy(), whole


def bilinear_vectors(
    states: Matrix, outputs: Matrix, whole: NDArray[np.bool_], dimensions: int | None
) -> tuple[Matrix, Matrix]:
    """Return one vector per word, every dimension with the same spread, and the weight of each dimension.

    The weighted product of two vectors is the symmetric score of the two words.
    """
    both = np.concatenate(_clue_and_word_vectors(states, outputs, whole), axis=1)
    half = both.shape[1] // 2
    # The table of scores is both @ swap @ both.T. Its eigenvectors are computed in the small space of `both`.
    swap = np.kron(np.array([[0, 0.5], [0.5, 0]]), np.eye(half))
    common = both[:_REFERENCE_WORDS]
    gram = common.T @ common
    root = np.linalg.cholesky(gram + 1e-6 * np.trace(gram) / len(gram) * np.eye(len(gram))).T
    strengths, directions = np.linalg.eigh(root @ swap @ root.T)
    strongest = np.argsort(-np.abs(strengths))[:dimensions]
    vectors = both @ np.linalg.solve(root, directions[:, strongest])
    spread = vectors[:_REFERENCE_WORDS].std(axis=0)
    return np.asarray(vectors / spread, np.float32), np.asarray(strengths[strongest] * spread**2, np.float32)


def next_word_vectors(
    states: Matrix, outputs: Matrix, whole: NDArray[np.bool_], dimensions: int | None
) -> tuple[Matrix, Matrix, Matrix]:
    """Return the heard and the said vector of each word, and the weight of each dimension.

    Every dimension has the same spread. The weighted product of a clue's heard vector and a word's said vector scores
    how strongly the clue brings the word to mind.
    """
    heard, said = _clue_and_word_vectors(states, outputs, whole)
    # The heard vectors are whitened, so the said vectors determine which directions are strong.
    common = said[:_REFERENCE_WORDS]
    _, directions = np.linalg.eigh(common.T @ common)
    strongest = directions[:, ::-1][:, :dimensions]
    vectors = heard @ strongest, said @ strongest
    spreads = [each[:_REFERENCE_WORDS].std(axis=0) for each in vectors]
    scaled = [np.asarray(each / spread, np.float32) for each, spread in zip(vectors, spreads, strict=True)]
    return scaled[0], scaled[1], np.asarray(spreads[0] * spreads[1], np.float32)


def _clue_and_word_vectors(states: Matrix, outputs: Matrix, whole: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Return the heard (whitened state) and the said (output) vector of each word.

    A word of several tokens has no output vector of its own. It gets the one predicted from its state, mixed with a
    little of its first token's. More of the latter would relate words that merely start alike.
    """
    common = states[:_REFERENCE_WORDS]
    centre = common.mean(axis=0, dtype=np.float64)
    spread, directions = np.linalg.eigh(np.cov((common - centre).T))
    scale = np.sqrt(np.maximum(spread, 1e-9))
    heard = (states - centre) @ (directions / scale)
    said = np.asarray(unit_rows(outputs @ (directions * scale)), np.float64)
    said -= said[whole].mean(axis=0)
    said[~whole] += _PREDICTED_SHARE * (_predict_outputs(heard, said, whole) - said[~whole])
    return heard, said


def _predict_outputs(heard: Array, said: Array, whole: NDArray[np.bool_]) -> Array:
    """Predict output vectors from states by ridge regression on the words of one token."""
    known = heard[whole]
    gram = known.T @ known + _RIDGE * np.eye(known.shape[1])
    return np.asarray(heard[~whole] @ np.linalg.solve(gram, known.T @ said[whole]))
