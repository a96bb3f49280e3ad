"""The report on a queue of others, as people read it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crashqueue_verify import Verdict
from crashqueue_verify.report.text import render_text
from crashqueue_verify.report.times import iso, since, span
from crashqueue_verify.selection import select

if TYPE_CHECKING:
    from crashqueue_verify import Report


def test_the_report_says_what_it_is_about(mixed: Report) -> None:
    rules = len(mixed.rules)
    asked = rules - sum(len(i.rule_ids) for i in (*mixed.skipped, *mixed.not_evaluated))
    assert 4 < asked < rules
    assert render_text(mixed).startswith(
        "VIOLATED: this database breaks rules that a correct queue cannot break\n"
        "\n"
        "  system      Tiny, SQLite file\n"
        "  facts       from documentation: the library was not run; versions 1\n"
        f"  checked     11 jobs, 0 attempts, 0 events; {asked} of {rules} rules asked\n"
        "  states      8 succeeded, 1 unknown, 2 waiting\n"
        "  violations  1 (G01)\n"
        "  warnings    1 (TY01)\n"
        "  information 1 (TY02)\n"
        "  as of       2023-11-14T22:13:20.000000+00:00 (newest time in the data)\n"
    )


def test_a_finding_says_since_when_what_to_do_and_what_that_could_break(mixed: Report) -> None:
    text = render_text(mixed)
    assert (
        "    - 1 job in the unknown state lost\n"
        "        since 2023-11-14T19:26:40.000000+00:00, 2 h 46 min before the time of this "
        "report\n"
        "        job_key=b, id=b, status=lost, made_at=1699990000, payload=<1 bytes>\n"
    ) in text
    assert (
        "Warnings\n"
        "\n"
        "  TY01  No job is called odd.\n"
        "    why:  It is odd.\n"
        "    do:   Rename it.\n"
        "    risk: Whoever looks for the old name.\n"
        "    see:  Tiny #1, Tiny #2\n"
        "    - 1 job called odd-1\n"
    ) in text
    assert "    - 8 jobs done\n" in text
    assert "        and 3 more rows\n" in text


def test_the_end_says_what_was_not_asked(mixed: Report) -> None:
    text = render_text(select(mixed, ignored={"TY02": "we keep them"}))
    assert "Not checked\n  TY03: its query fails on this database: malformed JSON\n" in text
    assert "Ignored on request\n  TY02 (1 finding): we keep them\n" in text
    assert "  G23: Nobody waits here.\n" in text
    flat = " ".join(text.split())
    assert "Tiny does not store it: " in flat
    assert "G11 (job.unique_key), G12 (job.same_work_key)" in flat
    assert text.endswith(
        "What no audit of this system can see\n  - Nothing is seen of what is not there.\n"
    )


def test_what_holds_holds_as_far_as_it_could_be_asked(mixed: Report) -> None:
    whole = select(mixed, only=["G01", "G29", "TY01"], ignored={"G01": "x"})
    assert whole.verdict is Verdict.HOLDS
    assert render_text(whole).startswith(
        "HOLDS: every rule that could be asked holds, but work is stuck or lost: see the warnings\n"
    )
    calm = select(mixed, only=["G29"])
    assert render_text(calm).startswith("HOLDS: every rule that could be asked of this queue holds")


def test_a_cause_that_the_sentence_leaves_out_is_added(mixed: Report) -> None:
    (finding,) = mixed.warnings
    report = replace(mixed, warnings=(replace(finding, cause="a hand"),))
    assert "    - 1 job called odd-1 (cause: a hand)\n" in render_text(report)


def test_nothing_in_a_database_steers_a_terminal(hostile: Report) -> None:
    lines = render_text(hostile).splitlines()
    assert len(lines) > 100
    assert [line for line in lines if not line.isprintable()] == []
    assert max(map(len, lines)) <= 100
    assert [line for line in lines if line.startswith(("=", "+", "-", "@"))] == []


def test_spans_have_their_two_greatest_units() -> None:
    assert span(0) == "0 s"
    assert span(999_999) == "0 s"
    assert span(59_000_000) == "59 s"
    assert span(-3_600_000_000) == "1 h"
    assert span(93_784_000_000) == "1 d 2 h"
    assert span(90_000_000_000_000) == "1,041 d 16 h"


def test_a_time_after_the_report_is_said_to_be() -> None:
    assert since(5_000_000, 0).endswith(", 5 s after the time of this report")
    assert since(0, None) == f"since {iso(0)}"
