"""Text that nothing in a database can turn into more than text."""

from __future__ import annotations


def harmless(text: str) -> str:
    """Return `text` with everything escaped that does not print as itself.

    Those are control characters, so no terminal is steered and no XML is invalid, and the marks
    that turn the direction of reading, so what is shown is what is there.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
