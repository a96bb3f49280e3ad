"""The parent's side: start a child, listen to it, act while it waits, find out how it ended."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Final, cast

from crashqueue_faults.crash import CHILD_TIMEOUT_S, ChildEnd
from crashqueue_faults.outages.child import ERROR, STRUCK, OutageOrders

_COMMAND: Final = (
    *(sys.executable, "-W", "error", "-c"),
    "import sys; from crashqueue_faults.outages.child import main; sys.exit(main())",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """The action has struck: what had been answered before, and which process serves the client."""

    acknowledged: tuple[str, ...]
    backend_process_id: int


Meanwhile = Callable[[Strike], None]
SpawnClient = Callable[[OutageOrders, Meanwhile], ChildEnd]


def spawn_client(
    orders: OutageOrders, meanwhile: Meanwhile, *, timeout_s: float = CHILD_TIMEOUT_S
) -> ChildEnd:
    """Run a fresh interpreter with these orders to its end; call `meanwhile` while it waits."""
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(
            _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints, text=True
        ) as child,
    ):
        has_expired = threading.Event()
        watchdog = threading.Timer(timeout_s, _expire, (child, has_expired))
        watchdog.start()
        try:
            heard = _Conversation(child).hold(orders, meanwhile)
            exit_code = child.wait()
        finally:
            watchdog.cancel()
            child.kill()
            # What a dead child has not read is flushed once more, in vain.
            with suppress(BrokenPipeError):
                cast("IO[str]", child.stdin).close()
        complaints.seek(0)
        return ChildEnd(
            exit_code=None if has_expired.is_set() else exit_code,
            acknowledged=tuple(heard.acknowledged),
            told=tuple(heard.told),
            standard_error=complaints.read().decode(errors="replace"),
        )


def _expire(child: subprocess.Popen[str], has_expired: threading.Event) -> None:
    has_expired.set()
    child.kill()


@dataclass(slots=True)
class _Conversation:
    child: subprocess.Popen[str]
    acknowledged: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def hold(self, orders: OutageOrders, meanwhile: Meanwhile) -> _Conversation:
        """Give the orders, and listen until the child has ended."""
        to_child, from_child = cast("IO[str]", self.child.stdin), cast("IO[str]", self.child.stdout)
        _send(to_child, orders.to_json())
        for line in from_child:
            match line.split():
                case [mark, code] if mark == ERROR:
                    self.told.append(code)
                case [mark, process_id] if mark == STRUCK:
                    meanwhile(
                        Strike(
                            acknowledged=tuple(self.acknowledged),
                            backend_process_id=int(process_id),
                        )
                    )
                    _send(to_child, "go on")
                case words:
                    self.acknowledged += words
        return self


def _send(stream: IO[str], line: str) -> None:
    # A child that is dead says so by its end, not by a broken pipe.
    try:
        stream.write(f"{line}\n")
        stream.flush()
    except BrokenPipeError:
        return
