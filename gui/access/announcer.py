"""Spontaneous announcements: the title of a newly opened page, then only new sentences."""

from __future__ import annotations

from dataclasses import dataclass

from gui.kit.accessible import Role, sentences
from gui.kit.screen import Screen


@dataclass(frozen=True)
class Announcement:
    """The last announcement; a new number makes the reader repeat an equal text."""

    text: str = ""
    number: int = 0


class Announcer:
    """An announcer that speaks each news sentence of the top screen once."""

    def __init__(self) -> None:
        self.now = Announcement()
        self._screen: Screen | None = None
        self._heard: tuple[str, ...] = ()

    def forget(self) -> None:
        """Announce the whole page again, for another screen reader."""
        self._screen = None

    def announce(self, screen: Screen) -> None:
        """Announce the new sentences of a screen, after its title if it has just opened."""
        news = tuple(screen.news())
        if screen is not self._screen:
            self._screen = screen
            new = (title_of(screen), *news)
        else:
            new = tuple(text for text in news if text not in self._heard)
        self._heard = news
        text = sentences(new)
        if text:
            self.now = Announcement(text, self.now.number + 1)


def title_of(screen: Screen) -> str:
    """Return the title of a page: its first heading, or an empty string."""
    infos = (widget.accessible(screen.ui) for widget in screen.widget_group.widgets)
    return next((info.name for info in infos if info and info.role is Role.HEADING), "")
