"""One reading of the benchmark's site, as the portal carries it out; what it gave is printed as JSON."""

from __future__ import annotations

import json
import os
import sys
import time

import django


def main(port: str, pages: int) -> None:
    """Read the site at the port; the first time it is added."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caudals.settings")
    django.setup()
    from core.models import User
    from core.services import create_workspace
    from sources import readings, services
    from sources.models import Passage, Source

    host = f"127.0.0.1:{port}"
    source = Source.objects.filter(allowed_private_host=host).first()
    if source is None:
        person = User.objects.create_user(email="bench@example.org")
        source = services.add_site(
            workspace=create_workspace(name="Bench", language="en", by=person),
            start_address=f"http://{host}/",
            by=person,
            # Beside the pages stand the start and the hubs that lead to them.
            page_limit=pages,
            allowed_private_host=host,
        )
    walked: list[tuple[float, float]] = []
    cut = readings.cut_passages

    def cut_passages(reading: object) -> int:
        walked.append((time.monotonic(), time.process_time()))
        return cut(reading)

    readings.cut_passages = cut_passages
    begun, spent = time.monotonic(), time.process_time()
    reading = services.start_reading(source=source, by=None, queue=False)
    readings.run_reading(reading.pk)
    ended, spent_at_last = time.monotonic(), time.process_time()
    reading.refresh_from_db()
    sys.stdout.write(
        json.dumps(
            {
                "status": reading.status,
                "read": reading.visits.filter(outcome="read").count(),
                "unchanged": reading.documents.filter(unchanged_from__isnull=False).count(),
                "seconds": ended - begun,
                "walked": walked[0][0] - begun,
                "processor_walked": walked[0][1] - spent,
                "processor": spent_at_last - spent,
                "passages": Passage.objects.filter(document__reading=reading).count(),
            }
        )
    )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
