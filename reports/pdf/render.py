"""From figures to a PDF: the same figures give the same bytes."""

from io import BytesIO
from typing import TYPE_CHECKING, Any

from core.fingerprint import fingerprint
from reports.charts.palette import FACE, Ink
from reports.document import report_json
from reports.figures.values import Figures
from reports.pdf import method, profile, results, summary
from reports.pdf.styles import MARGIN
from reports.pdf.text import Typesetter
from reports.typeface import register
from reports.wording import wording

if TYPE_CHECKING:
    from reportlab.platypus import Flowable


def render_pdf(figures: Figures, language: str = "en") -> bytes:
    """The whole report on paper, in English or Spanish. It draws what the figures hold, no more."""
    register()
    setter = Typesetter(wording(language))
    digest = fingerprint(report_json(figures, language=language))
    story: list[Flowable] = [
        *summary.summary(figures, setter),
        *summary.narrowing(figures, setter),
        *profile.profile(figures, setter),
        *results.results(figures, setter),
        *method.methodology(figures, setter),
        *method.limits(setter),
    ]
    story += method.about(digest, setter)
    return _built(story, figures, setter, digest)


def _built(story: "list[Flowable]", figures: Figures, setter: Typesetter, digest: str) -> bytes:
    from reportlab.lib.colors import HexColor
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

    words = setter.words
    width, height = A4
    running = " · ".join(
        part for part in (figures.organisation[:60], figures.methodology.assistant[:60]) if part
    )
    left_foot = f"{running} · {words.day(figures.methodology.started_at)}"
    figures_foot = words.gettext("Figures %(digest)s") % {"digest": digest[:12]}

    class NumberedCanvas(Canvas):
        """Knows the number of pages before it draws their feet."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._pages: list[dict[str, Any]] = []

        def showPage(self) -> None:
            self._pages.append(dict(self.__dict__))
            self._startPage()  # type: ignore[attr-defined]  # absent from the stubs

        def save(self) -> None:
            for number, page in enumerate(self._pages, start=1):
                self.__dict__.update(page)
                self._foot(number, len(self._pages))
                super().showPage()
            super().save()

        def _foot(self, number: int, total: int) -> None:
            self.setFont(FACE, 7.5)
            self.setFillColor(HexColor(Ink.MUTED.value))
            self.drawString(MARGIN, 32, setter.plain(left_foot))
            place = words.gettext("Page %(number)s of %(total)s") % {
                "number": number, "total": total,
            }  # fmt: skip
            self.drawRightString(width - MARGIN, 32, f"{figures_foot} · {place}")

    class Document(BaseDocTemplate):
        def afterFlowable(self, flowable: Any) -> None:
            """Put each heading into the outline of the file."""
            outline = getattr(flowable, "outline", None)
            if outline is None:
                return
            text, level = outline
            self.headings = getattr(self, "headings", 0) + 1
            key = f"h{self.headings}"
            self.canv.bookmarkPage(key)
            self.canv.addOutlineEntry(text, key, level=level, closed=level > 0)

    out = BytesIO()
    document = Document(
        out,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=54,
        bottomMargin=58,
        title=figures.title,
        author=figures.organisation,
        subject=words.gettext("Report on an assistant’s answers"),
        creator="Caudals",
        lang=words.language,
        invariant=1,
        pageTemplates=[
            PageTemplate(
                frames=[
                    Frame(
                        MARGIN, 58, width - 2 * MARGIN, height - 58 - 54,
                        leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
                    )
                ]
            )
        ],
    )  # fmt: skip
    document.build(story, canvasmaker=NumberedCanvas)
    return out.getvalue()
