"""Requests of a page that wait until a test lets them go."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route

from tests.support.waiting import wait_for


class Held:
    """The next request to an address, or to several, in the order in which the page asked."""

    def __init__(self, page: Page, address: str | re.Pattern[str]) -> None:
        self._page = page
        self._waiting: list[Route] = []
        self.hold(address)

    def hold(self, address: str | re.Pattern[str]) -> None:
        """Hold the next request to one more address."""
        held: list[Route] = []

        # Counted here: when Playwright has counted to the last one it lets go of all that are still held.
        def take(route: Route) -> None:
            if held:
                route.fallback()
            else:
                held.append(route)
                self._waiting.append(route)

        self._page.route(address, take)

    def let_go(self) -> None:
        """Answer the one that has waited longest; one that is not asked yet is waited for."""
        wait_for(lambda: self._waiting, "the page to ask for what is held", pause=self._listen)
        self._waiting.pop(0).continue_()

    def _listen(self, seconds: float) -> None:
        self._page.wait_for_timeout(seconds * 1000)  # requests are heard only while Playwright waits
