"""`crashqueue-verify SOURCE`: the audit, its options, and its report."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from crashqueue_verify import __version__
from crashqueue_verify.auditing import TIME_LIMIT_S, audit
from crashqueue_verify.cli.arguments import (
    MTIME,
    PROGRAM,
    Parser,
    reasoned,
    seconds,
    setting,
    time_or_mtime,
)
from crashqueue_verify.cli.exit_codes import exit_code
from crashqueue_verify.cli.output import require_writable, show, write_file
from crashqueue_verify.cli.progress import progress_line
from crashqueue_verify.foreign.explaining import all_rule_ids
from crashqueue_verify.foreign.loading import find_profile
from crashqueue_verify.foreign.shipped import shipped_profiles
from crashqueue_verify.naming import require_known
from crashqueue_verify.report.json import render_json
from crashqueue_verify.report.junit import render_junit
from crashqueue_verify.report.sarif import render_sarif
from crashqueue_verify.report.text import render_text
from crashqueue_verify.rules import Severity
from crashqueue_verify.selection import select
from crashqueue_verify.source.ending import end_if_requested

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crashqueue_verify.results import Report

_FORMATS: Final = ("text", "json", "sarif", "junit")

_EPILOG: Final = """\
other commands:
  crashqueue-verify profile list | show NAME | new [NAME] | check FILE [DATABASE]
  crashqueue-verify explain RULE          one rule in full: G07, CQ101, PC01
  crashqueue-verify schema                the JSON Schema of --format json
  (a database of such a name is ./profile, ./explain, ./schema)

Exit code: 0 holds, 1 violated, 2 bad request, 3 unknown. Warnings do not count, but with
--fail-on warning they do. The database is only read: not a byte of it changes."""


def run_audit(arguments: Sequence[str]) -> int:
    """Audit one source, deliver the report, and return the exit code."""
    options = _parser().parse_args(arguments)
    if options.output is not None:
        require_writable(options.output, options.source)
    report = _report(options)
    text = _rendered(report, options)
    if options.output is None:
        show(text)
    else:
        write_file(text, options.output)
    return exit_code(report, Severity(options.fail_on))


def _report(options: argparse.Namespace) -> Report:
    profiles = None if options.profile is None else (find_profile(options.profile),)
    ignored = dict(options.ignore)
    known = all_rule_ids((*(profiles or ()), *shipped_profiles()))
    require_known("rule", (*options.rule, *ignored), known)
    with progress_line() as progress:
        report = audit(
            options.source,
            now_us=None if options.now == MTIME else options.now,
            use_mtime=options.now == MTIME,
            progress=progress,
            time_limit_s=options.time_limit,
            profiles=profiles,
            schema=options.schema,
            settings=dict(options.set),
            show_payloads=options.show_payloads,
            in_place=options.in_place,
        )
    end_if_requested()
    return select(report, only=options.rule, ignored=ignored)


def _rendered(report: Report, options: argparse.Namespace) -> str:
    if options.format == "json":
        return render_json(report)
    if options.format == "sarif":
        return render_sarif(report, source=options.source, version=__version__)
    if options.format == "junit":
        return render_junit(report, fail_on=Severity(options.fail_on))
    return render_text(report)


def _parser() -> Parser:
    parser = Parser(
        prog=PROGRAM,
        description="Say what is wrong with the jobs in a queue's database, whoever wrote it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="an SQLite file, a plain pg_dump file (.sql, .sql.gz), or postgresql://…",
    )
    _add_output(parser)
    _add_judging(parser)
    _add_rules(parser)
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    return parser


def _add_output(parser: Parser) -> None:
    parser.add_argument("--format", choices=_FORMATS, default="text", help="default: %(default)s")
    parser.add_argument(
        "--output", metavar="FILE", help="write the report to this file, whole or not at all"
    )
    parser.add_argument(
        "--show-payloads",
        action="store_true",
        help="show what jobs carry, which may be personal data; otherwise only sizes and keys",
    )


def _add_judging(parser: Parser) -> None:
    parser.add_argument(
        "--now",
        type=time_or_mtime,
        metavar="TIME",
        help="judge as of this time: microseconds since 1970, ISO 8601 with a zone, or mtime, the "
        "file's modification (default: the newest time in the data; live: the server's clock)",
    )
    parser.add_argument(
        "--profile",
        metavar="NAME|FILE",
        help="take it for this system: a name of `profile list`, or FILE.toml of your own",
    )
    parser.add_argument(
        "--in-place",
        action="store_true",
        help="read an SQLite file where it lies, when there is no room for a private copy; nobody "
        "may write to it meanwhile",
    )
    parser.add_argument("--schema", metavar="NAME", help="look only in this PostgreSQL schema")
    parser.add_argument(
        "--set",
        type=setting,
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="a number that the rows do not hold, such as lost_after_s=300; may be repeated",
    )
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=TIME_LIMIT_S,
        metavar="SECONDS",
        help="report what is not looked at by then as not checked (default: %(default)g)",
    )


def _add_rules(parser: Parser) -> None:
    parser.add_argument(
        "--rule",
        type=str.upper,
        action="append",
        default=[],
        metavar="ID",
        help="report this rule only; may be repeated",
    )
    parser.add_argument(
        "--ignore",
        type=reasoned,
        action="append",
        default=[],
        metavar="ID=REASON",
        help="leave this rule out, for a reason that the report repeats; may be repeated",
    )
    parser.add_argument(
        "--fail-on",
        choices=("error", "warning"),
        default="error",
        help="exit with 1 for findings of this severity or above (default: %(default)s)",
    )
