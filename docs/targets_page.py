"""Writes what `nox -s targets` measured into docs/targets.md and docs/targets/, with pictures.

Give the folder that has the folders of evidence. What stands between two markers is replaced;
nothing else of a page is touched, and nothing at all is written if the evidence is not complete.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from targets_evidence import Measured, UnfitEvidence, gather
from targets_tables import actions, auditor, configurations, matrix

from crashqueue_faults.targets.labelled_strip import draw_labelled_strips
from crashqueue_faults.targets.registry import known_targets
from crashqueue_faults.targets.strip import draw_strips
from crashqueue_faults.targets.target import Target

DOCS: Final = Path(__file__).parent
END: Final = "% end of what was measured\n"


def main(evidence: Path, docs: Path, targets: Sequence[Target]) -> None:
    """Write the pages and the pictures; raise UnfitEvidence, and write none, if some is missing."""
    pages = sorted(path.stem for path in (docs / "targets").glob("*.md"))
    page_of = {target.name: page for target in targets if (page := _page(target.name, pages))}
    if strays := set(pages) - set(page_of.values()):
        raise UnfitEvidence(f"no target has the page {', '.join(sorted(strays))}")
    found = gather(evidence, targets, page_of)
    texts = _overview(docs, found, page_of)
    for page in pages:
        texts |= _own_page(docs, page, [each for each in found if page_of.get(each.target) == page])
    (docs / "_static" / "targets").mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")


def _page(target: str, pages: Sequence[str]) -> str:
    """Return the target's page, or that of the library that it is part of, or nothing."""
    return next((name for name in (target, target.partition("-")[0]) if name in pages), "")


def _overview(docs: Path, found: Sequence[Measured], page_of: dict[str, str]) -> dict[Path, str]:
    def link(target: str) -> str:
        return f"[{target}](targets/{page_of[target]}.md)" if target in page_of else target

    path = docs / "targets.md"
    text = path.read_text("utf-8")
    blocks = {"matrix": matrix(found, link), "actions": actions(found), "auditor": auditor(found)}
    for block, said in blocks.items():
        text = replaced(text, block, said, path)
    return {path: text, docs / "_static" / "targets.svg": draw_strips(*_drawn(found))}


def _own_page(docs: Path, page: str, found: Sequence[Measured]) -> dict[Path, str]:
    path = docs / "targets" / f"{page}.md"
    said = configurations(found)
    picture = docs / "_static" / "targets" / f"{page}.svg"
    return {
        path: replaced(path.read_text("utf-8"), "configurations", said, path),
        picture: draw_labelled_strips(*_drawn(found)),
    }


def _drawn(found: Sequence[Measured]) -> tuple[dict[str, object], str]:
    return {"subjects": [each.subject for each in found]}, max(each.date for each in found)


def replaced(text: str, block: str, said: str, path: Path) -> str:
    """Return a page with something else between the markers of a block.

    A block of which the evidence says nothing stays.
    """
    marked = re.compile(rf"(?<=^% measured: {block}\n).*?(?=^{END})", re.DOTALL | re.MULTILINE)
    if len(marked.findall(text)) != 1:
        raise UnfitEvidence(f"{path} must have the line '% measured: {block}' and an end, once")
    return marked.sub(lambda _: said, text) if said else text


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), DOCS, known_targets())
    except UnfitEvidence as error:
        sys.exit(f"nothing is written: {error}")
