"""The colours of the cells can be told apart."""

import itertools

import numpy as np
import pytest

from duo.paper.palette import PALETTES, PaletteName

# How the three kinds of colour blindness see linear light (Viénot, Brettel and Mollon 1999; Brettel 1997 for tritan).
EYES = {
    "protan": [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
    "deutan": [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
    "tritan": [[1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.805, 0.11911]],
    "grey": [[0.2126, 0.7152, 0.0722]] * 3,
    "every": np.eye(3),
}


def lab(linear):
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ linear
    x, y, z = np.cbrt(np.clip(xyz / [0.9505, 1, 1.089], 0.008856, None))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def simulate_eye(fill, eye):
    part = np.array(list(bytes.fromhex(fill[1:]))) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return lab(np.clip(np.array(EYES[eye]) @ linear, 0, 1))


@pytest.mark.parametrize("eye", EYES)
def test_the_colour_blind_palette_differs_for_every_eye(eye):
    styles = PALETTES[PaletteName.COLOUR_BLIND].cell_styles.values()
    for one, two in itertools.combinations(styles, 2):
        assert np.linalg.norm(simulate_eye(one.fill, eye) - simulate_eye(two.fill, eye)) > 35


@pytest.mark.parametrize("name", PaletteName)
def test_symbols_stand_out_from_their_cells(name):
    for style in PALETTES[name].cell_styles.values():
        assert np.linalg.norm(simulate_eye(style.fill, "grey") - simulate_eye(style.symbol, "grey")) > 25
