"""Making a published report again from its evidence (M6.3)."""

from dataclasses import dataclass
from typing import Any

from core.fingerprint import fingerprint
from reports.assembly import report_input
from reports.document import report_json
from reports.evidence import Evidence
from reports.figures import figures
from reports.models import ReportVersion
from reports.pdf import render_pdf


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of it. `differing` names the parts of the snapshot that came out otherwise."""

    stored_digest: str
    snapshot_digest: str
    recomputed_digest: str
    pdf_identical: bool
    differing: tuple[str, ...]

    @property
    def snapshot_intact(self) -> bool:
        """True when the stored figures still have the digest that was published with them."""
        return self.snapshot_digest == self.stored_digest

    @property
    def identical(self) -> bool:
        """True when the report comes out of its evidence as it was published."""
        return self.snapshot_intact and self.recomputed_digest == self.stored_digest


def verify(version: ReportVersion) -> Verification:
    """Make the report again from the records listed as its evidence, and compare."""
    made = figures(report_input(Evidence.from_json(version.evidence)))
    language = version.snapshot["language"]
    again = report_json(made, language=language)
    return Verification(
        stored_digest=version.digest,
        snapshot_digest=fingerprint(version.snapshot),
        recomputed_digest=fingerprint(again),
        pdf_identical=render_pdf(made, language) == bytes(version.pdf),
        differing=tuple(_differing(version.snapshot, again)),
    )


def _differing(stored: dict[str, Any], again: dict[str, Any]) -> list[str]:
    names = sorted({*stored, *again})
    absent = object()
    return [name for name in names if stored.get(name, absent) != again.get(name, absent)]
