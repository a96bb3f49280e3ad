"""How Sphinx builds the documentation site; `nox -s docs` runs it strictly."""

from __future__ import annotations

import re
from pathlib import Path

CORE = Path(__file__).parents[1] / "packages" / "crashqueue-core"


def version_of_core() -> str:
    """Return the version that the four distributions share, without importing one."""
    source = (CORE / "src" / "crashqueue_core" / "__init__.py").read_text("utf-8")
    (number,) = re.findall(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    return str(number)


project = "CrashQueueLab"
author = "The CrashQueueLab authors"
release = version = version_of_core()

extensions = ["myst_parser"]
exclude_patterns = ["_build"]
nitpicky = True
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4  # so that a link to a heading is checked

html_theme = "furo"
html_title = f"CrashQueueLab {release}"
html_copy_source = False
