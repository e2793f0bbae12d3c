"""For screens that are still placed by hand: popups live in the kit."""

from gui.kit.popup import Choice, Popup

__all__ = ["Choice", "Popup"]
