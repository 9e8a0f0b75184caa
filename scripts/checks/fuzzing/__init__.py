"""The parts of scripts/checks/fuzz.py: seeds, mutations, and the surfaces that read them."""
