"""The process that a target's workers are forked from, seen from the laboratory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self, cast

from crashqueue_faults.errors import TargetBroken
from crashqueue_faults.targets.target import Configuration, Target

LAST_LINES: Final = 15
# As in crash.py: -c rather than -m.
_COMMAND: Final = (
    sys.executable,
    "-c",
    "from crashqueue_faults.targets.zygote import main; main()",
)


class Nursery:
    """Gives orders to one zygote, which ends with the block."""

    def __init__(self, target: Target, configuration: Configuration, folder: Path) -> None:
        self._name = f"{target.name}, {configuration.name}"
        self._log = folder / "worker.log"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                (*_COMMAND, target.name, configuration.name),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                encoding="utf-8",
                # What dies leaves its temporary files behind.
                env=os.environ | {"TMPDIR": str(folder)},
                # An interrupt from a terminal is for the laboratory, which then ends its workers.
                process_group=0,
            )
        self._orders = cast("IO[str]", self._process.stdin)
        self._answers = cast("IO[str]", self._process.stdout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.abandon()
        self._process.wait()
        self._answers.close()

    def abandon(self) -> None:
        """Give no more orders: the zygote ends all of its workers, and itself."""
        with suppress(BrokenPipeError):
            self._orders.close()

    def ask(self, order: Mapping[str, object]) -> object:
        """Return the answer to an order; raises TargetBroken if it could not be carried out."""
        answer = '{"error": "its process has ended"}'
        # One that has ended reads no more; to one that was abandoned nothing can be written.
        with suppress(BrokenPipeError, ValueError):
            self._orders.write(json.dumps({"log": str(self._log), **order}) + "\n")
            self._orders.flush()
            answer = self._answers.readline() or answer
        heard = json.loads(answer)
        if "error" in heard:
            raise TargetBroken(
                f"{self._name}: {order['do']} failed: {heard['error']}", words=self.words
            )
        answered: object = heard["answer"]
        return answered

    @property
    def words(self) -> str:
        """The last lines that the target's processes wrote."""
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-LAST_LINES:])

    def forget_words(self) -> None:
        """Begin anew with what the processes write."""
        self._log.write_bytes(b"")
