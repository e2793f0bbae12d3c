"""The menu of the cube lab, and what comes and goes by the clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.cube_notation import FACES
from engine.messages import JouonsError, Message
from gui import clipboard
from gui.boards.cube_texts import looks_like_facelets
from gui.controls import Icon
from gui.kit.popup import Choice
from gui.scenes.cube_dialogs import Field, Form
from gui.scenes.cube_history import Metric, fold_key
from gui.scenes.cube_solving import HIGHEST_SEED, scrambled
from gui.shortcuts import Action

if TYPE_CHECKING:
    from gui.scenes.cube_lab import CubeLabScene

LONGEST = 1000


class LabMenu:
    """Actions that need a dialog or the clipboard."""

    def __init__(self, scene: CubeLabScene) -> None:
        self.scene = scene

    def open(self) -> None:
        """The menu at the top right."""
        scene = self.scene
        button = scene.desk.find("menu")
        if button is None:
            return
        tr, half = scene.tr, scene.metric is Metric.HALF
        solved = scene.now.answer is not None and scene.now.answer.length > 0
        line = Choice
        choices = [
            line(
                tr("cube_lab.menu.new"), scene.new_scramble, Icon.DICE,
                shortcut=scene.ui.keys.label(Action.NEW),
            ),
            line(tr("cube_lab.menu.length"), self.ask_scramble, Icon.PENCIL),
            line(tr("cube_lab.menu.paste"), self.paste, Icon.CLIPBOARD,
                 shortcut=scene.ui.keys.label(Action.PASTE)),
            line(tr("cube_lab.menu.copy"), self.copy_scramble, Icon.COPY,
                 shortcut=scene.ui.keys.label(Action.COPY)),
            line(tr("cube_lab.menu.copy_facelets"), self.copy_facelets, Icon.COPY,
                 shortcut=scene.ui.keys.label(Action.COPY_GAME)),
            line(tr("cube_lab.menu.copy_solutions"), self.copy_solutions, Icon.COPY,
                 enabled=solved),
            line(tr("cube_lab.menu.paint"), scene.start_painting, Icon.PENCIL),
            line(tr("cube_lab.menu.reset"), scene.reset, Icon.CROSS),
            line(tr("cube_lab.menu.half"), self._toggle_metric, Icon.CHECK if half else None),
            line(tr("cube_lab.menu.fold"), self._toggle_fold,
                 Icon.CHECK if scene.fold and not half else None, enabled=not half),
            line(tr("cube_lab.menu.camera"), self._camera, Icon.EYE),
        ]  # fmt: skip
        if len(choices) * self.scene.ui.theme.tx(40) > scene.size[1] - scene.ui.theme.px(40):
            # The first of them are also buttons on the screen.
            choices = [choices[1], *choices[4:6], *choices[7:]]
        scene.open_menu(button.rect, choices)

    def _toggle_metric(self) -> None:
        half = self.scene.metric is Metric.HALF
        self.scene.choose_metric(Metric.QUARTER if half else Metric.HALF)

    def _toggle_fold(self) -> None:
        scene = self.scene
        scene.set_option("fold", "false" if scene.fold else "true")
        now, answer = scene.now, scene.now.answer
        if answer is None or not answer.solutions:
            return
        shown = scene.builder.cards.shown(answer)
        if now.choice not in shown:
            # The one that stays of those that make the same turns.
            key = fold_key(now.solution)
            alike = (index for index in shown if fold_key(answer.solutions[index]) == key)
            scene.place(next(alike, shown[0]), now.ply)

    def _camera(self) -> None:
        self.scene.view.reset_camera()

    # -- clipboard -------------------------------------------------------------------------------

    def _copy(self, text: str, notice: str) -> None:
        fault = clipboard.put_text(text)
        self.scene.services.notify(fault or notice, fault=fault is not None)

    def copy_scramble(self) -> None:
        """The scramble and the turns since, as text; without turns, the facelets."""
        now = self.scene.now
        turns = [*now.scramble, *now.trail, *now.solution[: now.ply]]
        if not turns or (now.source.value == "painted"):
            self.copy_facelets()
            return
        self._copy(" ".join(turn.text for turn in turns), "cube_lab.copied_scramble")

    def copy_facelets(self) -> None:
        """The 24 facelets."""
        self._copy(self.scene.now.facelets, "cube_lab.copied_facelets")

    def copy_solutions(self) -> None:
        """Every solution of the list, one a line."""
        answer = self.scene.now.answer
        if answer is None:
            return
        lines = [
            " ".join(turn.text for turn in answer.solutions[index])
            for index in self.scene.builder.cards.shown(answer)
        ]
        self._copy("\n".join(lines), "cube_lab.copied_solutions")

    def paste(self) -> None:
        """Take what the clipboard holds; a form opens when it is not a cube as it is."""
        text = clipboard.get_text().strip()[:4000]
        fault = self._take(text) if text else None
        if text and fault is None:
            self.scene.services.notify("cube_lab.pasted")
            return
        if fault is not None and self._paintable(text):
            # The net shows where, and says why.
            self.scene.start_painting("".join(text.split()).upper())
            return
        self._ask(text, fault)

    @staticmethod
    def _paintable(text: str) -> bool:
        letters = "".join(text.split()).upper()
        return len(letters) == 24 and all(letter in FACES for letter in letters)

    def _take(self, text: str) -> Message | None:
        try:
            self.scene.read(text)
        except JouonsError as error:
            return error.message
        return None

    def _ask(self, text: str, fault: Message | None) -> None:
        scene = self.scene

        def accept(values: list[str]) -> Message | None:
            words = values[0].strip()
            if not words:
                return Message("cube_lab.paste_empty")
            found = self._take(words)
            if found is not None and looks_like_facelets(words) and self._paintable(words):
                scene.start_painting("".join(words.split()).upper())
                return None
            return found

        one_line = " ".join(text.split())
        field = Field(scene.tr("cube_lab.paste_field"), one_line, "R U' F2 …")
        title, words = scene.tr("cube_lab.paste_title"), scene.tr("cube_lab.paste_words")
        scene.popup = Form(scene, title, words, [field], accept, fault)
        scene.touch()

    # -- scrambles -------------------------------------------------------------------------------

    def ask_scramble(self) -> None:
        """How many turns, and which seed."""
        scene = self.scene

        def accept(values: list[str]) -> Message | None:
            length, seed = (value.strip().replace("\u202f", "") for value in values)
            if not _whole(length) or int(length) > LONGEST:
                return Message("cube_lab.fault.length", {"text": length[:20], "most": LONGEST})
            if seed and (not _whole(seed) or len(seed) > 18):
                return Message("cube_lab.fault.seed", {"text": seed[:20]})
            scene.set_option("length", str(int(length)))
            scene.become(scrambled(int(length), int(seed) if seed else None, scene.metric))
            return None

        fields = [
            Field(scene.tr("cube_lab.field.length"), str(scene.length)),
            Field(
                scene.tr("cube_lab.field.seed"),
                "",
                scene.tr("cube_lab.field.seed_hint", most=HIGHEST_SEED),
            ),
        ]
        title, words = scene.tr("cube_lab.scramble"), scene.tr("cube_lab.scramble_words")
        scene.popup = Form(scene, title, words, fields, accept)
        scene.touch()


def _whole(text: str) -> bool:
    return bool(text) and text.isascii() and text.isdigit() and len(text) <= 18
