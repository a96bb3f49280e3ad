"""The command `crashqueue-verify`: one database in, one report out, and an exit code."""

from __future__ import annotations

from crashqueue_verify.cli.command import main

__all__ = ["main"]
