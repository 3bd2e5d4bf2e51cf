"""Pages that are empty until their programs have run, opened in a headless browser."""

from sources.rendering.browser import available, launch_options
from sources.rendering.problems import RenderError, Unrendered
from sources.rendering.renderer import Renderer, RenderLimits

__all__ = ["RenderError", "RenderLimits", "Renderer", "Unrendered", "available", "launch_options"]
