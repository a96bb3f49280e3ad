"""Whoever starts a server may be killed, and nobody would end the server: a guard does then.

The guard is a small process that waits for the end of its standard input. It comes with the end of
the laboratory's process, whatever that died of; only a laboratory that has ended its server says
so before.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

RELEASED: Final = b"released"
LOOKS: Final = 500
LOOK_S: Final = 0.01
"""A server that was told to end is looked for so often, so far apart, before its folder goes."""
# This file by itself: the package would take a while to import.
_COMMAND: Final = (sys.executable, "-I", __file__)


@contextmanager
def guarded(folder: Path, process_id_file: Path, ending: signal.Signals) -> Iterator[None]:
    """During the block, let a server and its folder go if this process is gone.

    The first line of the file holds the server's process id while it runs; `ending` ends it.
    """
    guard = subprocess.Popen(
        (*_COMMAND, str(folder), str(process_id_file), str(ending.value)),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,  # what a terminal says is for the laboratory
    )
    try:
        yield
    finally:
        with suppress(BrokenPipeError):
            guard.communicate(RELEASED)


def main() -> None:
    """Wait for whoever started this process; its arguments are those of `guarded`."""
    _, folder, process_id_file, ending = sys.argv
    guard(sys.stdin.buffer, Path(folder), Path(process_id_file), int(ending))


def guard(laboratory: IO[bytes], folder: Path, process_id_file: Path, ending: int) -> None:
    """End the server and remove its folder, unless the laboratory did so before it ended."""
    if laboratory.read() == RELEASED:
        return
    # Without a file, or a number in it, there is no server; one that is gone is gone.
    with suppress(OSError, ValueError):
        process_id = int(process_id_file.read_text().partition("\n")[0])
        os.kill(process_id, ending)
        for _ in range(LOOKS):
            os.kill(process_id, 0)
            threading.Event().wait(LOOK_S)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
