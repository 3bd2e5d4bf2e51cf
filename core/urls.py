"""Addresses of `core`."""

from django.urls import path

from core import health, views

app_name = "core"
urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("", views.home, name="home"),
    path("language/", views.language, name="language"),
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
