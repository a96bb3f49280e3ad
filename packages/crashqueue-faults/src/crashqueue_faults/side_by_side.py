"""Many cases side by side, each on a thread of its own: what runs is in its child."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TypeVar

Case = TypeVar("Case")
Result = TypeVar("Result")


def run_side_by_side(
    run: Callable[[Case], Result],
    cases: Iterable[Case],
    *,
    processes: int,
    finished: Callable[[Case], None],
) -> list[Result]:
    """Return the results in the order of the cases; `finished` hears of each that is done.

    If one of them fails, or an interrupt comes, those that were not begun are left out.
    """
    with ThreadPoolExecutor(processes) as pool:
        futures = {pool.submit(run, case): case for case in cases}
        try:
            for future in as_completed(futures):
                future.result()
                finished(futures[future])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        return [future.result() for future in futures]
