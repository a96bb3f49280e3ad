"""What all targets on Redis have in common: their store is made by the first command."""

from __future__ import annotations

from crashqueue_faults.targets.target import Configuration, Engine, Store


class OnRedis:
    """A target that keeps its jobs in a Redis which is empty at first."""

    engine = Engine.REDIS

    def create(self, store: Store, configuration: Configuration) -> None:
        """Do nothing: the store is empty."""
