"""Where everything is."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

# One way in, so that nobody passes the second factor by.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("", include("core.urls")),
    path("review/", include("reviews.triage_urls")),
    path("shared/", include("reports.shared_urls")),
    *(
        path(f"w/<slug:workspace_slug>/{app}/", include(f"{app}.urls"))
        for app in ("sources", "testsets", "runs", "grading", "reviews", "reports")
    ),
]

if settings.DEBUG:
    from core.styleguide import urlpatterns as style_urls

    urlpatterns += style_urls
