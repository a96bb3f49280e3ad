"""A report as JSON: sorted keys, ASCII only, nothing that a terminal or a browser would act on."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from crashqueue_verify.results import Report

# A document may be pasted into a page: then no value can end a script or begin a tag.
_IN_MARKUP: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def render_json(report: Report) -> str:
    """Return the report as one JSON object, ending in a line feed."""
    return dump(report.as_dict())


def dump(document: object) -> str:
    """Return a document as JSON, the same for the same content."""
    return json.dumps(document, indent=2, sort_keys=True).translate(_IN_MARKUP) + "\n"


def report_schema() -> str:
    """Return the JSON Schema that every JSON report conforms to."""
    return resources.files(__package__).joinpath("report.schema.json").read_text("utf-8")
