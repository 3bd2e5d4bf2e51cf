"""Addresses of `reports`."""

from django.urls import path

from reports import comparing_views, downloads, sharing_views, views

app_name = "reports"
urlpatterns = [
    path("", views.index, name="index"),
    path("latest/", views.latest, name="latest"),
    path("planner/", views.planner, name="planner"),
    path("runs/<int:pk>/", views.run, name="run"),
    path("runs/<int:pk>/compared/", comparing_views.compared, name="compared"),
    path("runs/<int:pk>/publish/", views.publish, name="publish"),
    path("runs/<int:pk>/report.json", downloads.run_json, name="run_json"),
    path("runs/<int:pk>/report.pdf", downloads.run_pdf, name="run_pdf"),
    path("runs/<int:pk>/questions.jsonl", downloads.questions, name="questions"),
    path("runs/<int:pk>/answers.jsonl", downloads.answers, name="answers"),
    path("runs/<int:pk>/versions/<int:number>/", views.version, name="version"),
    path(
        "runs/<int:pk>/versions/<int:number>/report.json",
        downloads.version_json,
        name="version_json",
    ),
    path(
        "runs/<int:pk>/versions/<int:number>/report.pdf", downloads.version_pdf, name="version_pdf"
    ),
    path(
        "runs/<int:pk>/versions/<int:number>/results.csv",
        downloads.version_results,
        {"kind": "csv"},
        name="version_csv",
    ),
    path(
        "runs/<int:pk>/versions/<int:number>/results.xlsx",
        downloads.version_results,
        {"kind": "xlsx"},
        name="version_xlsx",
    ),
    path(
        "runs/<int:pk>/versions/<int:number>/results.jsonl",
        downloads.version_results,
        {"kind": "jsonl"},
        name="version_jsonl",
    ),
    path(
        "runs/<int:pk>/versions/<int:number>/evidence.zip",
        downloads.version_evidence,
        name="version_evidence",
    ),
    path("runs/<int:pk>/versions/<int:number>/share/", sharing_views.share, name="share"),
    path(
        "runs/<int:pk>/versions/<int:number>/share/consent/",
        sharing_views.consent,
        name="share_consent",
    ),
    path(
        "runs/<int:pk>/versions/<int:number>/share/<int:link>/withdraw/",
        sharing_views.withdraw,
        name="share_withdraw",
    ),
]
