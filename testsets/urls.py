"""Addresses of `testsets`."""

from django.urls import path

from testsets import (
    approval_views,
    bulk_views,
    exchange_views,
    list_views,
    methods_views,
    outdated_views,
    question_views,
    signing_views,
    spread_views,
    version_views,
    views,
    yield_views,
)

app_name = "testsets"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/", views.new, name="new"),
    path("import/", exchange_views.import_new, name="import"),
    path("<int:pk>/", list_views.detail, name="detail"),
    path("<int:pk>/draft/", views.draft, name="draft"),
    path("<int:pk>/import/", exchange_views.import_into, name="import_into"),
    path(
        "<int:pk>/draft.csv", exchange_views.export_draft, {"kind": "csv"}, name="export_draft_csv"
    ),
    path(
        "<int:pk>/draft.jsonl", exchange_views.export_draft, {"kind": "jsonl"}, name="export_draft"
    ),
    path(
        "<int:pk>/draft.xlsx",
        exchange_views.export_draft,
        {"kind": "xlsx"},
        name="export_draft_xlsx",
    ),
    path("<int:pk>/compare/", version_views.compared, name="compare"),
    path("<int:pk>/spread/", spread_views.spread, name="spread"),
    path("<int:pk>/bulk/", bulk_views.bulk, name="bulk"),
    path("bulk/<int:pk>/", bulk_views.bulk_outcome, name="bulk_outcome"),
    path("<int:pk>/rename/", views.rename, name="rename"),
    path("<int:pk>/methods/", methods_views.methods, name="methods"),
    path("<int:pk>/approve/", approval_views.approve, name="approve"),
    path("<int:pk>/sign-off/", signing_views.sign_next, name="sign_next"),
    path("<int:pk>/rejected/", yield_views.rejected, name="rejected"),
    path("<int:pk>/outdated/", outdated_views.outdated, name="outdated"),
    path("outdated/<int:pk>/still-right/", outdated_views.still_right, name="still_right"),
    path("<int:pk>/add/", question_views.add, name="add"),
    path("drafting/<int:pk>/progress/", views.progress, name="progress"),
    path("drafting/<int:pk>/stop/", views.stop, name="stop"),
    path("drafting/<int:pk>/resume/", views.resume, name="resume"),
    path("drafting/<int:pk>/budget/", views.budget, name="budget"),
    path("questions/<int:pk>/", question_views.question, name="question"),
    path("questions/<int:pk>/history/", version_views.history, name="history"),
    path("questions/<int:pk>/comments/", question_views.comments, name="comments"),
    path("questions/<int:pk>/edit/", question_views.edit, name="edit"),
    path("questions/<int:pk>/remove/", question_views.remove, name="remove"),
    path("questions/<int:pk>/restore/", question_views.restore, name="restore"),
    path("questions/<int:pk>/sign-off/", signing_views.sign, name="sign"),
    path("questions/<int:pk>/mark/", signing_views.mark, name="mark"),
    path("sign-offs/<int:pk>/take-back/", signing_views.take_back, name="take_back"),
    path("<int:pk>/reviewers/", signing_views.reviewers, name="reviewers"),
    path("versions/<int:pk>/", list_views.version, name="version"),
    path("versions/<int:pk>/copy/", version_views.copy, name="copy"),
    path("versions/<int:pk>/spread/", spread_views.version_spread, name="version_spread"),
    path(
        "versions/<int:pk>/questions.jsonl", exchange_views.export, {"kind": "jsonl"}, name="export"
    ),
    path(
        "versions/<int:pk>/questions.csv", exchange_views.export, {"kind": "csv"}, name="export_csv"
    ),
    path(
        "versions/<int:pk>/questions.xlsx",
        exchange_views.export,
        {"kind": "xlsx"},
        name="export_xlsx",
    ),
]
