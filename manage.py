#!/usr/bin/env python
"""The command line of Caudals."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run one management command with the portal's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caudals.settings")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
