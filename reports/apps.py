from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """The app `reports`."""

    name = "reports"
