"""The toolkit of every screen: widgets, layouts, commands, popups, the base class of a screen."""

from gui.kit.buttons import Button, ButtonKind, IconButton, Segments, Switch
from gui.kit.fields import NumberField, TextField
from gui.kit.icons import Icon, icon
from gui.kit.lists import ListBox, ListRow
from gui.kit.ranges import Slider, Stepper
from gui.kit.text_wrap import wrap
from gui.kit.texts import (
    Background,
    Drawing,
    Label,
    ProgressBar,
    Sentence,
    Shortened,
    SmallIcon,
    Spinner,
)
from gui.kit.widget import Widget, WidgetGroup

__all__ = [
    "Background",
    "Button",
    "ButtonKind",
    "Drawing",
    "Icon",
    "IconButton",
    "Label",
    "ListBox",
    "ListRow",
    "NumberField",
    "ProgressBar",
    "Segments",
    "Sentence",
    "Shortened",
    "Slider",
    "SmallIcon",
    "Spinner",
    "Stepper",
    "Switch",
    "TextField",
    "Widget",
    "WidgetGroup",
    "icon",
    "wrap",
]
