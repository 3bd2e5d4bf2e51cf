"""Pages that are empty until their programs have run, opened in a headless browser."""

from sources.rendering.browser import available

__all__ = ["available"]
