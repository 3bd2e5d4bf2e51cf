"""Addresses of the queues of all workspaces together."""

from django.urls import path

from reviews import triage_views as views

app_name = "triage"
urlpatterns = [
    path("", views.index, name="index"),
    path("next/", views.following, name="next"),
    path("keep/", views.keep, name="keep"),
    path("<int:pk>/forget/", views.forget, name="forget"),
]
