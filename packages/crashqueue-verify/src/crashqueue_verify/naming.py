"""Names that people mistype: what comes close to them."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import UnknownName
from crashqueue_verify.findings import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

MAX_SUGGESTIONS: Final = 3
MAX_LISTED: Final = 12


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return "; did you mean …?" with the names that come close, or an empty text."""
    by_folded = {other.casefold(): other for other in sorted(known) if other != name}
    close = get_close_matches(name.casefold(), by_folded, n=MAX_SUGGESTIONS)
    if not close:
        return ""
    return f"; did you mean {' or '.join(printable(by_folded[other]) for other in close)}?"


def require_known(what: str, names: Iterable[str], known: Collection[str]) -> None:
    """Raise UnknownName for the first of `names` that is not `known`; `what` is its kind."""
    for name in names:
        if name not in known:
            raise UnknownName(
                f"there is no {what} {printable(name)}{suggestion(name, known) or _listed(known)}"
            )


def _listed(known: Collection[str]) -> str:
    """Return a few names at least, if there are only few."""
    if not known or len(known) > MAX_LISTED:
        return ""
    return f" (there is {', '.join(map(printable, sorted(known)))})"
