"""The help: rules in force, every player in plain words, all keys, the meaning of the signs."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from engine.messages import JouonsError, Message
from engine.protocols import HUMAN, Value
from engine.registry import (
    ALL_GAMES,
    BOTS,
    OWN,
    OWN_FORMS,
    PUZZLES,
    make_game,
    make_puzzle,
    name_of,
    rule_text,
)
from engine.version import version
from gui.boards.previews import cut_art, preview
from gui.boards.values import badge, score_bar
from gui.kit import Drawing, Label
from gui.kit.chip_flow import Chip, ChipFlow
from gui.kit.forms import sheet, tab_row, widest
from gui.kit.layout import (
    Box,
    Centred,
    Column,
    Flexible,
    Layout,
    Pad,
    Row,
    Scroll,
    exactly,
    two_columns,
)
from gui.kit.screen import Screen
from gui.pads import LOOKS, STANDS_FOR
from gui.protocols import HelpTopic
from gui.services import Services
from gui.settings import Settings
from gui.shortcuts import Action, Where
from gui.theme import Theme
from gui.ui import Ui

CAPS = 260  # the most that key caps take beside their text
TABS = ("games", "players", "keys", "signs")
OTHERS = {HUMAN: (HUMAN,), OWN: OWN_FORMS}  # the texts of players that are no bots of Jouons
# The keys of boards and controls that are no shortcuts, by the keys of their sentences.
BOARD_KEYS = ("digits", "arrows", "enter")
CONTROL_KEYS = ("tab", "space", "scroll")
# The uses of a gamepad that are no shortcuts: (key of the sentence, its buttons).
PAD_MOVES = (("move", ("directions", "left_stick")), ("press", ("a",)))
PAD_MORE = (
    ("controls", ("left_trigger", "right_trigger")),
    ("scroll", ("right_stick",)),
    ("steps", ("right_stick",)),
    ("cube", ("directions",)),
    ("tile", ("y",)),
)
SIGNS = {
    "values": ("win", "draw", "loss", "outline", "bar"),
    "game": ("mistake", "blunder"),
}


def rule_in_force(game_id: str, settings: Settings) -> Message:
    """Return the rule of a game with the last chosen options."""
    if game_id in PUZZLES:
        return rule_text(make_puzzle(game_id))
    try:
        game = make_game(game_id, settings.setup(game_id).options)
    except JouonsError:
        game = make_game(game_id)
    return rule_text(game)


def program_text() -> str:
    """Return the versions of the program and of all it runs on, as a bug report gives them."""
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    library = f"pygame-ce {pygame.version.ver}, SDL {sdl}"
    own = f"Jouons {version()}, Python {platform.python_version()}"
    return f"{own}, {library}, {platform.platform()}"


class HelpScreen(Screen):
    """The help in four tabs; a topic of the screen below is a tab before them."""

    def __init__(self, services: Services, tab: int = 0, topic: HelpTopic | None = None) -> None:
        super().__init__(services)
        self.tab = tab
        self.topic = topic
        self.rules: dict[str, Message] = {}

    def enter(self, size: tuple[int, int]) -> None:
        settings = self.services.settings
        self.rules = {game: rule_in_force(game, settings) for game in ALL_GAMES}
        super().enter(size)

    def open_help(self) -> None:
        """Close the help, because F1 and the question mark toggle it."""
        self.back()

    def choose(self, tab: int) -> None:
        """Show another tab from its top."""
        self.tab = tab
        self.widget_group.scroll_to_top()
        self.rebuild()

    def view(self) -> Layout:
        tr = self.tr
        bar = self.bar(tr("help.title"), tr("help.subtitle"))
        topic = [tr("lessons.tab")] if self.topic is not None else []
        labels = [*topic, *(tr(f"help.tab.{name}") for name in TABS)]
        tabs = tab_row(labels, self.tab, self.choose, "tabs")
        return Column(
            bar,
            Pad(Centred(tabs, widest), 24, 16, 24, 8),
            Flexible(Scroll(self._page(), margin=True)),
            Pad(Centred(Label(program_text(), 14, quiet=True), widest), 24, 4, 24, 8),
            gap=0,
        )

    def _page(self) -> Layout:
        pages: list[Callable[[], list[Layout]]]
        pages = [self._games, self._players, self._keys, self._signs]
        if self.topic is not None:
            pages.insert(0, partial(self._topic, self.topic))
        cards = pages[self.tab]()
        half = (len(cards) + 1) // 2
        columns = two_columns(cards[:half], cards[half:], 440)
        return Pad(Centred(columns, widest), 24, 8, 24, 24)

    def _topic(self, topic: HelpTopic) -> list[Layout]:
        """Return the cards on the subject of the screen below, and on its keys."""
        tr, where = self.tr, Where.LESSON
        keys = keys_card(self.ui, tr(f"shortcut.where.{where.value}"), self.shortcuts(where))
        about = sheet(tr(topic.title), *(Label(tr(text), 16) for text in topic.texts), gap=8)
        return [about, keys, self._game(topic.game), *map(self._player, topic.players)]

    # -- games and players -----------------------------------------------------------------------

    def _games(self) -> list[Layout]:
        return [self._game(game) for game in ALL_GAMES]

    def _game(self, game_id: str) -> Layout:
        text = Label(self.tr(f"help.{game_id}"), 16)
        picture = Pad(Box(Drawing(partial(_draw_game, game_id)), 136, 96, at=0), 0, 4, 0, 0)
        about = Row(picture, Flexible(Box(text, least_width=220)), gap=20)
        rule = self.tr("help.in_force", rule=self.tr(self.rules[game_id]))
        return sheet(self.tr(name_of(game_id)), about, Label(rule, 14, quiet=True), foot=20)

    def _players(self) -> list[Layout]:
        return [self._player(kind) for kind in (HUMAN, OWN, *BOTS)]

    def _player(self, kind: str) -> Layout:
        tr = self.tr
        forms = ", ".join(BOTS[kind].forms() if kind in BOTS else OTHERS[kind])
        about = Column(
            Label(tr(f"player.{kind}.sentence"), 16),
            Label(tr(f"help.player.{kind}"), 16, quiet=True),
            gap=6,
        )
        typed = Label(forms, 14, quiet=True, mono=True)
        return sheet(
            tr(f"player.{kind}.name" if kind != OWN else "own.help_title"),
            about,
            typed,
            gap=8,
            foot=18,
        )

    # -- keys ------------------------------------------------------------------------------------

    def _keys(self) -> list[Layout]:
        tr = self.ui.tr
        boards = [(tr(f"help.key.{name}"), [tr(f"help.keys.{name}")]) for name in BOARD_KEYS]
        controls = [
            (tr(f"help.key.{name}"), tr(f"help.keys.{name}").split(", ")) for name in CONTROL_KEYS
        ]
        faces = [
            (tr("help.key.faces"), list("UDLRFB")),
            (tr("help.key.whole"), list("XYZ")),
            (tr("help.key.orbit"), [tr("help.keys.arrows")]),
            (tr("help.key.play"), [tr("help.keys.play")]),
        ]
        tiles = [
            (tr("help.key.tile"), ["1 … 8"]),
            (tr("help.key.slide"), [tr("help.keys.arrows")]),
            (tr("help.key.play"), [tr("help.keys.play")]),
        ]
        first, *more = (
            keys_card(self.ui, tr(f"shortcut.where.{where.value}"), self.shortcuts(where))
            for where in Where
        )
        return [
            first,
            keys_card(self.ui, tr("help.keys.controls"), controls),
            keys_card(self.ui, tr("help.keys.boards"), boards),
            *more,
            keys_card(self.ui, tr("help.keys.cube"), faces),
            keys_card(self.ui, tr("help.keys.tiles"), tiles),
            sheet(tr("help.reader"), Label(tr("help.reader.text"), 16)),
            keys_card(self.ui, tr("help.pad"), self.pad_rows(), tr("help.pad.names")),
        ]

    def pad_rows(self) -> list[tuple[str, list[str]]]:
        """Return rows of (description, buttons) for a gamepad."""
        tr = self.ui.tr

        def described(rows: Sequence[tuple[str, Sequence[str]]]) -> list[tuple[str, list[str]]]:
            return [
                (tr(f"help.pad.{text}"), [tr(f"pad.{part}") for part in parts])
                for text, parts in rows
            ]

        actions = [
            (tr(f"shortcut.{meaning.value}"), [tr(f"pad.{button.value}")])
            for button, meaning in STANDS_FOR.items()
            if isinstance(meaning, Action) and button not in LOOKS
        ]
        return [*described(PAD_MOVES), *actions, *described(PAD_MORE)]

    def shortcuts(self, where: Where) -> list[tuple[str, list[str]]]:
        """Return rows of (description, keys) of one place, in the order of SHORTCUTS."""
        labels = self.ui.keys.labels(where)
        return [(self._description(action, where), caps) for action, caps in labels.items()]

    def _description(self, action: Action, where: Where) -> str:
        """Return the description of a shortcut: the place's own if it exists, else the general."""
        key = f"shortcut.{action.value}"
        own = f"{key}.{where.value}"
        tr = self.ui.tr
        return tr(own if tr.has(own) else key)

    # -- signs -----------------------------------------------------------------------------------

    def _signs(self) -> list[Layout]:
        tr, beside = self.tr, level(self.ui.theme, 36)
        return [
            sheet(
                tr(f"help.signs.{group}"),
                *[
                    Row(
                        Box(Drawing(partial(_draw_sign, name)), 84, 36),
                        Flexible(beside(tr(f"help.sign.{name}"))),
                        gap=12,
                    )
                    for name in names
                ],
                gap=4,
                foot=18,
            )
            for group, names in SIGNS.items()
        ]


