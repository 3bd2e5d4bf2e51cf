"""`manage.py verify_report ID`: does a published report come out of its evidence again?"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from reports.models import ReportVersion
from reports.verification import verify


class Command(BaseCommand):
    """Recomputes a published version from its records and compares digests."""

    help = "Make a published report again from its evidence and compare it with what was published."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The identifier that the page of the version shows."""
        parser.add_argument("id", type=int, help="identifier of the published version")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit status 0 when identical, 1 otherwise, always with a sentence."""
        version = ReportVersion.objects.select_related("report").filter(pk=options["id"]).first()
        if version is None:
            raise CommandError(f"There is no published version {options['id']}.")
        found = verify(version)
        if not found.snapshot_intact:
            raise CommandError(
                f"{version}: the stored figures have the digest {found.snapshot_digest}, "
                f"published was {found.stored_digest}."
            )
        if found.bundle:
            raise CommandError(f"{version}: {' '.join(found.bundle)}")
        if not found.identical:
            raise CommandError(
                f"{version}: recomputed from the evidence it differs in "
                f"{', '.join(found.differing)} (digest {found.recomputed_digest})."
            )
        self.stdout.write(f"{version}: identical, digest {found.stored_digest}")
        if not found.pdf_identical:
            self.stdout.write(
                "The PDF drawn now differs in its bytes: the drawing library is another version. "
                "The figures in it are the same."
            )
