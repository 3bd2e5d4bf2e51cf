"""Addresses of `sources`."""

from django.urls import URLPattern

app_name = "sources"
urlpatterns: list[URLPattern] = []
