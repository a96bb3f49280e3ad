"""What a profile's SQL may name: its traits, its lease and its settings, by value."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crashqueue_verify.foreign.profile import Profile
    from crashqueue_verify.staging.catalogue import StagedValue


def query_parameters(profile: Profile, settings: Mapping[str, float]) -> dict[str, StagedValue]:
    """Return the parameters of every query, with the numbers that the user has set.

    A rule's query may name `t_ref` as well, the reference time in microseconds.
    """
    defaults = {name: setting.default for name, setting in profile.settings.items()}
    lost_after_s = settings.get("lost_after_s", profile.lease.lost_after_s)
    skew_s = profile.traits["skew_s"]
    return {
        **profile.traits,
        **defaults,
        **settings,
        "lease_rule": str(profile.lease.rule),
        "lost_after_us": round(lost_after_s * 1_000_000),
        "skew_us": round(skew_s * 1_000_000),
    }
