#!/usr/bin/env python
"""The command line of Caudals."""

import os
import secrets
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run one management command with the portal's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caudals.settings")
    if sys.argv[1:2] == ["read"]:
        # Nothing is signed, so no key is made for the installation: looking leaves nothing behind.
        os.environ.setdefault("CAUDALS_SECRET_KEY", secrets.token_urlsafe(50))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
