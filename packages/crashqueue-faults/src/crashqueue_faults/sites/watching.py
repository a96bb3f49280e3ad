"""What every layer of sites offers: to be told of each site as it is reached."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from crashqueue_core.store.protocol import StoreOpener
from crashqueue_faults.actions import Action

SiteListener = Callable[[str], None]
"""Told of each site as it is reached, in words that are the same in every run."""


Watch = Callable[[SiteListener], AbstractContextManager[StoreOpener]]
"""Yields what opens a store whose sites are told to the listener: how one layer hears of them."""


class StrikeAt:
    """A listener that strikes at one site, given by its number from 0 in order of appearance."""

    def __init__(self, number: int, action: Action) -> None:
        self._number = number
        self._action = action
        self._passed = 0

    def __call__(self, _site: str) -> None:
        """Count the site, and strike if it is the one."""
        number, self._passed = self._passed, self._passed + 1
        if number == self._number:
            self._action()
