"""What a run does with its crew: plant, explore, and visit every scene at every site."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from crashqueue_faults.evidence import Stopwatch
from crashqueue_faults.experiment import Progress, ProgressListener
from crashqueue_faults.sites.crew import Crew, Outcome
from crashqueue_faults.sites.planted import INVARIANTS, PLANTED_BUGS
from crashqueue_faults.sites.server import Server
from crashqueue_faults.sites.states import State, StateSpace, explore
from crashqueue_faults.sites.tasks import EXPLORE, Task
from crashqueue_faults.sites.verdicts import Tally

FAILURES: Final = "failures"
PLANTED: Final = "planted-bugs"

Tallies = Mapping[str, Tally]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerResult:
    """What one layer found: of each operation, and of each state's recovery with its state."""

    operations: Mapping[str, Tallies]
    recoveries: Sequence[tuple[State, Tallies]]


class Course:
    """The parts of a run. Task by task, the rooms and the witnesses are told apart by name."""

    def __init__(
        self,
        *,
        seed: int,
        server: Server | None,
        crew: Crew,
        rooms: Path,
        directory: Path,
        stopwatch: Stopwatch,
        progress: ProgressListener,
    ) -> None:
        self._common = {"seed": str(seed)}
        if server is not None:
            self._common |= {"address": server.address, "schema": server.schema}
        self._crew = crew
        self._rooms = rooms
        self._directory = directory
        self._stopwatch = stopwatch
        self._progress = progress

    def plant(self, layers: Sequence[str]) -> dict[str, dict[str, set[str]]]:
        """Return, for each planted bug, the bad verdicts of the invariants and of each layer."""
        tasks = [self._bug(bug, layer) for bug in PLANTED_BUGS for layer in layers]
        with self._stopwatch.measuring("planted bugs"):
            outcomes = iter(self._work("planted bugs", tasks))
            found = {
                bug: {layer: _bad_verdicts(_tallies(next(outcomes))) for layer in layers}
                for bug in PLANTED_BUGS
            }
            for bug in PLANTED_BUGS:
                space = explore([self._bug(bug, EXPLORE)], self._crew, self._rooms / bug)
                verdicts = {finding.verdict for _, finding in space.findings()}
                found[bug][INVARIANTS] = {str(verdict) for verdict in verdicts}
        return found

    def explore(self, operations: Sequence[str]) -> StateSpace:
        """Return every state that a crash can leave, judged by the auditor."""
        with self._stopwatch.measuring("states"):
            tasks = [self._operation(name, EXPLORE) for name in operations]
            return explore(tasks, self._crew, self._rooms)

    def visit(self, layer: str, operations: Sequence[str], space: StateSpace) -> LayerResult:
        """Visit every operation, and the next step of recovery from every state, in this layer."""
        states = list(space.once.values())
        tasks = [self._operation(name, layer) for name in operations]
        tasks += [self._recovery(state, layer) for state in states]
        with self._stopwatch.measuring(layer):
            outcomes = [_tallies(outcome) for outcome in self._work(layer, tasks)]
        return LayerResult(
            operations=dict(zip(operations, outcomes[: len(operations)], strict=True)),
            recoveries=list(zip(states, outcomes[len(operations) :], strict=True)),
        )

    def _work(self, label: str, tasks: Sequence[Task]) -> Iterator[Outcome]:
        for done, outcome in enumerate(self._crew(tasks), start=1):
            self._progress(Progress(done=done, total=len(tasks), label=label))
            yield outcome

    def _bug(self, bug: str, work: str) -> Task:
        operation = PLANTED_BUGS[bug].operation.name
        return self._task(work, bug, kept_in=PLANTED, operation=operation, bug=bug)

    def _operation(self, name: str, work: str) -> Task:
        return self._task(work, name.replace(",", "").replace(" ", "-"), operation=name)

    def _recovery(self, state: State, work: str) -> Task:
        name = f"recovery-{state.digest[:16]}"
        return self._task(work, name, start=state.folder, digest=state.digest)

    def _task(self, work: str, name: str, kept_in: str = FAILURES, **scene: str) -> Task:
        name = f"{work}-{name}"
        return Task(
            work=work,
            room=str(self._rooms / name),
            kept=str(self._directory / kept_in / name),
            **self._common,
            **scene,
        )


def _tallies(outcome: Outcome) -> Tallies:
    return {name: Tally.from_dict(fields) for name, fields in outcome.items()}


def _bad_verdicts(tallies: Tallies) -> set[str]:
    return {finding.verdict for tally in tallies.values() for finding in tally.findings}
