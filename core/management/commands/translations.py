from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from core.translations import compile_translations


class Command(BaseCommand):
    """Compile the translations."""

    help = "Compile the translations that changed; needs no system tool."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile, and say what was written."""
        for path in compile_translations(settings.LOCALE_PATHS):
            self.stdout.write(f"compiled {path.relative_to(settings.BASE_DIR)}")
