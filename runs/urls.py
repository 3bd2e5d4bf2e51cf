"""Addresses of `runs`."""

from django.urls import path

from runs import (
    again_views,
    assistant_views,
    authorising_views,
    correcting_views,
    picking_views,
    start_views,
    views,
)

app_name = "runs"
urlpatterns = [
    path("", views.index, name="index"),
    path("recent/", views.recent, name="recent"),
    path("start/", start_views.start, name="start"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/progress/", views.progress, name="progress"),
    path("<int:pk>/answers/", views.answers, name="answers"),
    path("answers/<int:answer_id>/correct/", correcting_views.correct, name="correct"),
    path("answers/<int:answer_id>/withdraw/", correcting_views.withdraw, name="withdraw"),
    path("<int:pk>/again/", views.again, name="again"),
    path("<int:pk>/unmatched/", views.unmatched, name="unmatched"),
    path("<int:pk>/repeat/", again_views.repeat, name="repeat"),
    path("<int:pk>/schedule/", again_views.schedule, name="schedule"),
    path("schedules/<int:pk>/resume/", again_views.schedule_resume, name="schedule_resume"),
    path("schedules/<int:pk>/end/", again_views.schedule_end, name="schedule_end"),
    path("<int:pk>/stop/", views.stop, name="stop"),
    path("<int:pk>/resume/", views.resume, name="resume"),
    path("assistants/", assistant_views.assistants, name="assistants"),
    path("assistants/new/<slug:connector>/", assistant_views.assistant_new, name="assistant_new"),
    path("assistants/<int:pk>/", assistant_views.assistant, name="assistant"),
    path("assistants/<int:pk>/permission/", authorising_views.permission, name="permission"),
    path(
        "assistants/<int:pk>/permission/withdraw/",
        authorising_views.permission_withdraw,
        name="permission_withdraw",
    ),
    path(
        "assistants/permissions/<int:pk>/document/",
        authorising_views.permission_document,
        name="permission_document",
    ),
    path("assistants/<int:pk>/try/", assistant_views.assistant_try, name="assistant_try"),
    path("assistants/<int:pk>/pick/", picking_views.assistant_pick, name="assistant_pick"),
]
