"""Addresses of `core`."""

from django.urls import path

from core import health, views
from core.notices import views as notices_views

app_name = "core"
urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("", views.home, name="home"),
    path("language/", views.language, name="language"),
    path("notices/", notices_views.notices, name="notices"),
    path("notices/<int:pk>/", notices_views.notice, name="notice"),
    path("notices/read/", notices_views.read_all, name="read_notices"),
    path("notices/mail/", notices_views.choose, name="choose_notices"),
    path("notices/unread/", notices_views.unread, name="unread"),
    path("workspaces/", views.workspaces, name="workspaces"),
    path("workspaces/new/", views.new_workspace, name="new_workspace"),
    path("workspaces/switcher/", views.switcher, name="switcher"),
    path("w/<slug:workspace_slug>/", views.workspace, name="workspace"),
    path("w/<slug:workspace_slug>/open-numbers/", views.open_numbers, name="open_numbers"),
    path("w/<slug:workspace_slug>/members/", views.members, name="members"),
    path("w/<slug:workspace_slug>/members/<int:pk>/role/", views.change_role, name="change_role"),
    path(
        "w/<slug:workspace_slug>/members/<int:pk>/remove/",
        views.remove_member,
        name="remove_member",
    ),
]
