"""Answers and transcripts that were collected elsewhere: read from files, matched to questions.

Plain values only. A file is read whole or refused with the places that are wrong; what answers no
question, and what answers one twice, is named before anything is stored.
"""

from runs.uploads.matching import Matching, Use, match
from runs.uploads.reading import ENDINGS, ReadUpload, read_upload
from runs.uploads.values import Remarks, UploadedAnswer

__all__ = [
    "ENDINGS",
    "Matching",
    "ReadUpload",
    "Remarks",
    "UploadedAnswer",
    "Use",
    "match",
    "read_upload",
]
