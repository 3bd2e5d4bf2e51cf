"""Walking over a site within what it allows. Plain values, no Django."""

from sources.crawling.crawl import Crawl, Ending, Known, Visit

__all__ = ["Crawl", "Ending", "Known", "Visit"]
