"""The notices of a model, which wait until its screen takes them. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass

from engine.messages import Message


@dataclass(frozen=True)
class ModelNotice:
    """One sentence for the player."""

    text: Message
    fault: bool = False
    here: bool = False  # about the current position, so outdated in the next one


class NoticeQueue:
    """The notices since the screen last took them, the oldest first."""

    def __init__(self) -> None:
        self._waiting: list[ModelNotice] = []

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, text: Message | str, *, fault: bool = False, here: bool = False) -> None:
        """Add a notice, given by its key if it has no values."""
        message = text if isinstance(text, Message) else Message(text)
        self._waiting.append(ModelNotice(message, fault, here))

    def take(self) -> list[ModelNotice]:
        """Return the waiting notices, and drop them."""
        taken, self._waiting = self._waiting, []
        return taken
