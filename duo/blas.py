"""How the library multiplies matrices: in one thread. It reads this from the environment when NumPy is loaded.

The sums of a product depend on how many threads share it, and a game may hang on the last bit. Each further thread also
keeps buffers of 20 MB and more, and saves little: the products of one clue are small.
"""

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
