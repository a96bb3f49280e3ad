"""The page of one system, made from its profile alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.foreign.coverage import unasked_rules
from crashqueue_verify.foreign.profile import Basis, LeaseRule
from crashqueue_verify.foreign.shipped import generic_rules
from crashqueue_verify.report.markdown import bullets, code, escaped, paragraph, rule_section, table
from crashqueue_verify.report.times import span
from crashqueue_verify.report.unasked import unasked
from crashqueue_verify.results import NotEvaluated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.foreign.profile import Profile, TableSpec

ENGINES: Final = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
BASES: Final = {
    Basis.OBSERVED: "The library was run, and the profile was tried on databases that it wrote.",
    Basis.DOCUMENTATION: "From documentation: the library was not run here, and its tables were "
    "built from a description of them.",
}

_LEASES: Final = {
    LeaseRule.HEARTBEAT: "A running job is taken for lost when the job, or its worker, has been "
    "silent for {span}. `--set lost_after_s=N` gives another number of seconds.",
    LeaseRule.EXPIRY: "A deadline is stored with each running job. One that has passed means that "
    "the worker is gone, or slower than it promised.",
    LeaseRule.AGE: "Nothing but the start of a running job is stored. It is taken for lost {span} "
    "later; `--set lost_after_s=N` gives another number of seconds.",
    LeaseRule.INVISIBLE: "Jobs in flight leave no trace in the tables, so a lost one cannot be "
    "seen.",
}


def system_page(profile: Profile) -> str:
    """Return the page as Markdown, ending in a line feed."""
    return "\n".join(_lines(profile)).rstrip("\n") + "\n"


def engines(profile: Profile) -> str:
    """Return the names of the engines that the system runs on."""
    return " and ".join(ENGINES[engine] for engine in sorted(profile.engines, reverse=True))


def _lines(profile: Profile) -> Iterator[str]:
    yield f"# {profile.title}"
    yield ""
    yield from table(
        ("profile", "engine", "versions"),
        [(f"`{profile.name}`", engines(profile), escaped(profile.versions))],
    )
    yield from paragraph(f"{BASES[profile.basis]} {escaped(profile.facts)}")
    if profile.caveats:
        yield from ("## What cannot be seen", "")
        yield from bullets(map(escaped, profile.caveats))
    yield from _lease(profile)
    yield from _settings(profile)
    yield from _own_rules(profile)
    yield from _generic_rules(profile)
    yield from _tables(profile)
    yield from ("## Its states", "")
    states = ((f"`{raw}`", state) for raw, state in profile.states.items())
    yield from table(("stored", "taken as"), states)


def _lease(profile: Profile) -> Iterator[str]:
    yield from ("## How a lost job is told", "")
    told = _LEASES[profile.lease.rule].format(span=span(round(profile.lease.lost_after_s * 1e6)))
    yield from paragraph(told)
    yield from paragraph(f"What brings it back: {escaped(profile.lease.rescue)}")


def _settings(profile: Profile) -> Iterator[str]:
    if profile.settings:
        yield from ("## Numbers that the tables do not hold", "")
        yield from table(
            ("setting", "taken to be", "meaning"),
            (
                (f"`--set {name}=N`", f"{setting.default:g}", escaped(setting.meaning))
                for name, setting in profile.settings.items()
            ),
        )


def _own_rules(profile: Profile) -> Iterator[str]:
    if profile.rules:
        yield from ("## Rules of its own", "")
        for rule in profile.rules:
            yield from rule_section(rule.rule)


def _generic_rules(profile: Profile) -> Iterator[str]:
    reasons = unasked_rules(profile)
    asked = [r.rule.rule_id for r in generic_rules() if r.rule.rule_id not in reasons]
    yield from ("## Generic rules", "")
    links = ", ".join(f"[{id_}](../reference/generic-rules.md#{id_.lower()})" for id_ in asked)
    yield from paragraph(f"Asked of it: {links}.")
    if reasons:
        items = (NotEvaluated(rule_ids=(id_,), reason=reason) for id_, reason in reasons.items())
        yield from paragraph("Not asked, and why:")
        yield from bullets(map(escaped, unasked(items)))


def _tables(profile: Profile) -> Iterator[str]:
    yield from ("## What is read", "")
    for spec in profile.tables.values():
        yield from paragraph(_table(spec))


def _table(spec: TableSpec) -> str:
    pattern = spec.pattern.pattern if spec.pattern else ""
    named = f"`{spec.name}`" if spec.name else f"Tables whose whole name matches `{pattern}`"
    parts = [f"{named}: {code(spec.required)}"]
    if spec.optional:
        parts.append(f"where the version has them {code(spec.optional)}")
    if spec.payload:
        parts.append(f"shown by size and keys only: {code(sorted(spec.payload))}")
    missing = " The table may be missing." if spec.is_optional else ""
    return f"{'; '.join(parts)}.{missing}"
