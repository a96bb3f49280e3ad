"""What whoever asks for an audit decides."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crashqueue_verify.foreign.profile import Profile
    from crashqueue_verify.results import ReferenceTime


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a foreign database is judged.

    `profiles` are those that may recognise it, `schema` the only PostgreSQL schema in which they
    look. `settings` are numbers that its rows do not hold, by the name that the profile gives them,
    "lost_after_s" always among them.
    """

    profiles: tuple[Profile, ...]
    schema: str | None = None
    given: ReferenceTime | None = None
    settings: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    show_payloads: bool = False
