"""The names of commands: the same in every run, whatever identifiers and numbers are in them."""

from __future__ import annotations

import re
import threading
from typing import Final

LONGEST: Final = 120
_HEAD: Final = 70
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}")
_NUMBER: Final = re.compile(r"(?<![A-Za-z$_])\d+(\.\d+)?|\b[0-9a-fA-F]{16,}\b")


def label_of(command: str) -> str:
    """Return the command in one line, without what differs from run to run."""
    line = " ".join(command.split())
    label = _NUMBER.sub("#", _UUID.sub("#", line))
    if len(label) <= LONGEST:
        return label
    # The ends of long statements tell them apart as often as their beginnings.
    return f"{label[:_HEAD]} … {label[_HEAD + 3 - LONGEST :]}"


def label_here(command: str) -> str:
    """Return the same, with the thread that sends the command if it is not the main one."""
    thread = threading.current_thread()
    name = "" if thread is threading.main_thread() else f"[{label_of(thread.name)}] "
    return name + label_of(command)
