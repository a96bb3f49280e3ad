"""Running checks one after another on a file that may be damaged anywhere.

A check that SQLite cannot finish does not end the audit: damage and bad values are findings, and
what was not looked at is said. After a damaged file or an unknown schema nothing else is asked,
because every answer would be a guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crashqueue_verify.findings import Findings, printable
from crashqueue_verify.native.bad_values import locate_bad_text
from crashqueue_verify.results import NotEvaluated
from crashqueue_verify.source.database import SQLITE_ERRORS, is_bad_value, is_damage, is_time_limit

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable


class Examination:
    """The findings so far, and what could not be looked at."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.findings = Findings()
        self.not_evaluated: list[NotEvaluated] = []
        self._connection = connection
        self._obstacle: str | None = None

    def run(
        self,
        rule_ids: tuple[str, ...],
        check: Callable[[], None],
        *,
        is_condition: bool = False,
    ) -> bool:
        """Run `check`, which looks at `rule_ids`; return whether it came to its end.

        If it is a condition and its rules are broken, no later check runs.
        """
        if self._obstacle is not None:
            self._skip(rule_ids, self._obstacle)
            return False
        try:
            check()
        except SQLITE_ERRORS as error:
            self._note(error, rule_ids)
            return False
        if is_condition and any(rule_id in self.findings for rule_id in rule_ids):
            self._obstacle = f"{', '.join(rule_ids)} does not hold, so the rows say nothing certain"
        return True

    def _skip(self, rule_ids: tuple[str, ...], reason: str) -> None:
        if rule_ids:
            self.not_evaluated.append(NotEvaluated(rule_ids=rule_ids, reason=reason))

    def _note(self, error: Exception, rule_ids: tuple[str, ...]) -> None:
        if is_damage(error):
            self.findings.add("CQ102", f"SQLite cannot read the file: {printable(error)}")
            self._obstacle = "CQ102 does not hold, so the rows say nothing certain"
            self._skip(rule_ids, self._obstacle)
        elif is_bad_value(error):
            if "CQ104" not in self.findings:
                locate_bad_text(self._connection, self.findings)
            self._skip(rule_ids, "CQ104 does not hold: a value cannot be read")
        elif is_time_limit(error):
            self._skip(rule_ids, "the time limit was reached")
        else:
            self._skip(rule_ids, f"SQLite could not look: {printable(error)}")
