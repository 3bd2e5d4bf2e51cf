"""Figures first: pure functions from a run's records to one frozen value."""

from reports.figures.compute import figures
from reports.figures.input import (
    Correction,
    Decision,
    FactRecord,
    Methodology,
    PassageRecord,
    ReportInput,
    ResultRecord,
)
from reports.figures.values import Figures

__all__ = [
    "Correction",
    "Decision",
    "FactRecord",
    "Figures",
    "Methodology",
    "PassageRecord",
    "ReportInput",
    "ResultRecord",
    "figures",
]
