from django.apps import AppConfig


class PipelineConfig(AppConfig):
    """The app `pipeline`."""

    name = "pipeline"
