"""The settings of a web server, from the options of `duo web`."""

import ipaddress
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from duo.core.refusal import Refusal

DEFAULT_PORT = 8380
LOOPBACK_NETWORKS = "127.0.0.0/8,::1"
ALL_PROXIES = "*"  # uvicorn's value for "trust every proxy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one web server.

    `store` is the database of the games. `pace` is the number of seconds between two touches of the AI partner.
    `public_url` is the URL of the site when the server is behind a proxy. `trusted_proxies` are the proxies whose
    forwarded client addresses are believed. `thinkers` is the number of AI moves that a process computes at once; 0
    derives it from the number of cores. Games unchanged for `keep_days` are deleted; 0 keeps them all. `run_id`
    identifies the processes that were started together.
    """

    store: str | Path
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    pace: float = 1.0
    workers: int = 1
    thinkers: int = 0
    public_url: str = ""
    trusted_proxies: str = "127.0.0.1"
    metrics_from: str = LOOPBACK_NETWORKS
    keep_days: int = 0
    json_log: bool = False
    run_id: str = field(default_factory=lambda: secrets.token_hex(4))

    def __post_init__(self) -> None:
        if self.public_url and not _is_site_address(self.public_url):
            raise Refusal(
                "{address} is not the address of a site, such as https://duo.example.org", address=self.public_url
            )
        parse_networks(self.metrics_from)
        if self.trusted_proxies != ALL_PROXIES:
            parse_networks(self.trusted_proxies)

    @property
    def is_public(self) -> bool:
        """Whether other machines can reach the server.

        A public server limits what each client can do, and does not show the games of the machine's user.
        """
        return bool(self.public_url) or not is_loopback(self.host)

    @property
    def max_concurrent_ai_moves(self) -> int:
        """The number of AI moves that a process computes at once.

        By default the processes together use all cores but one, which stays free for requests.
        """
        return self.thinkers or max(1, ((os.cpu_count() or 2) - 1) // self.workers)

    def can_read_metrics(self, client: str) -> bool:
        try:
            address = ipaddress.ip_address(client)
        except ValueError:
            return False
        return any(address in network for network in parse_networks(self.metrics_from))


def parse_networks(text: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Parse IP addresses and networks separated by commas. Raises Refusal for anything else."""
    try:
        return [ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip()]
    except ValueError as error:
        raise Refusal("{value} is no list of addresses such as 127.0.0.1,10.0.0.0/8", value=text) from error


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _is_site_address(address: str) -> bool:
    """Whether the address consists of a scheme and a host, such as https://duo.example.org, and nothing else."""
    try:
        parts = urlsplit(address)
        return (
            parts.scheme in ("http", "https") and bool(parts.hostname) and f"{parts.scheme}://{parts.netloc}" == address
        )
    except ValueError:
        return False
