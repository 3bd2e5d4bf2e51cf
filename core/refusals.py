"""Answers to requests that are refused before any view sees them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def stale_page(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The answer when the token against forgery does not fit, mostly because of a later sign-in.

    The header tells the script of the page to say so, where htmx would show nothing.
    """
    response = render(request, "403_csrf.html", status=403)
    response.headers["X-Stale-Page"] = "1"
    return response
