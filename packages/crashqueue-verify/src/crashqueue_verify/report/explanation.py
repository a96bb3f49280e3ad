"""A rule explained on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crashqueue_verify.report.harmless import harmless
from crashqueue_verify.report.text import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.foreign.explaining import Explanation


def render_explanation(explanation: Explanation) -> str:
    """Return the rule as lines of text, ending in a line feed."""
    return "\n".join(map(harmless, _lines(explanation))) + "\n"


def _lines(explanation: Explanation) -> Iterator[str]:
    rule = explanation.rule
    yield from wrapped("", f"{rule.rule_id}  {rule.sentence}")
    yield f"  {rule.severity}, asked of {explanation.scope}"
    for label, text in (
        ("Why it matters", rule.why),
        ("What to do", rule.action),
        ("What that could break", rule.risk),
        ("How it is checked", rule.check),
        ("Seen in", ", ".join(rule.reports)),
    ):
        if text:
            yield ""
            yield label
            yield from wrapped("  ", text)
    if explanation.exempt:
        yield ""
        yield "Does not apply to"
        for title, reason in explanation.exempt.items():
            yield from wrapped("  ", f"{title}: {reason}")
    if explanation.sql:
        yield ""
        yield "The query, whose rows are those that break it"
        yield from (f"  {line}" for line in explanation.sql.split("\n"))
