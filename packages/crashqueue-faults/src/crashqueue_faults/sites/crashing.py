"""Dying at every site of a scene, and judging what is left each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from crashqueue_faults.actions import CRASH_EXIT_CODE, Action
from crashqueue_faults.place import Place
from crashqueue_faults.sites.contents import Content
from crashqueue_faults.sites.death import Acknowledge, Die, End
from crashqueue_faults.sites.scenes import Room, Scene
from crashqueue_faults.sites.verdicts import (
    Finding,
    Judgement,
    SiteVerdict,
    Tally,
    judge_content,
)
from crashqueue_faults.sites.watching import StrikeAt, Watch

Judge = Callable[[str, End, Content, Sequence[Content]], Judgement]
"""Judges a death: at which site, how it ended, what was found, and the contents as they should be.
"""

Inspect = Callable[[Path], object]
"""Given the folder of the files as the dead left them, before anybody opens them."""


def judge_death(_site: str, end: End, found: Content, contents: Sequence[Content]) -> Judgement:
    """Judge how a child ended, and what it left, wherever it died."""
    if end.exit_code != CRASH_EXIT_CODE:
        return SiteVerdict.UNKNOWN, f"the child ended with {end.exit_code}, not {CRASH_EXIT_CODE}"
    return judge_content(end.acknowledged, found, contents)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrashLayer:
    """Where a process is let die, how it dies, and how its death is judged."""

    watch: Watch
    die: Die
    judge: Judge = judge_death

    def crash(self, scene: Scene, number: int, folder: Path) -> End:
        """Play the scene in `folder` and die at site `number`."""
        end = self.die(partial(self._live, scene, scene.set_up(folder), number))
        scene.engine.await_end()
        return end

    def _live(
        self, scene: Scene, place: Place, number: int, action: Action, acknowledge: Acknowledge
    ) -> None:
        with self.watch(StrikeAt(number, action)) as open_store:
            scene.perform(place, open_store, acknowledge)


def sites_of(scene: Scene, folder: Path, watch: Watch) -> tuple[str, ...]:
    """Return every site of the scene, in order, found by playing it once in `folder`."""
    sites: list[str] = []
    with watch(sites.append) as open_store:
        scene.perform(scene.set_up(folder), open_store, lambda: None)
    return tuple(sites)


def crash_everywhere(
    layer: CrashLayer,
    scene: Scene,
    contents: Sequence[Content],
    room: Room,
    inspect: Inspect = lambda _folder: None,
) -> Tally:
    """Die at every site of the scene; keep the database of each bad verdict's first case.

    `contents` are those before the first answer and after each.
    """
    sites = sites_of(scene, room.scratch, layer.watch)
    tally = Tally(scenes=1, sites=len(sites))
    for number, site in enumerate(sites):
        end = layer.crash(scene, number, room.scratch)
        inspect(room.scratch)
        found = scene.engine.content(room.scratch)
        verdict, sentence = layer.judge(site, end, found, contents)
        finding = Finding(
            verdict=verdict, sentence=sentence, site=number, at=site, files=room.name_of(verdict)
        )
        if tally.note(finding, found):
            # Looking has changed the files, so the witness dies once more.
            layer.crash(scene, number, room.scratch)
            scene.engine.keep(room.scratch, room.kept / verdict)
    return tally