def keys_card(
    ui: Ui, title: str, rows: Sequence[tuple[str, Sequence[str]]], note: str = ""
) -> Layout:
    """Return a card of keys and their effects, with an optional note below."""
    beside = level(ui.theme, 32, left=12)
    keys = [key_caps(ui, caps) for _, caps in rows]
    room = exactly(min(ui.theme.tx(CAPS), max(each.preferred_width(ui) for each in keys)))
    lines = [
        Row(Box(each, room), Flexible(beside(text)), gap=0)
        for each, (text, _) in zip(keys, rows, strict=True)
    ]
    notes = [Pad(Label(note, 14, quiet=True), 0, 8, 0, 0)] if note else []
    return sheet(title, Column(*lines, gap=4), *notes, foot=18)


def level(theme: Theme, height: float, left: float = 0) -> Callable[[str], Layout]:
    """Return what aligns the first line of a text with an item of `height` at its left."""
    above = max(0, (theme.tx(height) - theme.line_height(16)) // 2)
    sides = exactly(above), 0, exactly(max(0, theme.tx(8) - above))
    return lambda text: Pad(Label(text, 16), left, *sides)


def _draw_game(game: str, ui: Ui, target: pygame.Surface, rect: pygame.Rect) -> None:
    make = partial(preview, game, rect.size, ui)
    target.blit(cut_art(ui, ("help", game), rect.size, make), rect)


def key_caps(ui: Ui, caps: Sequence[str]) -> ChipFlow:
    """Return key caps, one for each alternative."""
    width, beside = ui.theme.width, ui.theme.tx(16)
    chips = [Chip(width(cap, 14) + beside, partial(_draw_cap, cap)) for cap in caps]
    return ChipFlow(chips, gap=6)


def _draw_cap(cap: str, ui: Ui, target: pygame.Surface, box: pygame.Rect) -> None:
    theme, c = ui.theme, ui.theme.colours
    inner = box.inflate(0, -theme.tx(6))
    ui.brush.rounded(target, inner, theme.px(6), c.raised, c.line, 1)
    theme.blit_text(target, cap, 14, inner.center, align=0.5)


def _draw_sign(name: str, ui: Ui, target: pygame.Surface, rect: pygame.Rect) -> None:
    theme, c = ui.theme, ui.theme.colours
    side, middle = theme.tx(28), rect.y + theme.tx(18)
    place = (rect.x, middle - side // 2)
    values = {"win": Value.WIN, "draw": Value.DRAW, "loss": Value.LOSS, "outline": Value.WIN}
    if name in values:
        target.blit(badge(ui, values[name], side, filled=name != "outline"), place)
    elif name == "bar":
        bar = pygame.Rect(rect.x, middle - theme.tx(4), theme.tx(60), theme.tx(8))
        score_bar(ui, target, bar, 0.62, c.win)
    else:
        text = "?" if name == "mistake" else "??"
        theme.blit_text(target, text, 18, (rect.x + 4, middle), c.loss, bold=True)
    if name == "win":
        beside = (rect.x + side + theme.tx(6), middle)
        theme.blit_text(target, ui.tr.number(7), 16, beside, bold=True)
