"""The accessible tree of the window, each part with a stable number, and what is announced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from gui.kit.accessible import AccessibleInfo, Place, Role, sentences
from gui.kit.popup import Popup
from gui.kit.screen import Screen
from gui.kit.widget import Widget, WidgetGroup
from gui.services import Notice

ROOT, FIRST = 1, 16
NAME = "Jouons"
TITLES = (Role.TEXT, Role.HEADING)  # the roles that label a following control without a text


@dataclass(slots=True)  # not frozen, as AccessibleInfo
class AccessibleNode:
    """One part of the window; `widget` in `widget_group` receives the focus."""

    said: AccessibleInfo
    place: Place
    children: tuple[int, ...] = ()
    modal: bool = False
    widget_group: WidgetGroup | None = field(default=None, compare=False)
    widget: Widget | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class AccessibleTree:
    """All nodes by number, with ROOT as the root, and the focused one."""

    nodes: Mapping[int, AccessibleNode]
    focus: int = ROOT


def bare_tree(size: tuple[int, int]) -> AccessibleTree:
    """Return a tree of only the window, for a reader until the first drawing."""
    return AccessibleTree({ROOT: AccessibleNode(AccessibleInfo(Role.WINDOW, NAME), (0, 0, *size))})


@dataclass(frozen=True)
class Announcement:
    """The last announcement; a new number makes the reader repeat an equal text."""

    text: str = ""
    number: int = 0


class NodeIds:
    """A table of stable numbers for the parts of a screen; no number is used twice."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        # Notices and popups come and go over a screen: numbered by identity, not by name.
        self._passing: WeakKeyDictionary[object, int] = WeakKeyDictionary()
        self._last = FIRST
        self._screen: object = None

    def on(self, screen: object) -> None:
        """Forget the names of the previous screen when the screen changes."""
        if screen is not self._screen:
            self._screen = screen
            self._known.clear()

    def of(self, name: str) -> int:
        """Return the number of a part."""
        number = self._known.get(name)
        if number is None:
            number = self._known[name] = self._next()
        return number

    def of_passing(self, thing: Notice | Popup) -> int:
        """Return the number of a notice or a popup; equal texts get different numbers."""
        number = self._passing.get(thing)
        if number is None:
            number = self._passing[thing] = self._next()
        return number

    def _next(self) -> int:
        self._last += 1
        return self._last


class TreeBuilder:
    """A builder of the accessible tree of a screen."""

    def __init__(
        self,
        screen: Screen,
        notices: Sequence[Notice],
        numbers: NodeIds,
        saying: Announcement = Announcement(),
    ) -> None:
        self.screen = screen
        self.numbers = numbers
        self.nodes: dict[int, AccessibleNode] = {}
        self.focus = ROOT
        self._twice: dict[str, int] = {}
        numbers.on(screen)
        self._read(notices, saying)
        self.tree = AccessibleTree(self.nodes, self.focus)

    def _read(self, notices: Sequence[Notice], saying: Announcement) -> None:
        screen, tr = self.screen, self.screen.tr
        window = (0, 0, *screen.size)
        if screen.popup is not None:
            children = [self._popup(screen.popup)]
        else:
            children = list(self._widgets(screen.widget_group, "w"))
        for notice in notices[-1:]:
            role = Role.FAULT if notice.fault else Role.NEWS
            info = AccessibleInfo(role, notice.text, note=tr("access.notice"), press=notice.close)
            number = self.numbers.of_passing(notice)
            self.nodes[number] = AccessibleNode(info, window)
            children.append(number)
        if saying.text:
            number = self.numbers.of(f"saying {saying.number}")
            self.nodes[number] = AccessibleNode(AccessibleInfo(Role.NEWS, saying.text), window)
            children.append(number)
        self.nodes[ROOT] = AccessibleNode(
            AccessibleInfo(Role.WINDOW, NAME), window, tuple(children)
        )

    def _popup(self, popup: Popup) -> int:
        number = self.numbers.of_passing(popup)
        children = tuple(self._widgets(popup.widget_group, f"p{number}"))
        name = popup.title or next(
            (self.nodes[n].said.name for n in children if self.nodes[n].said.role in TITLES), ""
        )
        role = Role.DIALOG if popup.modal else Role.MENU
        tr, rect = self.screen.tr, popup.rect
        named = name or tr("access.dialog" if popup.modal else "access.menu")
        place = (rect.x, rect.y, rect.w, rect.h)
        self.nodes[number] = AccessibleNode(
            AccessibleInfo(role, named), place, children, popup.modal
        )
        return number

    def _widgets(self, widget_group: WidgetGroup, prefix: str) -> Iterator[int]:
        title, groups = "", {}
        for widget in widget_group.widgets:
            info = widget.accessible(widget_group.ui)
            if info is None:
                continue
            if info.role in TITLES and not getattr(widget, "quiet", False):
                title = info.name
            number = groups[widget] = self._widget(widget_group, widget, info, title, prefix)
            if widget.group is None:
                yield number
            else:
                self.nodes[groups[widget.group]].children += (number,)

    def _widget(
        self,
        widget_group: WidgetGroup,
        widget: Widget,
        info: AccessibleInfo,
        title: str,
        prefix: str,
    ) -> int:
        # Not by type: where space is short, another class may stand for the same part.
        path = f"{prefix}/{info.role.name}/{widget.key}"
        count = self._twice[path] = self._twice.get(path, 0) + 1
        if count > 1:
            path = f"{path}#{count}"  # distinguishes widgets of the same role and key
        number, focused = self.numbers.of(path), widget_group.focus is widget
        children = []
        if focused:
            self.focus = number
        for part in info.parts:
            child = self.numbers.of(f"{path}/{part.key}")
            self.nodes[child] = AccessibleNode(
                part, part.place or (0, 0, 0, 0), (), False, widget_group, widget
            )
            children.append(child)
            if focused and part.current:
                self.focus = child
        if not info.name:
            kind = "access.chart" if info.role is Role.GROUP else "access.control"
            info = replace(info, name=title or self.screen.tr(kind))
        rect = widget.rect
        place = (rect.x, rect.y, rect.w, rect.h)
        self.nodes[number] = AccessibleNode(
            info, place, tuple(children), False, widget_group, widget
        )
        return number


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
