"""A client that starts an engine process and sends it requests."""

import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Self

from duo.core.refusal import Refusal
from duo.engine.serve import MAX_LINE_BYTES

# An answer holds up to fifty clues with their reasons.
_MAX_ANSWER_BYTES = 16 * MAX_LINE_BYTES
_EXIT_TIMEOUT_SECONDS = 5
DUO_ENGINE_COMMAND = (sys.executable, "-m", "duo", "engine")


class EngineError(Refusal):
    """The error if the engine answers with an error or not at all. docs/engine.md lists the values of `code`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__("{code}: {message}", code=code, message=message)
        self.code = code
        self.message = message


class Engine:
    """An engine in its own process, such as `duo engine`, which answers one request at a time.

    Use it as a context manager, or call `close`. It is not thread-safe.
    """

    def __init__(self, command: Sequence[str] = DUO_ENGINE_COMMAND) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - the caller's own command
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._last_id = 0

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """Send a request and return the answer. Raises EngineError if the engine refuses or has ended."""
        self._last_id += 1
        line = json.dumps({"id": self._last_id, "op": op} | fields).encode() + b"\n"
        answer = self._exchange(line)
        if answer.pop("id", None) != self._last_id:
            raise EngineError("protocol", "the answer is to another request")
        if isinstance(error := answer.get("error"), dict):
            raise EngineError(str(error.get("code")), str(error.get("message")))
        return answer

    def hello(self) -> dict[str, Any]:
        return self.ask("hello")

    def guess(self, **fields: Any) -> dict[str, Any]:
        """Ask what to touch. Give `words`, `clue` and `count`, or a whole game as `record`, `view` or `position`."""
        return self.ask("guess", **fields)

    def clue(self, **fields: Any) -> dict[str, Any]:
        """Ask for clues. Give `green`, `black` and `tan` words, or a whole game as `record`, `view` or `position`."""
        return self.ask("clue", **fields)

    def check(self, clue: str, **fields: Any) -> dict[str, Any]:
        return self.ask("check", clue=clue, **fields)

    def deal(self, **fields: Any) -> dict[str, Any]:
        return self.ask("deal", **fields)

    def close(self) -> None:
        """End the process. Closing twice is fine."""
        if self._process.stdin and not self._process.stdin.closed:
            with suppress(BrokenPipeError):
                self._process.stdin.close()
        try:
            self._process.wait(_EXIT_TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def _exchange(self, line: bytes) -> dict[str, Any]:
        source, sink = self._process.stdout, self._process.stdin
        if source is None or sink is None or sink.closed:
            raise EngineError("closed", "the engine is closed")
        try:
            sink.write(line)
            sink.flush()
            answer = source.readline(_MAX_ANSWER_BYTES)
        except BrokenPipeError:
            answer = b""
        if not answer.endswith(b"\n"):
            raise EngineError("protocol", "the engine has ended or its answer is too long")
        try:
            content = json.loads(answer)
        except ValueError as error:
            raise EngineError("protocol", "the answer is not JSON") from error
        if not isinstance(content, dict):
            raise EngineError("protocol", "the answer is not an object")
        return content
