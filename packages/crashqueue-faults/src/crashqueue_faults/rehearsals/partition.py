"""Workers on several hosts and one server: a host is cut off, its lease runs out, it comes back.

The acts are played one after the other, with clocks that are wrong on every host: the only one that
counts is the server's. A worker is cut off while it works, and comes back as a zombie; the answer
to a COMMIT is lost on its way; a COMMIT itself is lost, and its rows stay locked for a while.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from crashqueue_core import DurableQueue, SeededIdentity
from crashqueue_faults.effects import create_ledger
from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.experiment import (
    DEFAULT_SEED,
    Experiment,
    Progress,
    ProgressListener,
    check_seed,
    ignore_progress,
)
from crashqueue_faults.place import Place
from crashqueue_faults.rehearsals.host import remote_worker
from crashqueue_faults.rehearsals.ip_command import require_namespaces
from crashqueue_faults.rehearsals.lab_network import Lab, proxied_lab
from crashqueue_faults.rehearsals.partition_acts import (
    Play,
    cut_off,
    lose_the_answer,
    lose_the_commit,
    observe_clocks,
)
from crashqueue_faults.rehearsals.stage import TENANT, evidence, told

NAMESPACES: Final = "namespaces"
PROXY: Final = "proxy"
NETWORKS: Final = (NAMESPACES, PROXY)

HOUR_US: Final = 3_600_000_000
CLOCK_OFFSETS_US: Final = {"a": 5 * HOUR_US, "b": -3 * HOUR_US}
"""How wrong each host's clock is: by more than any lease of the story lasts."""

LIMITS: Final = {
    NAMESPACES: (
        "one kernel carries all hosts: packets are lost as a whole, not delayed or reordered",
        "there is one server and one clock that counts; nothing is said about failover",
        "a fence protects only destinations that check it, and the way to this one is never cut",
    ),
    PROXY: (
        "the hosts are processes of one machine; a proxy ends connections where packets were lost",
        "there is one server and one clock that counts; nothing is said about failover",
        "a fence protects only destinations that check it, and the way to this one is never cut",
    ),
}
EXPECTED: Final = {
    "clocks_wrong_by_hours": {"a": 5, "b": -3},
    "times_are_the_servers": True,
    "cut_off": {
        "claimed_by_a": {"attempts": 1, "fence": 1, "state": "LEASED"},
        "claim_of_b_before_expiry": "lease_busy",
        "heartbeat_of_a_while_cut_off": "server_unavailable",
        "taken_over_by_b": {"attempts": 2, "fence": 2, "state": "LEASED"},
        "effect_of_b": "accepted",
        "finished_by_b": {"attempts": 2, "fence": 2, "state": "SUCCEEDED"},
        "a_was_alive_all_the_time": True,
        "late_heartbeat_of_a": "lease_lost",
        "late_effect_of_a": "stale_writer",
        "late_result_of_a": "lease_lost",
        "effects_at_fenced_destination": 1,
        "history": ["SUBMITTED", "CLAIMED", "CLAIMED", "SUCCEEDED"],
    },
    "answer_lost": {
        "claimed_by_a": {"attempts": 1, "fence": 1, "state": "LEASED"},
        "boundary_reached_by_a": "BEFORE_SUCCESS_COMMIT",
        "committed_at_the_server": "SUCCEEDED",
        "a_is_told": "outcome_unknown",
        "what_is_unknown_is_named": True,
        "a_asks_again": "accepted",
        "receipt_is_of_the_first_commit": True,
        "history": ["SUBMITTED", "CLAIMED", "SUCCEEDED"],
    },
    "commit_lost": {
        "boundary_reached_by_a": "BEFORE_SUCCESS_COMMIT",
        "a_is_told": "outcome_unknown",
        "what_is_unknown_is_named": True,
        "taken_over_by_b": {"attempts": 2, "fence": 2, "state": "LEASED"},
        "a_asks_again": "lease_lost",
        "finished_by_b": {"attempts": 2, "fence": 2, "state": "SUCCEEDED"},
        "history": ["SUBMITTED", "CLAIMED", "CLAIMED", "SUCCEEDED"],
    },
    "evidence": {"integrity_ok": True, "invariants": "HOLDS"},
}


def run_partition(
    *,
    seed: int = DEFAULT_SEED,
    network: str = NAMESPACES,
    progress: ProgressListener = ignore_progress,
) -> Experiment:
    """Play the acts on a server of the rehearsal's own; the seed fixes the whole report.

    The hosts are network namespaces of Linux, or with `network` "proxy" processes behind proxies.
    Raises NamespacesUnavailable where the former cannot be made, InvalidExperiment for another
    network, ServerProgramsMissing, and RehearsalInterrupted when a worker ends early.
    """
    check_seed(seed)
    with _lab(network) as lab, TemporaryDirectory(prefix="crashqueuelab-") as folder:
        facts = _play(lab, Path(folder), seed, progress)
    return told("partition", seed, {"network": network, **facts}, EXPECTED, LIMITS[network])


def _lab(network: str) -> AbstractContextManager[Lab]:
    if network not in NETWORKS:
        raise InvalidExperiment(f"network must be one of {', '.join(NETWORKS)}", argument="network")
    hosts = tuple(CLOCK_OFFSETS_US)
    if network == PROXY:
        return proxied_lab(hosts)
    require_namespaces()
    # Late: it is made of what only Linux has.
    namespaces = import_module("crashqueue_faults.rehearsals.namespaces")
    lab: AbstractContextManager[Lab] = namespaces.namespace_lab(hosts)
    return lab


def _play(lab: Lab, folder: Path, seed: int, progress: ProgressListener) -> dict[str, object]:
    place = Place(address=lab.address, schema="crashqueue")
    facts: dict[str, object] = {}
    acts = {
        "clocks": observe_clocks,
        "cut off": cut_off,
        "answer lost": lose_the_answer,
        "commit lost": lose_the_commit,
    }
    with _players(lab, place, folder, seed) as play:
        for done, (name, act) in enumerate(acts.items(), 1):
            facts |= act(play)
            progress(Progress(done=done, total=len(acts), label=name))
    return {**facts, "evidence": evidence(place)}


@contextmanager
def _players(lab: Lab, place: Place, folder: Path, seed: int) -> Iterator[Play]:
    ledger = folder / "effects.sqlite"
    create_ledger(ledger)
    with ExitStack() as stack:
        queue = stack.enter_context(
            DurableQueue(**place.where, identity=SeededIdentity(f"{seed}/parent"))
        )
        workers = {
            role: stack.enter_context(
                remote_worker(
                    role,
                    link,
                    place,
                    ledger,
                    {"seed": seed, "clock_offset_us": CLOCK_OFFSETS_US[role]},
                )
            )
            for role, link in lab.links.items()
        }
        yield Play(
            place=place,
            north=queue.for_tenant(TENANT),
            links=lab.links,
            workers=workers,
            ledger=ledger,
        )
