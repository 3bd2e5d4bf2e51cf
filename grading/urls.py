"""Addresses of `grading`."""

from django.urls import path

from grading import views

app_name = "grading"
urlpatterns = [
    path("", views.index, name="index"),
    path("runs/<int:run_id>/summary/", views.summary, name="summary"),
    path("runs/<int:run_id>/start/", views.start, name="start"),
    path("runs/<int:run_id>/stop/", views.stop, name="stop"),
    path("answers/<int:answer_id>/", views.answer, name="answer"),
]
