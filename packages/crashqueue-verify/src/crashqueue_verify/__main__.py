"""Run the command as `python -m crashqueue_verify`."""

from __future__ import annotations

import sys

from crashqueue_verify.cli import main

sys.exit(main())
