"""Environment variables that limit BLAS to one thread. They must be set before NumPy is imported.

The rounding of a matrix product depends on the number of threads, and a move may depend on the last bit. Each further
thread also keeps buffers of 20 MB or more and saves little time, as the products of one clue are small.
"""

ONE_THREAD_ENVIRONMENT = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
