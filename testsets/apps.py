from django.apps import AppConfig


class TestsetsConfig(AppConfig):
    """The app `testsets`."""

    name = "testsets"
