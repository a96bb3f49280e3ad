"""Every kind of mistake in a profile, explained at its line."""

from __future__ import annotations

import pytest

from crashqueue_verify import ProfileRefused
from crashqueue_verify.foreign.checking import check_profile
from crashqueue_verify.foreign.loading import profile_text
from crashqueue_verify.foreign.new_profile import new_profile
from crashqueue_verify.foreign.profile_toml import parse_profile
from crashqueue_verify.foreign.shipped import shipped_profiles

TEMPLATE = new_profile("my-queue")


def mistakes(old: str, new: str) -> list[str]:
    """Return what is said of the template with `new` for `old`, each without the rest of a list."""
    assert old in TEMPLATE
    return [str(mistake) for mistake in check_profile(TEMPLATE.replace(old, new, 1)).mistakes]


def line_of(text: str, *, after: str = "") -> int:
    start = TEMPLATE.index(after)
    return TEMPLATE[: TEMPLATE.index(text, start)].count("\n") + 1


def test_the_template_has_no_mistakes() -> None:
    checked = check_profile(TEMPLATE)
    assert checked.mistakes == ()
    assert checked.profile is not None
    assert (checked.profile.name, checked.profile.title) == ("my-queue", "My queue")


def test_a_new_profile_has_the_name_that_it_is_given() -> None:
    profile = parse_profile(new_profile("night-shift"))
    assert (profile.name, profile.title) == ("night-shift", "Night shift")
    with pytest.raises(ProfileRefused, match="Ünsinn is no name"):
        new_profile("Ünsinn")


@pytest.mark.parametrize("name", [profile.name for profile in shipped_profiles()])
def test_shipped_profiles_have_no_mistakes(name: str) -> None:
    assert [str(mistake) for mistake in check_profile(profile_text(name)).mistakes] == []


