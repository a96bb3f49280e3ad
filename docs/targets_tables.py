"""The tables of docs/targets.md and of the pages of targets, from evidence alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median
from typing import Any, Final

from targets_evidence import Measured

from crashqueue_faults.targets.mishaps.mishap import Mishap
from crashqueue_faults.targets.outcomes import Outcome, Verdict
from crashqueue_faults.targets.target import Victim

NOTHING: Final = "–"
DEAD: Final = {
    Victim.TREE: "every process",
    Victim.PROCESS: "the process that sent the command",
}


def matrix(found: Sequence[Measured], link: Callable[[str], str]) -> str:
    """Return the table of all targets; `link` makes a target's name one to its page."""
    return _block(
        f"Measured {_when(found)}, each boundary {_each('repetitions', found)} times, "
        f"seed {_each('seed', found)}.",
        (
            *("target", "version", "configuration", "promise", "what dies", "boundaries:"),
            *("outcomes", "varying:", "verdict", "recovery, s: median / longest:"),
        ),
        (
            (
                link(each.target),
                each.subject["version"],
                f"`{each.configuration}`",
                each.subject["promise"],
                each.subject["victim"],
                *_results(each),
            )
            for each in found
        ),
    )


def actions(found: Sequence[Measured]) -> str:
    """Return the table of what else befell the workers; empty if nothing else was done to any."""
    visited = [each for each in found if each.row.get("actions")]
    if not visited:
        return ""
    return _block(
        f"Measured {_when(visited)}, seed {_each('seed', visited)}, each case once, so that "
        "nothing is known of what varies:",
        ("target", "configuration", *Mishap),
        (
            (each.target, f"`{each.configuration}`", *(_action(each, mishap) for mishap in Mishap))
            for each in found
        ),
    )


def auditor(found: Sequence[Measured]) -> str:
    """Return the table of what the auditor told; empty if it could read no store."""
    read = [each for each in found if each.subject.get("auditor", {}).get("is_readable")]
    if not read:
        return ""
    return _block(
        f"Measured {_when(read)}, in boundaries, each visited {_each('repetitions', read)} times:",
        (
            *("configuration", "visited:", "a rule broken right after the crash:"),
            *("job not done:", "of them told of:", "by", "false alarms:"),
        ),
        map(_told, read),
    )


def configurations(found: Sequence[Measured]) -> str:
    """Return the tables of one page's targets: what came of them, and all of their settings."""
    is_one = len({each.target for each in found}) == 1
    names = [f"`{each.configuration if is_one else each.name}`" for each in found]
    return _outcomes_of(found, names) + _settings_of(found, names)


def _outcomes_of(found: Sequence[Measured], names: Sequence[str]) -> str:
    library = found[0].subject["library"]
    versions = " and ".join(sorted({str(each.subject["version"]) for each in found}))
    return _block(
        f"Measured with {library} {versions} {_when(found)}, each boundary "
        f"{_each('repetitions', found)} times:",
        (
            *("configuration", "what dies", "boundaries:", "outcomes", "varying:", "verdict"),
            "recovery, s: median / longest:",
        ),
        (
            (name, DEAD[Victim(each.subject["victim"])], *_results(each))
            for name, each in zip(names, found, strict=True)
        ),
    )


def _settings_of(found: Sequence[Measured], names: Sequence[str]) -> str:
    return _block(
        "With these settings, all else as the library has it:",
        ("configuration", "settings", "recovery", "waited for, s:"),
        (
            (
                name,
                "<br>".join(map(_setting, each.subject["settings"].items())),
                each.subject["recovery"],
                f"{each.subject['patience_s']:g}",
            )
            for name, each in zip(names, found, strict=True)
        ),
    ).removeprefix("\n")


def _setting(setting: tuple[str, object]) -> str:
    name, value = setting
    return f"{name}: `{value}`" if value != {} else f"{name}: the defaults"


def _results(each: Measured) -> Iterator[object]:
    yield _visited(each)
    yield counted(each.row["outcomes"])
    yield each.row["varying"]
    yield each.row["verdict"]
    lasted_s = each.recoveries_s
    yield f"{median(lasted_s):.1f} / {max(lasted_s):.1f}" if lasted_s else NOTHING


def counted(outcomes: dict[str, int]) -> str:
    """Return how often which outcome was, from the best to the worst."""
    return ", ".join(f"{outcomes[each]} {each}" for each in Outcome if each in outcomes)


def _visited(each: Measured) -> str:
    found = f" of {each.subject['boundaries_found']}" if each.subject["is_sample"] else ""
    return f"{each.row['boundaries']}{found}"


def _action(each: Measured, mishap: Mishap) -> str:
    told = each.row.get("actions", {}).get(mishap)
    if told is None:
        return "not measured"
    if told["result"] == "not applicable":
        return NOTHING
    outcomes = each.subject["actions"][mishap].get("outcomes")
    words = counted(outcomes) if outcomes else told["result"]
    return f"{words} ({told['verdict']})" if told["verdict"] == Verdict.BROKEN else words


def _told(each: Measured) -> tuple[object, ...]:
    said = each.subject["auditor"]
    by = [f"`{rule}`" for rule in said["rules_that_tell"]]
    if without := said["not_done_and_without_trace"]:
        by.append(f"{without} without a trace")
    return (
        f"`{each.name}`",
        _visited(each),
        sum(bool(told["auditor"]["after_crash"]["rules"]) for told in each.subject["boundaries"]),
        said["not_done"],
        said["not_done_and_told"],
        ", ".join(by) or NOTHING,
        said["false_alarms"],
    )


def _block(sentence: str, head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a sentence and a table; columns whose name ends in a colon are of numbers."""
    names = list(head)
    rule = "|".join("--:" if name.endswith(":") else "---" for name in names)
    lines = [_line(name.removesuffix(":") for name in names), f"|{rule}|", *map(_line, rows)]
    return "\n".join(["", sentence, "", *lines, "", ""])


def _line(cells: Iterable[Any]) -> str:
    # A bar would end the cell, even in code.
    escaped = (str(cell).replace("|", r"\|") for cell in cells)
    return f"| {' | '.join(escaped)} |"


def _when(found: Sequence[Measured]) -> str:
    first, last = (choose(each.date for each in found) for choose in (min, max))
    return f"on {first}" if first == last else f"from {first} to {last}"


def _each(attribute: str, found: Sequence[Measured]) -> str:
    return " or ".join(map(str, sorted({getattr(each, attribute) for each in found})))
