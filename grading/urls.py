"""Addresses of `grading`."""

from django.urls import URLPattern

app_name = "grading"
urlpatterns: list[URLPattern] = []