SQL = line_of("SELECT CAST", after="[model.job]")
RULE_ID = line_of("id = ", after="[[rules]]")
RULE_SQL = line_of("SELECT CAST", after="[[rules]]")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # TOML
        ('name = "my-queue"', 'name = "my-queue', f"{line_of('name =')}: TOML: Illegal character"),
        ("[traits]", "[states]", f"{line_of('[traits]')}: TOML: Cannot declare ('states',) twice"),
        # keys and values
        ("versions =", "version =", "version: is not a key here"),
        ("versions =", "version =", "1: versions: is missing"),
        ('basis = "observed"', 'basis = "seen"', f"{line_of('basis =')}: basis: must be one of"),
        (
            'queued = "waiting"',
            'queued = "ready"',
            f"{line_of('queued = ')}: states.queued: must be one of archived",
        ),
        ("clears_lease", "clears_leases", "traits.clears_leases: is not a key here"),
        ('rule = "age"', 'rule = "heart"', f"{line_of('rule = ')}: lease.rule: must be one of"),
        (
            'payload = ["payload"]',
            'payload = ["data"]',
            f"{line_of('payload = [')}: tables.jobs.payload: data is neither a required nor",
        ),
        ('table = "jobs"', 'table = "job"', "model.job.table: no [tables.job] is described"),
        # ids
        ('id = "MQ01"', 'id = "G07"', "G07 is a rule of ours: choose other letters"),
        ('id = "MQ01"', 'id = "CQ101"', "CQ101 is a rule of ours: choose other letters"),
        (
            'id = "MQ01"',
            'id = "mq"',
            f"{line_of('id = ', after='[[rules]]')}: rules.id: must be one to four capitals",
        ),
        # columns
        (
            "status AS state_raw",
            "stat AS state_raw",
            f"{SQL}: model.job.sql: no column stat; did you mean state",
        ),
        (
            "locked_by AS lease_owner",
            "raw_jobs.lockedby AS lease_owner",
            "model.job.sql: no column raw_jobs.lockedby; did you mean locked_by",
        ),
        ("FROM raw_jobs", "FROM raw_job", "no table raw_job; did you mean raw_jobs"),
        ("locked_by AS lease_owner", "locked_by AS owner", "returns owner, and job has no such"),
        ("status AS state_raw", "status AS state", "must return state_raw"),
        ("status AS state_raw", "status AS state", "returns state, which is found from state_raw"),
        ("queue, kind, status", "queue, kind AS queue, status", "returns queue twice"),
        ("CAST(id AS TEXT) AS job_key", "id AS key", "model.job.sql: must return job_key"),
        (
            'required = ["id", ',
            'required = ["ID", "id", ',
            f"{line_of('[tables.jobs]')}: tables.jobs: duplicate column name: id",
        ),
        # functions and parameters
        ("time_us(run_at)", "time_ms(run_at)", "no function time_ms; did you mean time_us"),
        ("attempts > 0", "attempts > :least", f"{RULE_SQL + 2}: rules.sql: no parameter :least"),
        ("attempts > 0", "run_at < :tref", "rules.sql: no parameter :tref; did you mean t_ref?"),
        ("FROM raw_jobs\n", "FROM raw_jobs WHERE run_at < :t_ref\n", "no parameter :t_ref"),
        # statements
        ("\nSELECT CAST", "\nDELETE FROM raw_jobs -- ", "must be one SELECT: a profile only reads"),
        ("FROM raw_jobs\n", "FROM raw_jobs;\n", "ends with a semicolon: leave it out"),
        (
            "FROM raw_jobs\n",
            "FROM raw_jobs, pragma_database_list\n",
            "does more than read tables: ",
        ),
        ("attempts > 0", "load_extension('x')", "does more than read tables: "),
        ("FROM raw_jobs\n", "FROM raw_jobs); DROP TABLE job; --\n", "model.job.sql: "),
        ("AND attempts > 0", "AND AND attempts > 0", 'rules.sql: near "AND": syntax error'),
        # sentences
        (
            "{count:job} put back",
            "{job_ky} put back",
            f"{line_of('says =')}: rules.says: {{job_ky}} is no column of the result; did you mean",
        ),
        # names that mean nothing
        (
            'needs = ["jobs.last_error"]',
            'needs = ["jobs.error"]',
            "tables.jobs has no column error",
        ),
        ('needs = ["jobs.last_error"]', 'needs = ["job.oops|jobs.id"]', "rules.needs: job has no"),
        ('needs = ["jobs.last_error"]', 'needs = ["trait.oops"]', "rules.needs: trait has no oops"),
        ('needs = ["jobs.last_error"]', 'needs = ["work.id"]', "no table work is described"),
        ('kind = ["jobs.kind"]', 'kinds = ["jobs.kind"]', "job has no column kinds; did you mean"),
        ('kind = ["jobs.kind"]', 'kind = ["jobs.sort"]', "tables.jobs has no column sort"),
        ("[[rules]]", '[exempt]\nG99 = "no"\n[[rules]]', "exempt.G99: no generic rule G99"),
        (
            "[[rules]]",
            '[settings.t_ref]\ndefault = 1\nmeaning = "x"\n[[rules]]',
            "settings.t_ref: is taken, or not small letters",
        ),
        (
            "[[rules]]",
            '[[constraints]]\ntable = "jobs"\ncheck = "("\nwhy = "x"\n[[rules]]',
            "constraints.check: is no regular expression: missing )",
        ),
        # a lease that cannot be seen
        (
            'rule = "age"',
            'rule = "expiry"',
            f"{line_of('rule = ')}: lease.rule: is expiry, but no query fills job.lease_expires_at",
        ),
        # values
        ("[traits]", '[schema]\nsql = "SELECT 1, 2"\n[traits]', "schema.sql: must return one col"),
        ("[traits]", '[reference]\nsql = "SELECT x"\n[traits]', "reference.sql: no column x"),
    ],
)
def test_a_mistake_is_explained(old: str, new: str, expected: str) -> None:
    found = mistakes(old, new)
    assert [text for text in found if expected in text], found


def test_mistakes_come_in_the_order_of_the_lines() -> None:
    text = TEMPLATE.replace("{count:job}", "{what}").replace(
        "time_us(run_at)", "time_ms(run_at)", 1
    )
    found = check_profile(text.replace('["jobs.last_error"]\nsays', '["oops"]\nsays')).mistakes
    assert [mistake.place for mistake in found] == ["model.job.sql", "rules.needs", "rules.says"]


def test_a_text_that_ends_too_early_is_wrong_at_its_end() -> None:
    (mistake,) = check_profile('format = 1\nname = """x\n').mistakes
    assert (mistake.line, mistake.place) == (2, "TOML")


def test_an_empty_profile_misses_everything() -> None:
    found = {mistake.place for mistake in check_profile("").mistakes}
    assert {"format", "name", "title", "engines", "lease", "tables", "model", "states"} <= found


def test_nothing_in_a_profile_steers_a_terminal() -> None:
    text = TEMPLATE.replace("queued = ", '"\\u001b[31m" = ', 1).replace('"waiting"', '"\\u202e"')
    shown = [str(mistake) for mistake in check_profile(text).mistakes]
    assert shown
    assert all(line.isprintable() for line in shown)


@pytest.mark.parametrize("number", ["nan", "inf", "-1e300", "99999999999999999999", "'1'", "true"])
@pytest.mark.parametrize("place", ["lost_after_s = 3600", "default = 0"])
def test_a_number_that_sql_cannot_reckon_with_is_a_mistake(number: str, place: str) -> None:
    text = profile_text("litequeue")
    assert place in text
    key = place.split(" = ", maxsplit=1)[0]
    found = check_profile(text.replace(place, f"{key} = {number}")).mistakes
    assert found[0].message.startswith("must be a number, at most ")
