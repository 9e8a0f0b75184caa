"""How much two words make a language model say each other, as one vector a word, or as two.

The network says word w after clue c the more likely, the larger the product of its state on hearing c and the output
vector of w; measured against how much other clues make it say w, that is a score of how much c brings w to mind. Two
vectors a word, heard and said, keep both directions apart. The mean of both is a symmetric table, for which one is
enough. Of either, the strongest directions are kept.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from databuild.models.encoders import FindSource, language_model
from duo.mind.model.signals import unit_rows

Matrix = NDArray[np.float32]
Array = NDArray[np.float64]
_RIDGE = 3.0
_PREDICTED_SHARE = 0.75  # share of what a state foretells in the output vector of a word of several pieces
_REFERENCE_WORDS = 4_000  # the most familiar words say which directions are strong


def output_vectors(network: str, find: FindSource, words: Sequence[str]) -> tuple[Matrix, NDArray[np.bool_]]:
    """The output vector of each word's first piece, and whether that piece is the whole word."""
    tokenizer, model = language_model(network, find)
    table = model.get_output_embeddings().weight.detach()
    pieces = [tokenizer(f" {word}")["input_ids"] for word in words]
    whole = np.asarray([len(piece) == 1 for piece in pieces])
    return table[[piece[0] for piece in pieces]].float().numpy(), whole


def bilinear_vectors(
    states: Matrix, outputs: Matrix, whole: NDArray[np.bool_], dimensions: int | None
) -> tuple[Matrix, Matrix]:
    """A vector for each word, every direction of the same spread, and what each direction counts.

    The product of two vectors, each direction as much as it counts, is the score of the two words.
    """
    both = np.concatenate(_clue_and_word_vectors(states, outputs, whole), axis=1)
    half = both.shape[1] // 2
    # The table is both @ swap @ both.T; its directions are found in the space of `both`, not of all words.
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
    """Each word as heard and as said, every direction of the same spread, and what each direction counts.

    The product of what is heard of a clue with what is said of a word, each direction as much as it counts, is how
    much the clue brings the word to mind.
    """
    heard, said = _clue_and_word_vectors(states, outputs, whole)
    # All directions of what is heard have the same spread, so what is said tells which are strong.
    common = said[:_REFERENCE_WORDS]
    _, directions = np.linalg.eigh(common.T @ common)
    strongest = directions[:, ::-1][:, :dimensions]
    vectors = heard @ strongest, said @ strongest
    spreads = [each[:_REFERENCE_WORDS].std(axis=0) for each in vectors]
    scaled = [np.asarray(each / spread, np.float32) for each, spread in zip(vectors, spreads, strict=True)]
    return scaled[0], scaled[1], np.asarray(spreads[0] * spreads[1], np.float32)


def _clue_and_word_vectors(states: Matrix, outputs: Matrix, whole: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Each word as a clue that is heard and as a word that is said; the product says how much one brings the other.

    A word of several pieces has no output vector of its own; it gets the one that its state foretells, learnt on the
    words that have one, and a little of that of its first piece: more would make kin of words that are spelt alike.
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
    """Ridge regression from the states to the output vectors."""
    known = heard[whole]
    gram = known.T @ known + _RIDGE * np.eye(known.shape[1])
    return np.asarray(heard[~whole] @ np.linalg.solve(gram, known.T @ said[whole]))
