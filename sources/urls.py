"""Addresses of `sources`."""

from django.urls import path

from sources import comparison_views, document_views, source_views, views

app_name = "sources"
urlpatterns = [
    path("", views.index, name="index"),
    path("site/", views.add_site, name="add_site"),
    path("files/", views.add_files, name="add_files"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/edit/", source_views.edit, name="edit"),
    path("<int:pk>/archive/", source_views.archive, name="archive"),
    path("<int:pk>/bring-back/", source_views.bring_back, name="bring_back"),
    path("<int:pk>/files/", views.more_files, name="more_files"),
    path("<int:pk>/progress/", views.progress, name="progress"),
    path("<int:pk>/read/", views.read, name="read"),
    path("<int:pk>/stop/", views.stop, name="stop"),
    path("<int:pk>/resume/", views.resume, name="resume"),
    path("<int:pk>/take-back/", document_views.take_back, name="take_back"),
    path("<int:pk>/changes/", comparison_views.changes, name="changes"),
    path("documents/<int:pk>/since/<int:earlier>/", comparison_views.page, name="page_changes"),
    path("documents/<int:pk>/", document_views.document, name="document"),
    path("documents/<int:pk>/exclude/", document_views.exclude, name="exclude"),
]
