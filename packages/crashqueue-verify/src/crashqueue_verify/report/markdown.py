"""Plain texts of profiles and rules, as Markdown that says the same."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crashqueue_verify.rules import Rule

WIDTH: Final = 100

_CODE: Final = re.compile(r"(`[^`]*`)")
_OPTION: Final = re.compile(r"--[a-z][a-z-]*(?: [A-Za-z_]+(?:=\w+)?(?=[ .,;)]|$))?")
_SPECIAL: Final = re.compile(r"([\\*<>\[\]|])")


def escaped(text: str) -> str:
    """Return a plain text as Markdown: code stays code, and options become code."""
    with_options = "".join(
        part if part.startswith("`") else _OPTION.sub(r"`\g<0>`", part)
        for part in _CODE.split(text)
    )
    return "".join(
        part if part.startswith("`") else _SPECIAL.sub(r"\\\1", part)
        for part in _CODE.split(with_options)
    )


def code(names: Iterable[str]) -> str:
    """Return names in code, separated by commas."""
    return ", ".join(f"`{name}`" for name in names)


def paragraph(text: str) -> list[str]:
    """Return Markdown in lines, and an empty one."""
    return [*textwrap.wrap(text, WIDTH, break_on_hyphens=False, break_long_words=False), ""]


def bullets(texts: Iterable[str]) -> Iterator[str]:
    """Yield a list, and an empty line."""
    for text in texts:
        yield from textwrap.wrap(
            text,
            WIDTH,
            initial_indent="* ",
            subsequent_indent="  ",
            break_on_hyphens=False,
            break_long_words=False,
        )
    yield ""


def table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield a table, and an empty line."""
    yield f"| {' | '.join(header)} |"
    yield "|" + "---|" * len(header)
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def rule_section(rule: Rule, *, heading: str = "###") -> Iterator[str]:
    """Yield the section of one rule."""
    yield f"{heading} {rule.rule_id}"
    yield ""
    yield from paragraph(f"**{escaped(rule.sentence)}** ({rule.severity})")
    for label, text in (
        ("Why", rule.why),
        ("What to do", rule.action),
        ("What that could break", rule.risk),
        ("How it is checked", rule.check),
        ("Seen in", ", ".join(rule.reports)),
    ):
        if text:
            yield from paragraph(f"*{label}:* {escaped(text)}")
