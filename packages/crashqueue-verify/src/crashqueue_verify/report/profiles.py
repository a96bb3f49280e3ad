"""Profiles on a terminal: the list of them, and one with all it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crashqueue_verify.report.harmless import harmless
from crashqueue_verify.report.text import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crashqueue_verify.foreign.profile import Profile


def render_list(profiles: Sequence[Profile]) -> str:
    """Return a line for each profile, in columns, ending in a line feed."""
    rows = [("name", "system", "engines", "facts", "versions")]
    rows += [
        (p.name, p.title, " ".join(sorted(p.engines)), str(p.basis), p.versions) for p in profiles
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "".join(_row(row, widths) for row in rows)


def _row(row: Sequence[str], widths: Sequence[int]) -> str:
    aligned = (f"{value:{width}}" for value, width in zip(row, widths, strict=False))
    return harmless("  ".join((*aligned, row[-1]))) + "\n"


def render_profile(profile: Profile) -> str:
    """Return what a profile says, as lines of text, ending in a line feed."""
    return "\n".join(map(harmless, _lines(profile))) + "\n"


def _lines(profile: Profile) -> Iterator[str]:
    engines = " and ".join(sorted(profile.engines))
    yield from wrapped("", f"{profile.title} ({profile.name}), {engines}, {profile.versions}")
    yield from wrapped("  ", f"facts: {profile.basis}. {profile.facts}")
    yield from wrapped("  ", f"lost jobs: told by {profile.lease.rule}. {profile.lease.rescue}")
    for title, texts in (
        ("Tables", [spec.name or _pattern(spec.pattern) for spec in profile.tables.values()]),
        ("Settings", [f"{n}={s.default:g}  {s.meaning}" for n, s in profile.settings.items()]),
        ("States", [f"{raw} is {state}" for raw, state in profile.states.items()]),
        ("Rules", [f"{r.rule.rule_id}  {r.rule.sentence}" for r in profile.rules]),
        ("Generic rules that do not apply", [f"{n}  {t}" for n, t in profile.exempt.items()]),
        ("What cannot be seen", list(profile.caveats)),
    ):
        if texts:
            yield ""
            yield title
            for text in texts:
                yield from wrapped("  ", text)


def _pattern(pattern: object) -> str:
    return f"names that match {getattr(pattern, 'pattern', '')}"
