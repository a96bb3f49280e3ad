"""Rules that were not asked, with as few words as tell why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crashqueue_verify.results import NotEvaluated

# What differs between reasons of one kind: the column, the kind of lease.
_DETAIL: Final = re.compile(r"(.*) \(([\w.]+)\)")


def unasked(items: Iterable[NotEvaluated]) -> Iterator[str]:
    """Yield a text for each reason: "X does not store it: G11 (job.unique_key), G12 (…)"."""
    by_reason: dict[str, list[str]] = {}
    for item in items:
        found = _DETAIL.fullmatch(item.reason)
        reason, detail = (found[1], f" ({found[2]})") if found else (item.reason, "")
        named = [f"{rule_id}{detail}" for rule_id in item.rule_ids]
        by_reason.setdefault(reason, []).extend(named)
    for reason, names in by_reason.items():
        yield f"{reason}: {', '.join(names)}"
