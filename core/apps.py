from django.apps import AppConfig


class CoreConfig(AppConfig):
    """What every other part stands on."""

    name = "core"

    def ready(self) -> None:
        """Register the system checks."""
        from core import checks  # noqa: F401, PLC0415  registering needs the app registry
