"""How a server was started."""

import ipaddress
import os
from dataclasses import dataclass, field
from pathlib import Path

PORT = 8380


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`pace` is how long a touch of the partner stands before its next one, in seconds."""

    store: str | Path
    host: str = "127.0.0.1"
    port: int = PORT
    pace: float = 1.0
    thinkers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))

    @property
    def is_public(self) -> bool:
        """Whether others can reach the server: limits are on, and what is the host's own is not shown."""
        return not is_loopback(self.host)


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
