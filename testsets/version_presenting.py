"""What came of copying, and what differs between two versions, as pages show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from testsets.comparing import CHANGED, REMOVED, Difference, Side, contents
from testsets.copying import Copied
from testsets.differing import FieldChange, changes
from testsets.listing import Untraced


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """A question of one side only, or the fields in which the two sides differ."""

    kind: str
    uid: str
    text: str
    expected_answer: str
    changes: list[FieldChange]


def shown_differences(
    found: Sequence[Difference], before: Side, after: Side
) -> list[ShownDifference]:
    """These differences with what the questions say; what turns out alike is left out."""
    uids = [one.uid for one in found]
    old, new = contents(before, uids), contents(after, uids)
    shown = []
    for one in found:
        content = old.get(one.uid) if one.kind == REMOVED else new.get(one.uid)
        if content is None:
            continue
        fields = changes(old[one.uid], content) if one.kind == CHANGED and one.uid in old else []
        if one.kind == CHANGED and not fields:
            continue
        shown.append(
            ShownDifference(one.kind, one.uid, content["text"], content["expected_answer"], fields)
        )
    return shown


def why_exploratory(found: Untraced) -> list[str]:
    """Why a set with these questions is Exploratory, a sentence for each reason."""
    said = []
    if found.brought:
        said.append(
            ngettext(
                "%(count)s question rests on passages that only the file it was imported from"
                " brought. No source of this workspace holds them, so the set is Exploratory.",
                "%(count)s questions rest on passages that only the file they were imported from"
                " brought. No source of this workspace holds them, so the set is Exploratory.",
                found.brought,
            )
            % {"count": found.brought}
        )
    if found.alone:
        said.append(
            ngettext(
                "%(count)s question has no passage behind it and is graded against the answer given"
                " with it, so the set is Exploratory.",
                "%(count)s questions have no passage behind them and are graded against the answers"
                " given with them, so the set is Exploratory.",
                found.alone,
            )
            % {"count": found.alone}
        )
    return said


def copied_words(copied: Copied) -> str:
    """What was copied, and what was there already."""
    words = [
        ngettext("%(count)s question is copied.", "%(count)s questions are copied.", copied.added)
        % {"count": copied.added}
    ]
    if copied.restored:
        words.append(
            ngettext(
                "%(count)s removed question is put back.",
                "%(count)s removed questions are put back.",
                copied.restored,
            )
            % {"count": copied.restored}
        )
    if copied.there:
        words.append(
            ngettext("%(count)s was there already.", "%(count)s were there already.", copied.there)
            % {"count": copied.there}
        )
    if copied.renamed:
        words.append(
            ngettext(
                "%(count)s has a new identifier, because the draft words it otherwise.",
                "%(count)s have new identifiers, because the draft words them otherwise.",
                copied.renamed,
            )
            % {"count": copied.renamed}
        )
    return " ".join(words)
