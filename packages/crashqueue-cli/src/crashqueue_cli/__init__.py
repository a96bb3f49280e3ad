"""The command line `crashqueuelab`: one JSON object per command, one per error."""

from __future__ import annotations

__version__ = "0.1.0"

__all__ = ["__version__"]
