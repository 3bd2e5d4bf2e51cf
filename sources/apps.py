from django.apps import AppConfig


class SourcesConfig(AppConfig):
    """The app `sources`."""

    name = "sources"

    def ready(self) -> None:
        """Register the system checks."""
        from sources import checks  # noqa: F401, PLC0415  registering needs the app registry
