"""A campaign that is deleted while it is served is closed at once, and open again when that is taken back."""

import threading
import time

from stead.campaign.folder import Campaign

_SECONDS = 0.5  # how old what is known may be


class Closing:
    """Whether the campaign is deleted, looked up no more often than twice a second."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._turn = threading.Lock()
        self._until = 0.0
        self._is_closed = False

    def __call__(self) -> bool:
        """Whether it is."""
        with self._turn:
            if time.monotonic() >= self._until:
                self._is_closed = bool(self._campaign.deleted)
                self._until = time.monotonic() + _SECONDS
            return self._is_closed
