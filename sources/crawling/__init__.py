"""Walking over a site within what it allows. Plain values, no Django."""

from sources.crawling.crawl import Crawl
from sources.crawling.patterns import Patterns
from sources.crawling.politeness import OWN, Politeness
from sources.crawling.visits import Before, Ending, Known, Visit

__all__ = ["OWN", "Before", "Crawl", "Ending", "Known", "Patterns", "Politeness", "Visit"]
