"""Whoever comes after a death on a server, and asks for the same again with a key or a lease."""

from __future__ import annotations

from collections.abc import Sequence

from crashqueue_core import QueueError, SeededIdentity
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_faults.sites.contents import ABSENT, Content
from crashqueue_faults.sites.crashing import judge_death
from crashqueue_faults.sites.death import End
from crashqueue_faults.sites.scenes import Ask
from crashqueue_faults.sites.verdicts import SOUND, Judgement, SiteVerdict
from crashqueue_faults.sites.visits import Visit
from crashqueue_faults.sites.watched_connection import is_commit_in_flight

Told = tuple[object, str]
"""What a client was answered, or the code of its refusal, and the content it left."""


class AskingAgain:
    """Judges a death: by what it left, and by what the next client is told.

    What that client must be told follows from the content alone. It is found by asking undisturbed,
    of the content before the operation and of the one after it.
    """

    def __init__(self, order: Visit[type[PostgresStore]]) -> None:
        self._order = order
        self._told: dict[str, Told] = {}
        if order.scene.ask is not None:
            for content, is_done in ((order.contents[-1], True), (order.contents[0], False)):
                self._told[content.digest] = self._undisturbed(order.scene.ask, is_done=is_done)

    def __call__(
        self, site: str, end: End, found: Content, contents: Sequence[Content]
    ) -> Judgement:
        """Return the verdict on a death at this site."""
        verdict, sentence = judge_death(site, end, found, contents)
        if verdict not in SOUND:
            return verdict, sentence
        creates = contents[0].digest == ABSENT
        in_flight = is_commit_in_flight(site, creates=creates)
        if in_flight and end.acknowledged + 1 < len(contents):
            # Both are allowed, and which it was may differ from run to run.
            verdict = SiteVerdict.OUTCOME_UNKNOWN
        return self.problem(found) or (verdict, "")

    def problem(self, found: Content) -> Judgement | None:
        """Ask again of what was found; return what is wrong with what is told then, or None."""
        ask = self._order.scene.ask
        if ask is not None and (told := self._ask(ask)) != self._told[found.digest]:
            return SiteVerdict.UNUSABLE, f"whoever asked again was told {told[0]}"
        return None

    def _undisturbed(self, ask: Ask, *, is_done: bool) -> Told:
        scene = self._order.scene
        place = scene.set_up(self._order.room.scratch)
        if is_done:
            scene.perform(place, self._order.kind, lambda: None)
        return self._ask(ask)

    def _ask(self, ask: Ask) -> Told:
        scene, scratch = self._order.scene, self._order.room.scratch
        names = SeededIdentity(f"{scene.seed}/again")
        try:
            with scene.open(scene.engine.place(scratch), self._order.kind, names) as queue:
                answer = ask(queue)
        except QueueError as refusal:
            answer = refusal.code
        return answer, scene.engine.content(scratch).digest
