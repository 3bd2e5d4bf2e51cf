from django.apps import AppConfig


class SourcesConfig(AppConfig):
    """The app `sources`."""

    name = "sources"
