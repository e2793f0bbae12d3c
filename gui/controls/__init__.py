"""Our widget kit: drawing, layout, focus order and ring, text entry."""

from gui.controls.base import Desk, Ui, Widget
from gui.controls.buttons import Button, IconButton, Kind, Segments, Switch
from gui.controls.fields import TextField
from gui.controls.icons import Icon, icon
from gui.controls.lists import ListBox, Row
from gui.controls.ranges import Slider, Stepper
from gui.controls.texts import Card, Label, Progress, Shortened, Spinner
from gui.controls.words import wrap

__all__ = [
    "Button",
    "Card",
    "Desk",
    "Icon",
    "IconButton",
    "Kind",
    "Label",
    "ListBox",
    "Progress",
    "Row",
    "Segments",
    "Shortened",
    "Slider",
    "Spinner",
    "Stepper",
    "Switch",
    "TextField",
    "Ui",
    "Widget",
    "icon",
    "wrap",
]
