"""A report as SARIF 2.1.0, the subset that GitHub's code scanning shows.

Each finding is a result at the first line of the audited file, since a database has no lines.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from crashqueue_verify.report.harmless import harmless
from crashqueue_verify.report.json import dump
from crashqueue_verify.report.summary import verdict_line
from crashqueue_verify.report.times import since
from crashqueue_verify.rules import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.findings import Finding
    from crashqueue_verify.results import Report
    from crashqueue_verify.rules import Rule

SCHEMA_URI: Final = "https://json.schemastore.org/sarif-2.1.0.json"
LIVE_URI: Final = "postgresql"
"""What stands for the file when the source is a server: its address may hold a password."""

_LEVELS: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
}
_KINDS: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "recommendation",
}
# Placeholders and embedded links are written with these; a value may contain neither.
_IN_MESSAGE: Final = str.maketrans({"{": "{{", "}": "}}", "[": "\\[", "]": "\\]"})
_IN_MARKDOWN: Final = str.maketrans({c: f"\\{c}" for c in "\\`*_{}[]<>()#+-.!|~&@"})


def render_sarif(report: Report, *, source: str, version: str) -> str:
    """Return the report as a SARIF log; `source` is the path as asked, `version` the program's."""
    location = _location(report, source)
    run = {
        "tool": {"driver": _driver(report, version)},
        "automationDetails": {"id": f"crashqueue-verify/{report.system.name}/"},
        "invocations": [_invocation(report)],
        "artifacts": [{"location": location}],
        "results": list(_results(report, location)),
        "properties": {"verdict": str(report.verdict), "system": report.system.name},
    }
    return dump({"$schema": SCHEMA_URI, "version": "2.1.0", "runs": [run]})


def _driver(report: Report, version: str) -> dict[str, Any]:
    return {
        "name": "crashqueue-verify",
        "version": version,
        "semanticVersion": version,
        "rules": [_descriptor(rule, report.system.name) for rule in report.rules],
    }


def _descriptor(rule: Rule, system: str) -> dict[str, Any]:
    return {
        "id": rule.rule_id,
        "shortDescription": {"text": _message(rule.sentence)},
        "fullDescription": {"text": _message(rule.why)},
        "help": {
            "text": _message(" ".join(f"{title} {text}" for title, text in _help(rule))),
            "markdown": "\n\n".join(
                f"**{title}** {_markdown(text)}" for title, text in _help(rule)
            ),
        },
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {
            "tags": ["job-queue", system],
            "precision": "high",
            "problem.severity": _KINDS[rule.severity],
        },
    }


def _help(rule: Rule) -> list[tuple[str, str]]:
    parts = (
        ("Why it matters:", rule.why),
        ("What to do:", rule.action),
        ("What that could break:", rule.risk),
        ("How it is checked:", rule.check),
        ("Seen in:", ", ".join(rule.reports)),
    )
    return [(title, text) for title, text in parts if text]


def _results(report: Report, location: dict[str, str]) -> Iterator[dict[str, Any]]:
    places = {rule.rule_id: place for place, rule in enumerate(report.rules)}
    seen: Counter[str] = Counter()
    for finding in report.everything_found:
        digest = _digest(report, finding)
        seen[digest] += 1
        region = {"startLine": 1, "startColumn": 1}
        yield {
            "ruleId": finding.rule_id,
            "ruleIndex": places[finding.rule_id],
            "level": _LEVELS[finding.severity],
            "message": {"text": _message(_sentences(report, finding))},
            "locations": [{"physicalLocation": {"artifactLocation": location, "region": region}}],
            "partialFingerprints": {"primaryLocationLineHash": f"{digest}:{seen[digest]}"},
            "occurrenceCount": max(1, finding.row_count),
            "properties": {
                "cause": finding.cause,
                "sinceUs": finding.since_us,
                "evidence": [dict(row) for row in finding.evidence],
            },
        }


def _sentences(report: Report, finding: Finding) -> str:
    """Return what was found and what to do, as GitHub shows it: nothing else of a result is."""
    time = report.reference_time
    begun = finding.since_us
    parts = [f"{report.system.title}: {finding.sentence}."]
    if begun is not None:
        text = since(begun, time.time_us if time else None)
        parts.append(f"{text[0].upper()}{text[1:]}.")
    parts.append(f"What to do: {finding.action}")
    if finding.rule.risk:
        parts.append(f"What that could break: {finding.rule.risk}")
    return " ".join(parts)


def _digest(report: Report, finding: Finding) -> str:
    """Return what stays the same for the same fault from one audit to the next."""
    of = "\n".join((report.system.name, finding.rule_id, finding.cause or finding.job_id or ""))
    return hashlib.sha256(of.encode(errors="backslashreplace")).hexdigest()[:16]


def _invocation(report: Report) -> dict[str, Any]:
    return {
        "executionSuccessful": not report.not_evaluated,
        "toolExecutionNotifications": [
            _notification("note", verdict_line(report)),
            *(
                _notification("warning", f"Not checked: {', '.join(i.rule_ids)}: {i.reason}")
                for i in report.not_evaluated
            ),
        ],
        "toolConfigurationNotifications": [
            _notification("note", f"Ignored: {i.rule_id} ({i.finding_count:,}): {i.reason}")
            for i in report.ignored
        ],
    }


def _notification(level: str, text: str) -> dict[str, Any]:
    return {"level": level, "message": {"text": _message(text)}}


def _location(report: Report, source: str) -> dict[str, str]:
    """Return the file, relative to the working folder; its mere name if it lies elsewhere."""
    if report.system.source_kind == "live":
        return {"uri": LIVE_URI, "uriBaseId": "%SRCROOT%"}
    path = Path(source).resolve()
    folder = Path.cwd()
    name = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
    uri = quote(name.encode(errors="surrogateescape"))
    # Without "./" the part before a colon would be read as a scheme.
    return {"uri": f"./{uri}" if ":" in uri else uri, "uriBaseId": "%SRCROOT%"}


def _message(text: str) -> str:
    return harmless(text).translate(_IN_MESSAGE)


def _markdown(text: str) -> str:
    return harmless(text).translate(_IN_MARKDOWN)
