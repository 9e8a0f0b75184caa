"""Workers of a Dask cluster."""

import gc
import os
import socket
import subprocess
import sys
import threading

import pytest

from duo.core.refusal import Refusal
from duo.lab import executors

FAULTS = """
import resource, sys
import numpy as np
from duo.lab.executors import let_worker_reuse_memory
if sys.argv[1] == "reuse":
    let_worker_reuse_memory()
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


@pytest.fixture
def _short_timeout(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "_CONNECT_TIMEOUT", 1)


@pytest.mark.usefixtures("_short_timeout")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "127.0.0.1:9", "carrier-pigeon://127.0.0.1:9", ""])
def test_an_address_where_nobody_answers_is_refused_once_and_leaves_nothing_behind(address):
    before = threading.active_count()
    with pytest.raises(Refusal, match="no Dask scheduler answers"), executors.cluster_executor(address):
        pass
    gc.collect()  # an unclosed client would warn here, and warnings are errors
    assert threading.active_count() == before


@pytest.mark.usefixtures("_short_timeout")
def test_a_server_that_is_no_dask_scheduler_is_refused():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(Refusal, match=str(port)), executors.cluster_executor(f"tcp://127.0.0.1:{port}"):
            pass
    gc.collect()
