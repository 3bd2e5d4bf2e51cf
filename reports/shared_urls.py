"""The address that opens a shared report, outside every workspace."""

from django.urls import path

from reports import sharing_views

app_name = "shared"
urlpatterns = [path("<str:token>/", sharing_views.shared, name="report")]
