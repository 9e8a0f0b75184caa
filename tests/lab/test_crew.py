"""Workers of a Dask cluster."""

import os
import subprocess
import sys

import pytest

FAULTS = """
import resource, sys
import numpy as np
from duo.lab.crew import reuse_memory
if sys.argv[1] == "reuse":
    reuse_memory()
def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(3):
    np.ones(500_000)
before = faults()
for _ in range(50):
    np.ones(500_000)
print(faults() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc returns memory to the system")
def test_a_worker_of_a_nanny_uses_its_memory_again():
    def faults(how):
        environment = {**os.environ, "MALLOC_TRIM_THRESHOLD_": "65536"}
        ran = subprocess.run(
            [sys.executable, "-c", FAULTS, how], env=environment, capture_output=True, text=True, check=True
        )
        return int(ran.stdout)

    assert faults("reuse") < faults("plain") / 10
