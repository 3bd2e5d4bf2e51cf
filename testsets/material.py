"""The stored passages as writers and checks see them."""

import re
from collections.abc import Iterable, Sequence
from email.utils import parsedate_to_datetime
from typing import Final

from sources.models import Passage, Source
from sources.selectors import current_passages
from testsets.records import HEAVY
from testsets.values import Material

_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def material_of(sources: Iterable[Source]) -> list[Material]:
    """The passages of the sources as they were last read, in the order of their documents."""
    rows = current_passages(sources).defer(*(f"document__{column}" for column in HEAVY))
    return [as_material(passage) for passage in rows]


def as_material(passage: Passage) -> Material:
    """One passage as a plain value."""
    document = passage.document
    return Material(
        key=passage.pk,
        document_key=document.pk,
        document=document.title or document.address,
        address=document.address,
        language=passage.language,
        kind=passage.kind,
        question=passage.question,
        heading_path=tuple(passage.heading_path),
        text=passage.text,
        dated=dated([document.title, *passage.heading_path], document.last_modified),
    )


def dated(titles: Sequence[str], last_modified: str) -> str:
    """When a document says it is from: the one year in its titles, else the day its server names.

    "" when it says neither, or several years.
    """
    years = {year for title in titles for year in _YEAR.findall(title)}
    if years:
        return years.pop() if len(years) == 1 else ""
    try:
        return parsedate_to_datetime(last_modified).date().isoformat() if last_modified else ""
    except ValueError:
        return ""
