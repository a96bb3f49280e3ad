"""What was found at one site, and the sum over all sites of a scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from crashqueue_faults.sites.contents import UNREADABLE, Content


class SiteVerdict(StrEnum):
    """What became of the database at one site. The first four are as they should be.

    `REFUSED`: the caller was told of the error, and nothing is there. `OUTCOME_UNKNOWN`: the caller
    was told of the error, and a crash at that moment would bring the operation back whole.
    """

    OLD = "old"
    NEW = "new"
    REFUSED = "refused"
    OUTCOME_UNKNOWN = "outcome-unknown"
    LOST = "lost"
    HALF_DONE = "half-done"
    CORRUPT = "corrupt"
    UNCLEAR_ERROR = "unclear-error"
    UNUSABLE = "unusable"
    INVARIANTS = "invariants"
    STRANDED = "stranded"
    UNKNOWN = "unknown"


SOUND: Final = frozenset(
    {SiteVerdict.OLD, SiteVerdict.NEW, SiteVerdict.REFUSED, SiteVerdict.OUTCOME_UNKNOWN}
)

Judgement = tuple[SiteVerdict, str]
"""A verdict, and the sentence that says why; empty for a sound one."""


def judge_content(answers: int, found: Content, contents: Sequence[Content]) -> Judgement:
    """Judge the content that was found when so many operations had answered.

    `contents` are those before the first answer and after each. Sound is the one after the answers
    that were given, and the one after the next answer.
    """
    if found.digest == UNREADABLE or found.problem:
        return SiteVerdict.CORRUPT, f"the engine says: {found.problem}"
    digests = [content.digest for content in contents]
    if found.digest == digests[answers]:
        return (SiteVerdict.NEW if answers else SiteVerdict.OLD), ""
    if found.digest in digests[answers + 1 : answers + 2]:
        return SiteVerdict.NEW, ""
    if found.digest in digests[:answers]:
        return SiteVerdict.LOST, f"{answers} operations were answered; the last is not there"
    return SiteVerdict.HALF_DONE, "the content is neither that before nor that after an operation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The first case of a scene that met this verdict: the verdict's witness.

    `site` is the number of the site, from 0; `files` is where its files are kept, if they are.
    """

    verdict: SiteVerdict
    sentence: str
    site: int = 0
    at: str = ""
    files: str = ""

    def as_dict(self) -> dict[str, object]:
        """Return the finding ready for JSON."""
        return {
            "at": self.at,
            "files": self.files,
            "sentence": self.sentence,
            "site": self.site,
            "verdict": self.verdict,
        }


@dataclass(slots=True, kw_only=True)
class Tally:
    """The sum over the cases of some scenes, with one witness for each scene's bad verdicts."""

    scenes: int = 0
    contents: set[str] = field(default_factory=set)
    sites: int = 0
    cases: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def note(self, finding: Finding, found: Content) -> bool:
        """Count a case and what it left; return whether it has become its verdict's witness."""
        self.cases += 1
        self.contents.add(found.digest)
        self.verdicts[finding.verdict] += 1
        is_witness = finding.verdict not in SOUND and self.verdicts[finding.verdict] == 1
        if is_witness:
            self.findings.append(finding)
        return is_witness

    def add(self, other: Tally) -> None:
        """Add the cases of other scenes."""
        self.scenes += other.scenes
        self.contents |= other.contents
        self.sites += other.sites
        self.cases += other.cases
        self.verdicts += other.verdicts
        self.findings += other.findings

    def as_dict(self) -> dict[str, Any]:
        """Return the sum ready for JSON, to be made a Tally again."""
        return {**self.summary(), "contents": sorted(self.contents)}

    def summary(self) -> dict[str, Any]:
        """Return the sum ready for a report."""
        return {
            "cases": self.cases,
            "distinct_contents": len(self.contents),
            "findings": [finding.as_dict() for finding in self.findings],
            "scenes": self.scenes,
            "sites": self.sites,
            "verdicts": dict(sorted(self.verdicts.items())),
        }

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Tally:
        """Return the sum that `as_dict` made this of."""
        findings = [
            Finding(**{**finding, "verdict": SiteVerdict(finding["verdict"])})
            for finding in fields["findings"]
        ]
        return cls(
            scenes=fields["scenes"],
            contents=set(fields["contents"]),
            sites=fields["sites"],
            cases=fields["cases"],
            verdicts=Counter(fields["verdicts"]),
            findings=findings,
        )
