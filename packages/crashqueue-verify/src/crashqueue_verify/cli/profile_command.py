"""`crashqueue-verify profile …`: what is known, and help with describing what is not."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from crashqueue_verify.cli.arguments import (
    MTIME,
    PROGRAM,
    Parser,
    seconds,
    setting,
    time_or_mtime,
)
from crashqueue_verify.cli.exit_codes import EXIT_MISTAKES
from crashqueue_verify.cli.output import show
from crashqueue_verify.findings import printable
from crashqueue_verify.foreign.checking import check_profile
from crashqueue_verify.foreign.loading import find_profile, profile_text, read_profile
from crashqueue_verify.foreign.new_profile import new_profile
from crashqueue_verify.foreign.shipped import shipped_profiles
from crashqueue_verify.foreign.trial import TIME_LIMIT_S, try_profile
from crashqueue_verify.report.profiles import render_list, render_profile
from crashqueue_verify.report.system_page import system_page
from crashqueue_verify.report.trial import render_trial

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crashqueue_verify.foreign.profile import Profile

_FORMATS: Final = ("text", "markdown", "toml")


def run_profile(arguments: Sequence[str]) -> int:
    """Run one of the profile commands."""
    options = _parser().parse_args(arguments)
    result: int = options.run(options)
    return result


def _list(_options: argparse.Namespace) -> int:
    show(render_list(shipped_profiles()))
    return 0


def _new(options: argparse.Namespace) -> int:
    show(new_profile(options.name))
    return 0


def _show(options: argparse.Namespace) -> int:
    profile = find_profile(options.name)
    if options.format == "toml":
        show(profile_text(options.name))
    else:
        show(system_page(profile) if options.format == "markdown" else render_profile(profile))
    return 0


def _check(options: argparse.Namespace) -> int:
    checked = check_profile(read_profile(options.file))
    for mistake in checked.mistakes:
        show(f"{printable(options.file)}:{mistake}\n")
    if checked.profile is None or checked.mistakes:
        return EXIT_MISTAKES
    rules = len(checked.profile.rules)
    show(f"{printable(options.file)}: no mistakes, {rules} rule{'' if rules == 1 else 's'}\n")
    return 0 if options.database is None else _try(checked.profile, options)


def _try(profile: Profile, options: argparse.Namespace) -> int:
    trial = try_profile(
        options.database,
        profile,
        now_us=None if options.now == MTIME else options.now,
        use_mtime=options.now == MTIME,
        schema=options.schema,
        settings=dict(options.set),
        time_limit_s=options.time_limit,
    )
    show("\n" + render_trial(trial))
    return 0 if trial.report is not None else EXIT_MISTAKES


def _parser() -> Parser:
    parser = Parser(prog=f"{PROGRAM} profile", description="Profiles: how systems keep jobs.")
    verbs = parser.add_subparsers(metavar="VERB", required=True, parser_class=Parser)
    listing = verbs.add_parser("list", help="the systems that are known")
    listing.set_defaults(run=_list)
    showing = verbs.add_parser("show", help="what is known of one")
    showing.add_argument("name", metavar="NAME|FILE", help="a name of `profile list`, or FILE.toml")
    showing.add_argument("--format", choices=_FORMATS, default="text", help="default: %(default)s")
    showing.set_defaults(run=_show)
    new = verbs.add_parser("new", help="print a commented profile to begin with")
    new.add_argument("name", metavar="NAME", nargs="?", default="my-queue")
    new.set_defaults(run=_new)
    _add_check(verbs.add_parser("check", help="explain every mistake in a profile, by line"))
    return parser


def _add_check(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="the profile")
    parser.add_argument(
        "database", metavar="DATABASE", nargs="?", help="try the profile on this database as well"
    )
    parser.add_argument("--now", type=time_or_mtime, metavar="TIME", help="as for an audit")
    parser.add_argument("--schema", metavar="NAME", help="look only in this PostgreSQL schema")
    parser.add_argument(
        "--set", type=setting, action="append", default=[], metavar="NAME=NUMBER", help="a setting"
    )
    parser.add_argument("--time-limit", type=seconds, default=TIME_LIMIT_S, metavar="SECONDS")
    parser.set_defaults(run=_check)
