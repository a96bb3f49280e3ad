"""Linux's `ip`, and whether this machine lets us lay a network of our own with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable

from crashqueue_faults.errors import NamespacesUnavailable, RehearsalInterrupted

Ip = Callable[..., str]
"""Takes the arguments of one `ip` command, and returns what it printed."""

PATIENCE_S = 30.0


def ip(*arguments: str) -> str:
    """Carry out one command. Raises RehearsalInterrupted with the program's words if it fails."""
    try:
        return _said_by("ip", *arguments)
    except subprocess.CalledProcessError as error:
        raise RehearsalInterrupted(
            f"ip {' '.join(arguments)} failed: {error.stderr.strip()}"
        ) from None


def require_namespaces() -> None:
    """Raise NamespacesUnavailable, with the reason, where no network namespace can be made."""
    if not sys.platform.startswith("linux"):
        raise NamespacesUnavailable("network namespaces are a matter of Linux")
    if shutil.which("ip") is None:
        raise NamespacesUnavailable("the program ip, of iproute2, is not found")
    try:
        # A namespace without a name, which ends with its only process.
        _said_by("unshare", "--net", "ip", "link", "add", "trial", "type", "veth")
    except FileNotFoundError:
        raise NamespacesUnavailable("the program unshare, of util-linux, is not found") from None
    except subprocess.CalledProcessError as error:
        raise NamespacesUnavailable(
            f"a network namespace cannot be made (root is needed): {error.stderr.strip()}"
        ) from None


def _said_by(*command: str) -> str:
    # In a session of its own, so that Ctrl-C on a terminal does not end it half-way.
    ended = subprocess.run(
        command,
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
    )
    return ended.stdout
