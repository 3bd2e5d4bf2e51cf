"""What a reader without an account sees of a report."""

from collections.abc import Mapping
from typing import Any

from reports.page.method import method
from reports.page.opening import opening
from reports.page.profile import profile
from reports.page.results import Chosen, failures, result_page
from reports.wording import Wording


def shared_page(
    document: Mapping[str, Any], words: Wording, chosen: Chosen, page: int, *, named: bool
) -> dict[str, Any]:
    """Everything that the page shows. Not `named`: only figures, nothing in the customer's words."""
    shown = document if named else unnamed(document, words)
    made: dict[str, Any] = {
        "named": named,
        "title": document["title"] if named else "",
        "organisation": document["organisation"] if named else "",
        "language": document["language"],
        "opening": opening(shown, words),
        "divisions": profile(shown, words),
        "method": method(shown, words, shared=True, named=named),
        "limits": document["limits"],
    }
    if named:
        # Without the keys of the records, nothing leads from a result into the portal.
        first, failed = failures(document, words, {})
        results = result_page(document, words, chosen, page, records={})
        made |= {"failures": first, "failed": failed, "results": results, "chosen": chosen}
    return made


def unnamed(document: Mapping[str, Any], words: Wording) -> dict[str, Any]:
    """The document without anything that the customer wrote: names, topics, sources, identifiers."""
    reasons = [
        words.gettext("A critical test could not be assessed.")
        if code == "critical_not_assessed"
        else reason
        for code, reason in zip(
            document["incomplete_codes"], document["incomplete_reasons"], strict=True
        )
    ]
    hidden = {"title": "", "organisation": "", "by_topic": {}, "by_source": {}, "results": []}
    return {**document, **hidden, "notes": [], "incomplete_reasons": reasons}
