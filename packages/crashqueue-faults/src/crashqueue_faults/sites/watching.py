"""What every layer of sites offers: to be told of each site as it is reached."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from crashqueue_core.store.protocol import StoreOpener
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_faults.actions import Action

SiteListener = Callable[[str], None]
"""Told of each site as it is reached, in words that are the same in every run."""


class Watch(Protocol):
    """How the sites of one layer are heard of while a queue is open."""

    def __call__(
        self, listener: SiteListener, kind: type[SqliteStore], /
    ) -> AbstractContextManager[StoreOpener]:
        """Yield what opens a store of this kind, whose sites are told to `listener`."""
        ...


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
