"""What every screen is made with: widgets, layouts, commands, popups, the frame of a screen."""

from gui.kit.buttons import Button, IconButton, Kind, Segments, Switch
from gui.kit.fields import NumberField, TextField
from gui.kit.icons import Icon, icon
from gui.kit.lists import ListBox, ListRow
from gui.kit.ranges import Slider, Stepper
from gui.kit.texts import Ground, Label, Progress, Shortened, Sign, Spinner
from gui.kit.widget import Desk, Widget
from gui.kit.words import wrap

__all__ = [
    "Button",
    "Desk",
    "Ground",
    "Icon",
    "IconButton",
    "Kind",
    "Label",
    "ListBox",
    "ListRow",
    "NumberField",
    "Progress",
    "Segments",
    "Shortened",
    "Sign",
    "Slider",
    "Spinner",
    "Stepper",
    "Switch",
    "TextField",
    "Widget",
    "icon",
    "wrap",
]
