"""Two vectors a word out of a language model: as a clue that is heard, and as a word that comes to mind.

The model says word w after clue c the more likely, the larger the product of its state on hearing c and the output
vector of w. Measured against how much other clues make it say w, that product is the cosine kept here.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from duo.mind.build.encoders import Find, language_model
from duo.mind.signals import unit

Matrix = NDArray[np.float32]
_RIDGE = 3.0
_REFERENCE = 20_000


def output_vectors(find: Find, words: Sequence[str]) -> tuple[Matrix, NDArray[np.bool_]]:
    """The output vector of each word's first piece, and whether that piece is the whole word."""
    tokenizer, model = language_model(find)
    table = model.get_output_embeddings().weight.detach().numpy()
    pieces = [tokenizer(f" {word}")["input_ids"] for word in words]
    whole = np.asarray([len(piece) == 1 for piece in pieces])
    return np.asarray(table[[piece[0] for piece in pieces]], np.float32), whole


def roles(
    states: Matrix, outputs: Matrix, whole: NDArray[np.bool_], context: Matrix, kept: int | None
) -> tuple[Matrix, Matrix]:
    """Vectors of each word as heard and as said.

    A word of several pieces has no output vector of its own; it gets the one that its context vectors (from another
    encoder) foretell, learnt on the words that have one, half and half with that of its first piece.
    """
    common = states[:_REFERENCE]
    centre = common.mean(axis=0, dtype=np.float64)
    spread, directions = np.linalg.eigh(np.cov((common - centre).T))
    scale = np.sqrt(np.maximum(spread, 1e-9))
    heard = (states - centre) @ (directions / scale)
    said = unit(outputs @ (directions * scale))
    said -= said[whole].mean(axis=0)
    said[~whole] = (said[~whole] + _foretold(context, said, whole)) / 2
    leading = said[:_REFERENCE]
    strongest = np.linalg.eigh(leading.T @ leading)[1][:, ::-1][:, :kept]
    return np.asarray(heard @ strongest, np.float32), np.asarray(said @ strongest, np.float32)


def _foretold(context: Matrix, said: Matrix, whole: NDArray[np.bool_]) -> Matrix:
    """Ridge regression from context to output vectors."""
    known = context[whole].astype(np.float64)
    gram = known.T @ known + _RIDGE * np.eye(known.shape[1])
    mapping = np.linalg.solve(gram, known.T @ said[whole])
    return np.asarray(context[~whole] @ mapping, np.float32)
