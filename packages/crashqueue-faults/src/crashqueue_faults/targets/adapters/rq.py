"""RQ: a worker that forks a work-horse for each job, on Redis."""

from __future__ import annotations

from collections.abc import Sequence

from crashqueue_faults.targets.target import (
    Configuration,
    Engine,
    JobState,
    Promise,
    Quotation,
    Role,
    Sight,
    Store,
)


class Rq:
    """The target."""

    name = "rq"
    library = "rq"
    engine = Engine.REDIS
    configurations: Sequence[Configuration] = (
        Configuration(
            name="default",
            settings={"worker": "Worker([queue]).work()", "enqueue": "queue.enqueue(perform)"},
            promise=Promise.NOT_STATED,
            quotation=Quotation(text="", source="https://python-rq.org/docs/"),
            recovery="start the worker again",
            patience_s=3.0,
            idle=r"^(BLMOVE|BRPOP|BLPOP|LMOVE)",
        ),
    )

    def prepare(self) -> None:
        """Import the library."""
        import rq  # noqa: F401 - only the target's own process needs it

    def create(self, store: Store, configuration: Configuration) -> None:
        """Do nothing: the store is empty."""

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Put one job."""
        from redis import Redis
        from rq import Queue

        with Redis.from_url(store.address) as redis:
            Queue(connection=redis).enqueue("crashqueue_faults.targets.job.perform", job_id="job-1")

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the worker."""
        from redis import Redis
        from rq import Queue, Worker

        redis = Redis.from_url(store.address)
        Worker([Queue(connection=redis)], connection=redis).work()

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Read the job's status."""
        from redis import Redis

        with Redis.from_url(store.address) as redis:
            status = (redis.hget("rq:job:job-1", "status") or b"").decode()
        states = {
            "": JobState.ABSENT,
            "queued": JobState.WAITING,
            "started": JobState.RUNNING,
            "finished": JobState.DONE,
            "failed": JobState.FAILED,
        }
        return Sight(state=states[status], content=status)
