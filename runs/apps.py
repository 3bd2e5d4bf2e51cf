from django.apps import AppConfig


class RunsConfig(AppConfig):
    """The app `runs`."""

    name = "runs"
