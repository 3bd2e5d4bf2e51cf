"""Addresses of `reviews`."""

from django.urls import URLPattern

app_name = "reviews"
urlpatterns: list[URLPattern] = []
