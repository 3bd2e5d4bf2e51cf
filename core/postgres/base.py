"""Django's PostgreSQL backend on the embedded server, started by the first connection.

Commands that never touch the database (help, checks, reading a file) therefore start nothing.
"""

from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base

from core.postgres.embedded import ensure_running


class DatabaseWrapper(base.DatabaseWrapper):
    """PostgreSQL whose address is found by starting it."""

    def get_connection_params(self) -> dict[str, Any]:
        """The usual parameters, with the socket directory of the running server."""
        address = ensure_running(settings.EMBEDDED_POSTGRES, database="caudals")
        self.settings_dict["HOST"], self.settings_dict["USER"] = address.host, address.user
        return super().get_connection_params()
