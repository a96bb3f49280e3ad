"""The JSON report and its published schema."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from crashqueue_verify.foreign.profile import STATES
from crashqueue_verify.report.json import render_json, report_schema
from crashqueue_verify.selection import select

if TYPE_CHECKING:
    from collections.abc import Callable

    from crashqueue_verify import Report


@pytest.fixture(name="conforms", scope="session")
def _conforms() -> Callable[[Report], Any]:
    schema = json.loads(report_schema())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    def conforms(report: Report) -> Any:
        document = json.loads(render_json(report))
        validator.validate(document)
        return document

    return conforms


def test_reports_conform_to_the_schema(
    conforms: Callable[..., Any], mixed: Report, hostile: Report, story: Callable[..., Any]
) -> None:
    conforms(hostile)
    conforms(select(mixed, only=["G01", "PC01"], ignored={"G01": "known"}))
    conforms(story("submit claim").audit(now_us=9_000_000))
    conforms(story().script("DROP TABLE attempts").audit())
    document = conforms(mixed)
    assert document["system"]["basis"] == "documentation"
    assert document["warnings"][0]["risk"] == "Whoever looks for the old name."
    assert document["warnings"][0]["reports"] == ["Tiny #1", "Tiny #2"]
    assert document["rule_count"] == len(mixed.rules)


def test_a_report_with_another_key_does_not_conform(mixed: Report) -> None:
    document = json.loads(render_json(mixed))
    document["findings"][0]["colour"] = "red"
    with pytest.raises(jsonschema.ValidationError, match="colour"):
        jsonschema.validate(document, json.loads(report_schema()))


def test_the_schema_knows_every_state_of_the_model() -> None:
    states = json.loads(report_schema())["properties"]["states"]["propertyNames"]["enum"]
    assert set(states) == STATES | {"unknown"}


def test_the_schema_is_shipped_beside_the_code() -> None:
    file = resources.files("crashqueue_verify.report").joinpath("report.schema.json")
    assert file.read_text("utf-8") == report_schema()


def test_nothing_in_a_database_is_markup_or_steers_a_terminal(hostile: Report) -> None:
    text = render_json(hostile)
    assert text.isascii()
    assert not set("<>&\x1b\x7f") & set(text)
    assert [text for text in texts(json.loads(text)) if not text.isprintable()] == []


def test_a_formula_is_a_value_and_nothing_more(hostile: Report) -> None:
    document = json.loads(render_json(hostile))
    shown = [row["payload"] for finding in document["findings"] for row in finding["evidence"]]
    assert "=cmd|' /C calc'!A0" in shown
    sentences = [finding["sentence"] for finding in document["findings"] + document["warnings"]]
    assert [text for text in sentences if text.startswith(("=", "+", "-", "@"))] == []


def texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(text for item in value.values() for text in texts(item))]
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value] if isinstance(value, str) else []
