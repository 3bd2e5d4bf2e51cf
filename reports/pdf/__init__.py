"""Paper second: the PDF of a report, drawn from its figures alone."""

from reports.pdf.render import render_pdf

__all__ = ["render_pdf"]
