"""What the web server loads."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caudals.settings")

application = get_wsgi_application()
# All pages are imported here, once for all processes that the server forks, and not by the first
# request to each.
get_resolver().url_patterns  # noqa: B018
