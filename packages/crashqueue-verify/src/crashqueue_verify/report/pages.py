"""The pages of the documentation that are made from profiles and rules.

`python -m crashqueue_verify.report.pages FOLDER` writes them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from crashqueue_verify.foreign.explaining import explain
from crashqueue_verify.foreign.profile import Basis
from crashqueue_verify.foreign.shipped import generic_rules, shipped_profiles
from crashqueue_verify.report.markdown import bullets, code, escaped, paragraph, rule_section, table
from crashqueue_verify.report.system_page import engines, system_page

if TYPE_CHECKING:
    from collections.abc import Iterator

_INDEX_TEXT = """\
# Systems that are known

`crashqueue-verify DATABASE` recognises each of these by its tables. A page for each says what is
checked, what cannot be seen, and where the facts come from. For any other queue
[write a profile](../writing-a-profile.md).
"""

_RULES_TEXT = """\
# Generic rules

What every queue is asked, whoever wrote it, once its tables have become
[the model](profile-format.md#the-model). A rule that needs what a system does not store is
skipped, and the report says so. An *error* is impossible in a correct system, a *warning* is work
that is stuck or lost, *information* is neither. `crashqueue-verify explain G07` shows a rule with
its query. The rules for databases of CrashQueueLab itself are [others](rules.md).
"""


def pages() -> dict[str, str]:
    """Return each page by its path in the documentation."""
    return {
        "systems/index.md": _joined(_index()),
        "reference/generic-rules.md": _joined(_generic_rules()),
        **{f"systems/{p.name}.md": system_page(p) for p in shipped_profiles()},
    }


def write_pages(folder: Path) -> None:
    """Write every page below `folder`, and remove pages of systems that are gone."""
    made = pages()
    for page in folder.glob("systems/*.md"):
        if f"systems/{page.name}" not in made:
            page.unlink()
    for name, text in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def _joined(lines: Iterator[str]) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"


def _index() -> Iterator[str]:
    yield _INDEX_TEXT
    yield from table(
        ("system", "engine", "versions", "facts", "rules of its own"),
        (
            (
                f"[{profile.title}]({profile.name}.md)",
                engines(profile),
                escaped(profile.versions),
                "observed" if profile.basis is Basis.OBSERVED else "from documentation",
                f"{len(profile.rules)}",
            )
            for profile in sorted(shipped_profiles(), key=lambda p: p.title.casefold())
        ),
    )
    yield "```{toctree}"
    yield ":hidden:"
    yield ""
    yield from (profile.name for profile in shipped_profiles())
    yield "```"


def _generic_rules() -> Iterator[str]:
    yield _RULES_TEXT
    for rule in sorted(generic_rules(), key=lambda rule: rule.rule.rule_id):
        yield from rule_section(rule.rule, heading="##")
        if rule.needs:
            yield from paragraph(
                f"*Asked where there is:* {code(rule.needs)}.".replace("|", "` or `")
            )
        exempt = explain(rule.rule.rule_id).exempt
        if exempt:
            yield from paragraph("*Does not apply to:*")
            yield from bullets(f"{title}: {escaped(text)}" for title, text in exempt.items())


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
