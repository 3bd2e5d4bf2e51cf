"""Addresses of `grading`."""

from django.urls import path

from grading import checking_views, views

app_name = "grading"
urlpatterns = [
    path("", views.index, name="index"),
    path("runs/<int:run_id>/summary/", views.summary, name="summary"),
    path("runs/<int:run_id>/start/", views.start, name="start"),
    path("runs/<int:run_id>/stop/", views.stop, name="stop"),
    path("sets/<int:test_set_id>/known/", checking_views.state, name="checking"),
    path("sets/<int:test_set_id>/known/start/", checking_views.start, name="start_checking"),
    path("sets/<int:test_set_id>/known/stop/", checking_views.stop, name="stop_checking"),
    path("answers/<int:answer_id>/", views.answer, name="answer"),
]
