"""Starting a child that is to die, and finding out how it ended."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from typing import Final

from crashqueue_faults.child import Orders

CHILD_TIMEOUT_S: Final = 60.0
# A warning does not change an exit code; as an error it ends up on standard error, which must stay
# empty. -c rather than -m, which would import a library for running modules.
_COMMAND: Final = (
    sys.executable,
    "-W",
    "error",
    "-c",
    "import sys; from crashqueue_faults.child import main; sys.exit(main(sys.argv[1:]))",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildEnd:
    """How a child ended: `exit_code` is None when it had to be killed for taking too long.

    `acknowledged` lists the event kinds of the operations that were answered before the end, and
    `told` the codes of the errors that the queue answered with.
    """

    exit_code: int | None
    acknowledged: tuple[str, ...]
    standard_error: str
    told: tuple[str, ...] = ()

    @property
    def timed_out(self) -> bool:
        """Whether it had to be killed."""
        return self.exit_code is None


def spawn_child(orders: Orders, *, timeout_s: float = CHILD_TIMEOUT_S) -> ChildEnd:
    """Run a fresh interpreter with these orders to its end."""
    try:
        ended = subprocess.run(
            [*_COMMAND, orders.to_json()],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        return ChildEnd(
            exit_code=None,
            acknowledged=_lines(expired.stdout),
            standard_error=_text(expired.stderr),
        )
    return ChildEnd(
        exit_code=ended.returncode,
        acknowledged=_lines(ended.stdout),
        standard_error=_text(ended.stderr),
    )


def _lines(output: bytes | None) -> tuple[str, ...]:
    return tuple(_text(output).split())


def _text(output: bytes | None) -> str:
    return (output or b"").decode(errors="replace")
