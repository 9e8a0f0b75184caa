"""Starting and stopping the server."""

import signal

from servers import Server


def test_ctrl_c_ends_the_server_and_is_no_failure(tmp_path):
    server = Server(tmp_path)
    server.process.send_signal(signal.SIGINT)
    output, _ = server.process.communicate(timeout=60)
    assert server.process.returncode == 0
    assert "Aborted" not in output
