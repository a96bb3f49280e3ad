"""A run as one report: the matrix of subjects and outcomes, and every boundary below it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from crashqueue_faults.errors import TargetBroken
from crashqueue_faults.targets.course import Crash
from crashqueue_faults.targets.findings import Findings, Plan, Subject
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge, worst, worst_verdict
from crashqueue_faults.targets.registry import installed_version
from crashqueue_faults.targets.target import Configuration, Quotation
from crashqueue_faults.targets.telling import boundary_telling, everyday_rules, telling_of
from crashqueue_faults.targets.trace import Point

_BAD = frozenset({Verdict.BROKEN, Verdict.UNKNOWN})


def report_of(
    plan: Plan, found: Sequence[Findings], broken: Mapping[str, TargetBroken]
) -> dict[str, object]:
    """Return the report; it is ok if no promise is broken and every case could be judged.

    What is `broken` did not do its job undisturbed, by its subject's name.
    """
    subjects = [_subject(findings, plan) for findings in found]
    return {
        "broken": {name: error.as_dict() for name, error in broken.items()},
        "left_out": dict(plan.left_out),
        "matrix": [_row(findings, plan) for findings in found],
        "ok": not broken and not any(_verdicts(findings) & _BAD for findings in found),
        "repetitions": plan.repetitions,
        "seed": plan.seed,
        "seed_fixes": "which boundaries are sampled; not which of two processes is faster",
        "subjects": subjects,
    }


def timings_of(found: Sequence[Findings]) -> dict[str, object]:
    """Return how long each recovery lasted, in seconds, from the start of the new worker."""
    return {
        findings.subject.name: {
            f"{point.moment} {point.label} #{point.occurrence}": [
                crash.recovery.lasted_s for crash in crashes if crash.recovery
            ]
            for point, crashes in zip(findings.points, findings.crashes, strict=True)
        }
        for findings in found
    }


def _row(findings: Findings, plan: Plan) -> dict[str, object]:
    outcomes = _outcomes(findings)
    return {
        "subject": findings.subject.name,
        "boundaries": len(findings.points),
        "outcomes": dict(sorted(Counter(map(str, outcomes)).items())),
        "varying": sum(len({crash.outcome for crash in each}) > 1 for each in findings.crashes),
        "worst": worst(set(outcomes)),
        "verdict": worst_verdict(set(outcomes), findings.subject.configuration),
        "actions": {str(mishap): told.in_short() for mishap, told in findings.mishaps.items()},
        "repeat": _repeat(findings.subject, plan),
    }


def _subject(findings: Findings, plan: Plan) -> dict[str, object]:
    subject = findings.subject
    configuration = subject.configuration
    telling = telling_of(findings.crashes)
    everyday = everyday_rules(findings.crashes)
    return {
        "subject": subject.name,
        "library": subject.target.library,
        "version": installed_version(subject.target),
        "engine": subject.target.engine,
        "settings": dict(configuration.settings),
        "promise": configuration.promise,
        "promise_quoted": _quoted(configuration.quotation),
        "by_design": {str(o): _quoted(q) for o, q in configuration.by_design.items()},
        "victim": configuration.victim,
        "recovery": configuration.recovery,
        "patience_s": configuration.patience_s,
        "boundaries_found": len(findings.boundaries.points),
        "boundaries_not_visited": _not_visited(findings),
        "boundaries_varying_between_dry_runs": findings.boundaries.varying,
        "is_sample": len(findings.points) < len(findings.boundaries.points),
        "auditor": telling,
        "boundaries": [
            _boundary(point, crashes, configuration)
            | ({"auditor": boundary_telling(crashes, everyday)} if telling["is_readable"] else {})
            for point, crashes in zip(findings.points, findings.crashes, strict=True)
        ],
        "actions": {str(mishap): told.in_full() for mishap, told in findings.mishaps.items()},
        "repeat": _repeat(subject, plan),
    }


def _boundary(
    point: Point, crashes: Sequence[Crash], configuration: Configuration
) -> dict[str, object]:
    outcomes = [crash.outcome for crash in crashes]
    return {
        "moment": point.moment,
        "label": point.label,
        "occurrence": point.occurrence,
        "at_crash": sorted(set(_left(crashes))),
        "effects": sorted({c.recovery.look.effects for c in crashes if c.recovery}),
        "outcomes": dict(sorted(Counter(map(str, outcomes)).items())),
        "worst": worst(set(outcomes)),
        "verdict": worst_verdict(set(outcomes), configuration),
    }


def _repeat(subject: Subject, plan: Plan) -> str:
    """Return the command that shows the row again."""
    return (
        f"crashqueuelab campaign --target {subject.target.name} "
        f"--config {subject.configuration.name} --seed {plan.seed} --output-directory DIR"
    )


def _not_visited(findings: Findings) -> str:
    begins, before = findings.subject.configuration.begins, findings.boundaries.before
    return f"the {before} before the first of {begins}" if before else "none"


def _left(crashes: Sequence[Crash]) -> Iterator[str]:
    for crash in crashes:
        if crash.left is None:
            yield "not reached"
        else:
            yield f"{crash.left.sight.state}, effects: {crash.left.effects}"


def _quoted(quotation: Quotation) -> dict[str, str]:
    return asdict(quotation)


def _outcomes(findings: Findings) -> list[Outcome]:
    return [crash.outcome for crashes in findings.crashes for crash in crashes]


def _verdicts(findings: Findings) -> set[Verdict]:
    of_crashes = {judge(outcome, findings.subject.configuration) for outcome in _outcomes(findings)}
    return of_crashes | {told.verdict for told in findings.mishaps.values() if told.verdict}
