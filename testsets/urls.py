"""Addresses of `testsets`."""

from django.urls import URLPattern

app_name = "testsets"
urlpatterns: list[URLPattern] = []
