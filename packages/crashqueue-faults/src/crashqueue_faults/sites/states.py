"""Every content that a crash can leave, and where recovery leads from each.

A database after a crash has the content before or after an operation: that is what the layers
check, at every site. So everything else has to be asked once for each content, not for each site:
does the audit hold, does replay agree, does recovery end? Recovery is made of operations as well.
Crashed inside it, it leaves the content before or after one of them; those are followed too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from crashqueue_faults.sites.contents import ABSENT
from crashqueue_faults.sites.crew import Crew
from crashqueue_faults.sites.tasks import EXPLORE, Task
from crashqueue_faults.sites.verdicts import Finding, SiteVerdict

LONGEST_RECOVERY: Final = 50
"""Steps after which a recovery that is not over never will be: a job has few attempts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One content: the folder of its files, the operation that led to it, and what follows it.

    `following` are the contents after each operation of the next step of recovery; none in a state
    whose jobs have all ended. `problem` is what the auditor has against it.
    """

    digest: str
    folder: str
    origin: str
    following: tuple[str, ...]
    problem: str


@dataclass(slots=True, kw_only=True)
class StateSpace:
    """All states by digest: those after one crash and any steps of recovery, and the others.

    `once` are the ends of undisturbed steps; recovery is crashed in each of them. `again` are left
    by a crash inside recovery, and whatever follows; from them recovery only has to end.
    """

    once: dict[str, State] = field(default_factory=dict)
    again: dict[str, State] = field(default_factory=dict)

    def findings(self) -> list[tuple[State, Finding]]:
        """Return the states that the auditor refuses, and those from which recovery never ends."""
        states = {**self.again, **self.once}
        refused = [
            (state, Finding(verdict=SiteVerdict.INVARIANTS, sentence=state.problem))
            for state in states.values()
            if state.problem
        ]
        stranded = [
            (state, Finding(verdict=SiteVerdict.STRANDED, sentence="recovery does not end"))
            for state in states.values()
            if not _ends(state, states)
        ]
        return refused + stranded


def _ends(state: State, states: Mapping[str, State]) -> bool:
    for _ in range(LONGEST_RECOVERY):
        if not state.following:
            return True
        state = states[state.following[-1]]
    return False


def explore(tasks: Sequence[Task], crew: Crew, rooms: Path) -> StateSpace:
    """Return all states that these operations and crashes in them, and in their recovery, leave."""
    explorer = _Explorer(crew, rooms, tasks[0])
    space = StateSpace()
    found = [
        (state, task.operation)
        for task, outcome in zip(tasks, crew(tasks), strict=True)
        for state in outcome["states"]
    ]
    inside = explorer.close(found, space.once, {}, slice(-1, None))
    explorer.close(inside, space.again, space.once, slice(0, None))
    return space


Found = list[tuple[Mapping[str, Any], str]]
"""States as tasks tell of them, each with the operation that led to it."""


class _Explorer:
    def __init__(self, crew: Crew, rooms: Path, example: Task) -> None:
        self._crew = crew
        self._rooms = rooms
        self._example = example  # of where scenes are played
        self._done = 0

    def close(
        self, found: Found, states: dict[str, State], known: Mapping[str, State], follow: slice
    ) -> Found:
        """Add every state that is found, and all that follow by `follow`; return the others."""
        others: Found = []
        while found := _new(found, {**known, **states}):
            tasks = [self._task(state) for state, _ in found]
            following: Found = []
            for (state, origin), outcome in zip(found, self._crew(tasks), strict=True):
                after = outcome["states"][1:]
                states[state["digest"]] = _state(state, origin, outcome)
                following += [(next_one, origin) for next_one in after[follow]]
                others += [(next_one, origin) for next_one in after[:-1]]
            found = following
        return others

    def _task(self, state: Mapping[str, Any]) -> Task:
        self._done += 1
        return replace(
            self._example,
            work=EXPLORE,
            room=str(self._rooms / f"state-{self._done}"),
            kept="",
            seed="",
            operation="",
            bug="",
            start=state["folder"],
            digest=state["digest"],
        )


def _new(found: Found, known: Mapping[str, State]) -> Found:
    """Return each state once that is not known. An absent database has nothing to recover."""
    first = {state["digest"]: (state, origin) for state, origin in reversed(found)}
    return [
        first[digest]
        for digest in dict.fromkeys(state["digest"] for state, _ in found)
        if digest not in known and digest != ABSENT
    ]


def _state(state: Mapping[str, Any], origin: str, outcome: Mapping[str, Any]) -> State:
    return State(
        digest=state["digest"],
        folder=state["folder"],
        origin=origin,
        following=tuple(after["digest"] for after in outcome["states"][1:]),
        problem=outcome["problem"],
    )
