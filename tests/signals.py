"""A signal made by hand: one number for each pair of rows."""

import numpy as np


class PairSignal:
    names = ("pairs",)

    def __init__(self, scores):
        self.scores = np.asarray(scores, np.float32)

    def scores(self, clues, words):
        return [self.scores[np.ix_([row for (row,) in clues], [row for (row,) in words])]]

    def candidate_scores(self, words):
        return [self.scores[:, [row for (row,) in words]]]
