"""Builds the widgets of the cube lab from what the scene holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from gui.controls import Button, Card, Icon, Kind, Label, Widget
from gui.controls.base import Ui
from gui.controls.fields import FieldFault
from gui.controls.texts import heading_height
from gui.scenes.cube_cards import LabCards
from gui.scenes.cube_layout import LabLayout, arrange
from gui.scenes.cube_painting import NetWidget, Painting
from gui.scenes.cube_panels import CubeWidget, NarrowTabs, Passing, TurnChip
from gui.scenes.cube_transport import transport
from gui.shortcuts import Action

if TYPE_CHECKING:
    from gui.scenes.cube_lab import CubeLabScene


class LabBuilder:
    """Makes the widgets of the whole lab."""

    def __init__(self, scene: CubeLabScene) -> None:
        self.scene = scene
        self.cards = LabCards(scene)

    @property
    def ui(self) -> Ui:
        """The drawing tools in force."""
        return self.scene.ui

    def build(self) -> list[Widget]:
        """Everything, in Tab order."""
        scene = self.scene
        layout = arrange(self.ui, scene.size, scene.bar_height())
        widgets: list[Widget] = list(
            scene.top_bar(
                scene.tr("game.pocketcube.name"),
                scene.tr(f"cube_lab.subtitle.{scene.metric.value}"),
                scene.menu.open,
                scene.tr("cube_lab.menu"),
            )
        )
        if scene.painting is not None and layout.tabs is not None:
            # Where room is short the net gets all of it.
            body = layout.view.unionall([layout.transport, layout.tabs, layout.scramble])
            return widgets + self._painting(body, scene.painting)
        if scene.painting is not None:
            widgets += self._painting(layout.view, scene.painting)
        else:
            widgets += self._view(layout)
        widgets += transport(scene, layout)
        cards = (self.cards.scramble, self.cards.solutions, self.cards.visited)
        if layout.tabs is None:
            for card in cards:
                widgets += card(layout)
        else:
            labels = [scene.tr(f"cube_lab.tab.{n}") for n in ("scramble", "solutions", "visited")]
            widgets.append(NarrowTabs(layout.tabs, labels, scene.tab, self._choose_tab, key="tabs"))
            widgets += cards[scene.tab](layout)
        return widgets

    def _choose_tab(self, tab: int) -> None:
        self.scene.tab = tab
        self.scene.rebuild()

    # -- the cube and what lies on it ------------------------------------------------------------

    def _view(self, layout: LabLayout) -> list[Widget]:
        scene, theme = self.scene, self.ui.theme
        inner = layout.view.inflate(-2 * theme.px(20), -2 * theme.px(20))
        buttons = self._view_buttons(inner)
        stage = pygame.Rect(layout.view)
        stage.y = inner.y + theme.tx(40)
        hint = scene.tr("cube_lab.hint")
        height = Label.height(self.ui, hint, 14, inner.w)
        stage.h = inner.bottom - height - stage.y
        widgets: list[Widget] = [CubeWidget(layout.view, scene)]
        if stage.h >= theme.px(260):
            rect = pygame.Rect(inner.x, inner.bottom - height + theme.px(6), inner.w, height)
            widgets.append(Passing(Label(rect, hint, 14, quiet=True, align=0.5)))
        else:
            stage.h = inner.bottom - stage.y
        scene.view.place(layout.view, theme, stage)
        return widgets + buttons

    def _view_buttons(self, inner: pygame.Rect) -> list[Widget]:
        """Where the solution stands, undo, redo, letters, colours; labels go before places."""
        scene, theme = self.scene, self.ui.theme
        height, gap = theme.tx(40), theme.px(8)
        chip = self._chip(inner)
        view = scene.view
        words = (scene.tr("cube_lab.letters"), scene.tr("cube_lab.safe"))
        widths = [Button.width_for(self.ui, label, size=14) for label in words]
        chip_room = TurnChip.width(self.ui, scene.tr("cube_lab.turning"), "14 / 14") + gap
        named = sum(widths) + 2 * height + 3 * gap + chip_room <= inner.w
        letters = Button(
            pygame.Rect(0, inner.y, widths[0] if named else height, height),
            words[0] if named else "A",
            scene.toggle_letters,
            on=view.letters,
            key="letters",
            size=14,
            tooltip="" if named else words[0],
        )
        safe = Button(
            pygame.Rect(0, inner.y, widths[1] if named else height, height),
            words[1] if named else "",
            scene.toggle_safe,
            image=None if named else Icon.EYE,
            on=view.safe_colours,
            key="safe",
            size=14,
            tooltip="" if named else words[1],
        )
        undo = scene.icon_button(
            Icon.UNDO,
            "undo",
            scene.undo,
            scene.tr("cube_lab.undo"),
            scene.ui.keys.label(Action.UNDO),
        )
        redo = scene.icon_button(
            Icon.REDO,
            "redo",
            scene.redo,
            scene.tr("cube_lab.redo"),
            scene.ui.keys.label(Action.REDO),
        )
        undo.enabled, redo.enabled = scene.history.can_undo, scene.history.can_redo
        row: list[Widget] = [undo, redo, letters, safe]
        x = inner.right
        for button in reversed(row):
            button.rect.topright = (x, inner.y)
            x -= button.rect.w + gap
        if chip is not None and chip.rect.right <= x:
            row.insert(0, Passing(chip))
        return row

    def _chip(self, inner: pygame.Rect) -> TurnChip | None:
        scene, theme = self.scene, self.ui.theme
        line = scene.now.solution
        if not line or not scene.now.ply:
            return None
        words = scene.tr("cube_lab.turning" if scene.view.moving else "cube_lab.turned")
        count = f"{scene.now.ply} / {len(line)}"
        width = TurnChip.width(self.ui, words, count)
        rect = pygame.Rect(inner.x, inner.y, width, theme.tx(40))
        return TurnChip(rect, words, line[scene.now.ply - 1].text, count)

    def _painting(self, area: pygame.Rect, painting: Painting) -> list[Widget]:
        scene, theme = self.scene, self.ui.theme
        pad = theme.px(24)
        widgets: list[Widget] = [Card(area, scene.tr("cube_lab.paint_title"), pad=24)]
        labels = [scene.tr(f"cube_lab.paint.{n}") for n in ("clear", "solved", "cancel", "use")]
        actions = (self._cleared, self._filled, scene.stop_painting, self._use)
        height = theme.tx(44)
        y = area.bottom - pad - height
        x = area.right - pad
        for index in (3, 2, 1, 0):
            kind = Kind.PRIMARY if index == 3 else Kind.PLAIN
            width = Button.width_for(self.ui, labels[index])
            if x - width < area.x + pad:
                x, y = area.right - pad, y - height - theme.px(8)
            rect = pygame.Rect(x - width, y, width, height)
            enabled = index != 3 or painting.complete
            button = Button(rect, labels[index], actions[index], kind=kind, enabled=enabled)
            widgets.append(button)
            x -= width + theme.px(8)
        words = painting.fault
        sentence = scene.tr(words) if words is not None else scene.tr("cube_lab.paint.good")
        lines = Label.height(self.ui, sentence, 14, area.w - 2 * pad)
        lines = min(lines, 3 * theme.line_height(14))
        y -= lines + theme.px(12)
        rect = pygame.Rect(area.x + pad, y, area.w - 2 * pad, lines)
        if words is not None and painting.net.faults:
            wide = min(rect.w, theme.width(sentence, 14) + theme.tx(30))
            widgets.append(
                FieldFault(pygame.Rect(rect.centerx - wide // 2, y, wide, lines), sentence)
            )
        else:
            widgets.append(Label(rect, sentence, 14, quiet=words is None, most=3, align=0.5))
        top = area.y + heading_height(self.ui)
        foot = y - theme.px(8) - theme.line_height(14)  # the counts stand below the palette
        net = pygame.Rect(area.x + pad, top, area.w - 2 * pad, max(8, foot - top))
        widgets.insert(1, NetWidget(net, painting))
        return widgets

    def _cleared(self) -> None:
        if self.scene.painting is not None:
            self.scene.painting.clear()
            self.scene.rebuild()

    def _filled(self) -> None:
        if self.scene.painting is not None:
            self.scene.painting.fill()
            self.scene.rebuild()

    def _use(self) -> None:
        if self.scene.painting is not None:
            self.scene.accept_painting(self.scene.painting.letters)
