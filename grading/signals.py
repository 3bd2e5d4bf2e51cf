"""What `grading` tells those who stand on it."""

from django.dispatch import Signal

# Sent with run_id when a grading job ended; receivers queue work and return at once.
answers_graded = Signal()
