"""A report as JSON: sorted keys, ASCII only, so that no value can steer a terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crashqueue_verify.results import Report


def render_json(report: Report) -> str:
    """Return the report as one JSON object, ending in a line feed."""
    return json.dumps(report.as_dict(), indent=2, sort_keys=True) + "\n"
