from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    """The app `reviews`."""

    name = "reviews"
