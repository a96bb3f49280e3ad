"""A clock that the laboratory moves, for libraries whose limits cannot be set shorter."""

from __future__ import annotations

import threading
from datetime import UTC, datetime

EVERY_S = 1.0


def hurry_clock(*, step_s: float, after_s: float) -> None:
    """Let what Python calls the time leap by `step_s` every second, but not for `after_s` yet.

    It is this process's clock alone, and that of its later children: neither the monotonic clock
    nor the store's moves. Needs the package time-machine.
    """
    import time_machine

    clock = time_machine.travel(datetime.now(UTC), tick=True).start()
    pause = threading.Event()

    def leap() -> None:
        pause.wait(after_s)
        while not pause.wait(EVERY_S):
            clock.shift(step_s)

    threading.Thread(target=leap, name="clock", daemon=True).start()
