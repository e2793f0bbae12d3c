"""Commands of a screen, declared once for buttons, menu lines, shortcuts and tooltips.

Their ids are the action names of the table of shortcuts (gui/shortcuts.py), which the help lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gui.kit import Button, ButtonKind, Icon, IconButton
from gui.kit.popup import Choice
from gui.protocols import Transition
from gui.shortcuts import Action
from gui.ui import Ui

AndRefresh = Callable[[Callable[..., object]], Callable[..., None]]  # see Screen.and_refresh


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a screen; an id equal to the value of an Action has that Action's shortcut.

    `text` is the key of the label when it differs from the id. With `always`, the shortcut runs the
    command even when it is disabled, so that it can explain why. Two commands are equal when they
    look the same.
    """

    id: str
    run: Callable[[], Transition | None] = field(compare=False)
    icon: Icon | None = None
    enabled: bool = True
    on: bool = False
    primary: bool = False
    text: str | None = None
    always: bool = False


def by_id(*commands: Command) -> dict[str, Command]:
    """Return commands by their ids, in their order."""
    return {command.id: command for command in commands}


@dataclass
class Commands:
    """The commands of a screen; labels are PREFIX.ID, tooltips PREFIX.ID_tip where they exist.

    A menu line uses PREFIX.menu.ID where that text exists. `made` holds the commands as displayed;
    `ask` returns the present ones when a command runs, so that a button may outlive its build.
    """

    ui: Ui
    prefix: str
    ask: Callable[[], Mapping[str, Command]]
    go: Callable[[Transition], None]
    made: Mapping[str, Command] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.made = self.made or self.ask()

    def called(self, prefix: str) -> Commands:
        """Return the same commands with another prefix of their texts."""
        return Commands(self.ui, prefix, self.ask, self.go, self.made)

    def do(self, name: str) -> None:
        """Run a command if it is enabled now; it may open another screen."""
        command = self.ask().get(name)
        if command is not None:
            self._run(command, command.enabled)

    def press(self, action: Action) -> bool:
        """Run the command of a shortcut; return True when there is one."""
        command = self.made.get(action.value)
        if command is not None:
            self._run(command, command.enabled or command.always)
        return command is not None

    def _run(self, command: Command, allowed: bool) -> None:
        going = command.run() if allowed else None
        if going is not None:
            self.go(going)

    def label(self, name: str) -> str:
        return self.ui.tr(self._key(name))

    def shortcut(self, name: str) -> str:
        """Return the shortcut of a command as printed on the keys, or an empty string."""
        action = _ACTIONS.get(name)
        return self.ui.keys.label(action) if action is not None else ""

    def tip(self, name: str) -> str:
        """Return the tooltip of a command: its sentence, if any, and its shortcut."""
        key, shortcut = f"{self._key(name)}_tip", self.shortcut(name)
        text = self.ui.tr(key) if self.ui.tr.has(key) else ""
        if not shortcut:
            return text
        return f"{text or self.label(name)} ({shortcut})"

    def button(
        self, name: str, *, labelled: bool = True, quiet: bool = False, size: float = 16
    ) -> Button:
        """Return a button with the command's icon, label and tooltip; its key is the id."""
        command = self.made[name]
        if quiet and not labelled and command.icon is not None:
            tip = self.tip(name) or self.label(name)
            square = IconButton(command.icon, name, lambda: self.do(name), tip)
            square.on, square.enabled = command.on, command.enabled
            return square
        usual = ButtonKind.QUIET if quiet else ButtonKind.PLAIN
        return Button(
            self.label(name) if labelled else "",
            lambda: self.do(name),
            kind=ButtonKind.PRIMARY if command.primary else usual,
            image=command.icon,
            on=command.on,
            enabled=command.enabled,
            key=name,
            tooltip=self.tip(name) or ("" if labelled else self.label(name)),
            size=size,
        )

    def choice(self, name: str) -> Choice:
        """Return the command as a line of a popup menu or a button of a dialog."""
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
