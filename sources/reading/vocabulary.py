"""The names that pages give to the elements of their furniture, as class names and ids.

Names are compared as hyphenated words ("siteFooter" is "site-footer"): a listed name matches when
it is a run of whole words in the name.
"""

from __future__ import annotations

import re
from typing import Final

from sources.reading.values import SkipReason


def listed(words: str) -> tuple[str, ...]:
    """The words of a text as a tuple, so that long lists stay readable."""
    return tuple(words.split())


class Names:
    """Names to look for; each name that is met is matched once."""

    __slots__ = ("_met", "_pattern")

    def __init__(self, words: str) -> None:
        entries = "|".join(map(re.escape, words.split()))
        self._pattern = re.compile(f"(?:^|-)(?:{entries})(?:-|$)")
        self._met: dict[str, bool] = {}

    def match(self, name: str) -> bool:
        found = self._met.get(name)
        if found is None:
            if len(self._met) >= MOST_MET:
                self._met.clear()
            words = name.split("-")
            says_state = words[0] in STATE_PREFIXES or words[-1] in STATE_SUFFIXES
            found = self._met[name] = not says_state and self._pattern.search(name) is not None
        return found


def names_match(name: str, names: Names) -> bool:
    """Whether a hyphenated name holds one of the names as whole words."""
    return names.match(name)


MOST_MET: Final = 4096

# A name that begins or ends so says what a page has or does, and not what the element is.
STATE_PREFIXES: Final = frozenset(("", *listed("has no not is with without js hide show wp")))
STATE_SUFFIXES: Final = frozenset(
    listed("enabled disabled active open closed visible loaded ready")
)

# Names that leave no doubt.
FURNITURE: Final[dict[SkipReason, Names]] = {
    SkipReason.NAVIGATION: Names(
        """
        nav navbar navigation navmenu topnav sidenav subnav sitenav menubar breadcrumb breadcrumbs
        crumbs pagination paginator pager page-numbers skip-link skiplink skip-to-content
        lang-switch language-switch language-switcher lang-switcher language-selector
        language-picker language-menu toplang bottomlang langs permalink headerlink header-anchor
        anchor-link anchorjs-link back-to-top prev-next post-navigation edit-page edit-this-page
        """
    ),
    SkipReason.CONTENTS: Names(
        "toc table-of-contents tableofcontents on-this-page page-contents local-toc"
    ),
    SkipReason.NOTICE: Names(
        """
        cookie cookies cookiebar consent gdpr onetrust outofdate out-of-date outdated
        translation-notice last-updated last-modified lastmod updated-on newsletter subscribe
        noprint no-print paywall tagline slogan cta call-to-action
        """
    ),
    SkipReason.COMMENTS: Names(
        """
        comments comment-list commentlist comments-section comments-area disqus respond
        disqus-thread
        """
    ),
    SkipReason.LINKS: Names(
        """
        share sharing sharebar social socials addtoany addthis follow-us related related-posts
        related-articles related-links see-also seealso read-more readmore recommended tags
        tag-list tagcloud advert advertisement adsbygoogle sponsored badges
        """
    ),
    SkipReason.SMALL_PRINT: Names("footer colophon copyright"),
    SkipReason.CITATION: Names("sources citations references reflist footnotes bibliography"),
}

# Names that also stand on wrappers of content: believed when the element holds links or few words.
DOUBTFUL: Final[dict[SkipReason, Names]] = {
    SkipReason.NAVIGATION: Names(
        """
        menu header masthead banner topbar toolbar path sidebar side rail widget links quicklinks
        quickview search login locale language languages lang index up top
        """
    ),
    SkipReason.SMALL_PRINT: Names("foot imprint disclaimer license"),
    SkipReason.NOTICE: Names(
        """
        meta byline author published updated modal popup overlay promo badge credit
        """
    ),
}
COMMENT_THREADS: Final = Names(
    "comments-section comments-area comment-list comments-thread disqus-thread respond"
)

# Boxes in the flow of a text, whose heading is theirs alone.
BOX_NAMES: Final = Names(
    """
    note notes warning caution important tip hint info information callout alert admonition notice
    box infobox card example highlight quote teaser
    """
)
ANSWER_NAMES: Final = Names("answer accordion faq collapse collapsible panel toggle tab tabs qa")
QUESTION_NAMES: Final = Names(
    """
    question accordion-title accordion-header accordion-button accordion-trigger accordion-heading
    faq-title faq-q faq-header toggle-title toggle-header panel-title collapsible-header summary
    """
)

# Names of what stands around and inside the text of an article without being part of it.
ARTICLE_FURNITURE: Final = Names(
    """
    caption captions credit credits photo-credit image-credit gallery slideshow carousel slide
    slidecount swiper rail recirc promo promos teaser teasers newsletter newsletters signup sign-up
    subscribe subscription author authors bio biography byline contributor contributors
    player vjs most-read most-popular popular trending taboola outbrain sponsored comment comments
    related more-stories read-next up-next date pubdate timestamp dateline tags topics share social
    linkback poll ticker marquee slider
    """
)
LEADS: Final = Names("lead ingress preamble intro introduction standfirst summary")
# Names of what stands beside an article, and holds other texts.
SIDES: Final = Names(
    """
    sidebar side-bar widget widgets widget-area rail right-rail secondary ticker marquee slider
    carousel related recommended popular trending latest comments footer
    """
)
# Boxes that belong to the text, whatever element they are.
NOTES: Final = Names(
    "note notes warning caution important tip hint info callout alert admonition notice"
)
