from django.apps import AppConfig


class GradingConfig(AppConfig):
    """The app `grading`."""

    name = "grading"
