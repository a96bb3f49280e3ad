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
    """Yield a text for each reason; where only a detail differs, one for all.

    "G23: Nobody waits.", and "X does not store it: G11 (job.unique_key), G12 (job.same_work_key)".
    """
    detailed: dict[str, list[str]] = {}
    for item in items:
        found = _DETAIL.fullmatch(item.reason)
        if found is None:
            yield f"{', '.join(item.rule_ids)}: {item.reason}"
        else:
            named = [f"{rule_id} ({found[2]})" for rule_id in item.rule_ids]
            detailed.setdefault(found[1], []).extend(named)
    for reason, names in detailed.items():
        yield f"{reason}: {', '.join(names)}"
