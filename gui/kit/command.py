"""What a screen can do, declared once: buttons, menu lines, shortcuts, tooltips.

The help lists the table of shortcuts (gui/shortcuts.py), which these are named after.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gui.kit import Button, ButtonKind, Icon, IconButton
from gui.kit.popup import Choice
from gui.protocols import Transition
from gui.shortcuts import Action
from gui.ui import Ui


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a screen can do. An id equal to the value of an Action has its shortcut.

    `text` is the key of the words when one command says different things at different times.
    `always`: its shortcut runs it though it is not enabled, and running it says why not.
    Two are equal when they show the same.
    """

    id: str
    run: Callable[[], Transition | None] = field(compare=False)
    icon: Icon | None = None
    enabled: bool = True
    on: bool = False
    primary: bool = False
    text: str | None = None
    always: bool = False


class Commands:
    """Shows a screen's commands; words are PREFIX.ID, and PREFIX.ID_tip where there is one.

    A line of a menu says PREFIX.menu.ID where that is another text. `made` are the commands as they
    are shown; `ask` says what they are when one is run, so that a button may outlive its build.
    """

    def __init__(
        self,
        ui: Ui,
        prefix: str,
        ask: Callable[[], Mapping[str, Command]],
        go: Callable[[Transition], None],
        made: Mapping[str, Command] | None = None,
    ) -> None:
        self.ui = ui
        self.prefix = prefix
        self.ask = ask
        self.go = go
        self.made = ask() if made is None else made

    def called(self, prefix: str) -> Commands:
        """The same commands with other words."""
        return Commands(self.ui, prefix, self.ask, self.go, self.made)

    def shown(self, *names: str) -> tuple[Command | None, ...]:
        """What buttons of these show; a part kept while this is equal tells the truth."""
        return tuple(map(self.made.get, names))

    def do(self, name: str) -> None:
        """Run a command if it can be run now; it may lead to another screen."""
        command = self.ask().get(name)
        if command is not None:
            self._run(command, command.enabled)

    def press(self, action: Action) -> bool:
        """Run the command a shortcut stands for; true when there is one."""
        command = self.made.get(action.value)
        if command is not None:
            self._run(command, command.enabled or command.always)
        return command is not None

    def _run(self, command: Command, allowed: bool) -> None:
        going = command.run() if allowed else None
        if going is not None:
            self.go(going)

    def label(self, name: str) -> str:
        """The words of a command."""
        return self.ui.tr(self._key(name))

    def shortcut(self, name: str) -> str:
        """Its shortcut as printed on the keys, or nothing."""
        action = _ACTIONS.get(name)
        return self.ui.keys.label(action) if action is not None else ""

    def tip(self, name: str) -> str:
        """What it does in a sentence where there is one, with the shortcut's label."""
        key, shortcut = f"{self._key(name)}_tip", self.shortcut(name)
        text = self.ui.tr(key) if self.ui.tr.has(key) else ""
        if not shortcut:
            return text
        return f"{text or self.label(name)} ({shortcut})"

    def button(
        self, name: str, *, labelled: bool = True, quiet: bool = False, size: float = 16
    ) -> Button:
        """A button with the command's icon, words and tooltip; its key is the command's id."""
        command = self.made[name]
        if quiet and not labelled and command.icon is not None:
            tip = self.tip(name) or self.label(name)
            square = IconButton(command.icon, name, lambda: self.do(name), tip)
            square.on, square.enabled = command.on, command.enabled
            return square
        return Button(
            self.label(name) if labelled else "",
            lambda: self.do(name),
            kind=ButtonKind.PRIMARY
            if command.primary
            else ButtonKind.QUIET
            if quiet
            else ButtonKind.PLAIN,
            image=command.icon,
            on=command.on,
            enabled=command.enabled,
            key=name,
            tooltip=self.tip(name) or ("" if labelled else self.label(name)),
            size=size,
        )

    def choice(self, name: str) -> Choice:
        """A line of a popup menu, or an answer of a dialog."""
        command, text = self.made[name], f"{self.prefix}.menu.{name}"
        return Choice(
            self.ui.tr(text) if self.ui.tr.has(text) else self.label(name),
            lambda: self.do(name),
            command.icon,
            command.enabled,
            self.shortcut(name),
            command.primary,
        )

    def _key(self, name: str) -> str:
        return f"{self.prefix}.{self.made[name].text or name}"


_ACTIONS: Mapping[str, Action] = {action.value: action for action in Action}
