"""Making a published report again from its evidence (M6.3)."""

import zipfile
from dataclasses import dataclass
from typing import Any

from core.fingerprint import fingerprint
from reports.assembly import report_input
from reports.bundle.contents import data_files
from reports.bundle.packing import unpacked
from reports.bundle.verify import problems
from reports.document import report_json
from reports.evidence import Evidence
from reports.figures import figures
from reports.models import EvidenceBundle, ReportVersion
from reports.pdf import render_pdf


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of it. `differing` names the parts of the snapshot that came out otherwise.

    `bundle` says what is wrong with the evidence that was packed for others, in sentences.
    """

    stored_digest: str
    snapshot_digest: str
    recomputed_digest: str
    pdf_identical: bool
    differing: tuple[str, ...]
    bundle: tuple[str, ...] = ()

    @property
    def snapshot_intact(self) -> bool:
        """True when the stored figures still have the digest that was published with them."""
        return self.snapshot_digest == self.stored_digest

    @property
    def identical(self) -> bool:
        """True when the report comes out of its evidence as it was published."""
        return (
            self.snapshot_intact
            and self.recomputed_digest == self.stored_digest
            and not self.bundle
        )


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
        bundle=tuple(_bundle_problems(version)),
    )


def _bundle_problems(version: ReportVersion) -> list[str]:
    """What the script in the bundle finds, and which of its files the records no longer give."""
    bundle = EvidenceBundle.objects.filter(version=version).first()
    if bundle is None:
        return []
    try:
        files = unpacked(bytes(bundle.content))
    except zipfile.BadZipFile as error:
        return [f"The bundle of evidence cannot be opened: {error}."]
    return [
        *problems(files, bundle.digest),
        *(
            f"{name} in the bundle of evidence is not what the records give."
            for name, content in data_files(version).items()
            if files.get(name) != content
        ),
    ]


def _differing(stored: dict[str, Any], again: dict[str, Any]) -> list[str]:
    names = sorted({*stored, *again})
    absent = object()
    return [name for name in names if stored.get(name, absent) != again.get(name, absent)]
