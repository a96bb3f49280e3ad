"""`python -m crashqueuelab` is the command `crashqueuelab`."""

from __future__ import annotations

import sys

from crashqueue_cli.main import main

if __name__ == "__main__":  # a spawned child imports this file again, under another name
    sys.exit(main())
