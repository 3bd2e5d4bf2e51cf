"""What `runs` tells those who stand on it."""

from django.dispatch import Signal

# Sent with run_id when the asking ended, whether everything was asked or it was stopped; receivers
# queue work and return at once.
run_settled = Signal()
