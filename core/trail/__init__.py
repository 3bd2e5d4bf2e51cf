"""The trail: who did what and when, as one readable history."""

from core.trail.events import KIND_WORDS, Event, Kind, Stream, past_of, who_of
from core.trail.reading import Place, TrailPage, Wanted, trail, whole_trail

__all__ = [
    "KIND_WORDS",
    "Event",
    "Kind",
    "Place",
    "Stream",
    "TrailPage",
    "Wanted",
    "past_of",
    "trail",
    "who_of",
    "whole_trail",
]
