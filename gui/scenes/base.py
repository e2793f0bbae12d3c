"""For screens that are still placed by hand: their frame lives in the kit."""

from gui.kit.screen import WidgetScene

__all__ = ["WidgetScene"]
