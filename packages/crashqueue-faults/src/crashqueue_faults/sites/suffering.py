"""A caller that meets an error: what it was told, and what that is worth by what is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crashqueue_core import DurableQueue, QueueError, SeededIdentity, StoreError
from crashqueue_core.store.protocol import StoreOpener
from crashqueue_faults.place import Place
from crashqueue_faults.sites.contents import Content
from crashqueue_faults.sites.scenes import Scene
from crashqueue_faults.sites.verdicts import SOUND, Judgement, SiteVerdict, judge_content


class RepeatedNames:
    """The names of a scene, which a caller that tries again is given again."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self.begin()

    def begin(self) -> None:
        """Give the first name next."""
        self._names = SeededIdentity(self._seed)

    def job_id(self, now_us: int) -> str:
        """Return the next job id."""
        return self._names.job_id(now_us)

    def lease_token(self) -> str:
        """Return the next lease token."""
        return self._names.lease_token()


@dataclass(slots=True, kw_only=True)
class Suffered:
    """What the caller met: how many answers, what it was told, and the queue if it has one."""

    names: RepeatedNames
    answers: int = 0
    error: Exception | None = None
    queue: DurableQueue | None = None


def suffer(
    scene: Scene, place: Place, open_store: StoreOpener, names: RepeatedNames | None = None
) -> Suffered:
    """Play the scene, with its own names if there are no others; keep whatever error ends it."""
    suffered = Suffered(names=names or RepeatedNames(scene.seed))
    try:
        suffered.queue = scene.open(place, open_store, suffered.names)
        for _ in scene.play(suffered.queue):
            suffered.answers += 1
    except Exception as error:
        # Of whatever kind: which kinds a caller may get is what is to be judged.
        suffered.error = error
    return suffered


def judge_error(suffered: Suffered, found: Content, contents: Sequence[Content]) -> Judgement:
    """Judge what the caller was told by what a crash at that moment would leave."""
    error = suffered.error
    if error is not None and not isinstance(error, StoreError):
        return SiteVerdict.UNCLEAR_ERROR, f"the caller met {in_words(error)}"
    verdict, sentence = judge_content(suffered.answers, found, contents)
    if error is None or verdict not in SOUND:
        return verdict, sentence
    as_answered = found.digest == contents[suffered.answers].digest
    return (SiteVerdict.REFUSED if as_answered else SiteVerdict.OUTCOME_UNKNOWN), ""


def in_words(error: Exception) -> str:
    """Return an error's code, or its name, and what it says."""
    code = error.code if isinstance(error, QueueError) else type(error).__name__
    return f"{code}: {error}"
