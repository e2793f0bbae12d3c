"""What is said without being asked for: the page that has opened, then only what is new."""

from __future__ import annotations

from dataclasses import dataclass

from gui.kit.accessible import Role, sentences
from gui.kit.screen import Screen


@dataclass(frozen=True)
class Announcement:
    """The last that was said; another number makes the same words be said again."""

    text: str = ""
    number: int = 0


class Announcer:
    """Hears the news of the screen in front, and says each sentence once."""

    def __init__(self) -> None:
        self.now = Announcement()
        self._screen: Screen | None = None
        self._heard: tuple[str, ...] = ()

    def forget(self) -> None:
        """Somebody else listens: the page is said again."""
        self._screen = None

    def announce(self, screen: Screen) -> None:
        """Take what a screen has to say; of one that has just opened its name first."""
        told = tuple(screen.news())
        if screen is not self._screen:
            self._screen = screen
            new = (title_of(screen), *told)
        else:
            new = tuple(text for text in told if text not in self._heard)
        self._heard = told
        text = sentences(new)
        if text:
            self.now = Announcement(text, self.now.number + 1)


def title_of(screen: Screen) -> str:
    """What the page in front is called."""
    told = (widget.accessible(screen.ui) for widget in screen.widget_group.widgets)
    return next((said.name for said in told if said and said.role is Role.HEADING), "")
