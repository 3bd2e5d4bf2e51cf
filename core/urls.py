"""Addresses of `core`."""

from django.urls import path

from core import health, invitation_views, leaving_views, member_views, typed_views, views
from core.notices import views as notices_views
from core.trail import views as trail_views

app_name = "core"
urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("", views.home, name="home"),
    path("typed/", typed_views.typed, name="typed"),
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
    path("w/<slug:workspace_slug>/trail/", trail_views.trail, name="trail"),
    path("w/<slug:workspace_slug>/trail/trail.csv", trail_views.export, name="trail_csv"),
    path("account/close/", leaving_views.close_account, name="close_account"),
    path("invitations/<str:token>/", invitation_views.invitation, name="invitation"),
    *(
        path(f"w/<slug:workspace_slug>/members/{route}", view, name=name)
        for route, view, name in (
            ("", member_views.members, "members"),
            ("<int:pk>/role/", member_views.change_role, "change_role"),
            ("<int:pk>/remove/", member_views.remove_member, "remove_member"),
            ("<int:pk>/test-sets/", member_views.assigned, "assigned"),
            ("invite/", member_views.invite, "invite"),
            ("invitations/<int:pk>/send/", member_views.send_again, "send_again"),
            ("invitations/<int:pk>/revoke/", member_views.revoke, "revoke"),
        )
    ),
]
