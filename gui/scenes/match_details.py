"""The third card's other side: what belongs to this game or to the bot that plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from engine.protocols import Bag, Trace, Value, Variation
from engine.registry import make_bot
from gui.controls import Label, Widget
from gui.controls.base import Ui, key_pressed, shorten, wrap
from gui.paint import card
from gui.theme import Colour, mix
from gui.views.values import badge

if TYPE_CHECKING:
    from gui.scenes.match import MatchScene


class DetailCard(Widget):
    """A card with room at its top for the switch between the two sides."""

    focusable = True

    def __init__(self, rect: pygame.Rect, top: int) -> None:
        super().__init__(rect, "detail")
        self.top = top
        self.title = ""
        self.scroll = 0
        self.content = 0

    @property
    def area(self) -> pygame.Rect:
        """Where the content goes."""
        inner = self.rect.inflate(-32, 0)
        return pygame.Rect(
            inner.x, self.rect.y + self.top + 8, inner.w, self.rect.h - self.top - 18
        )

    def handle(self, event: pygame.event.Event) -> bool:
        most = max(0, self.content - self.area.h)
        if event.type == pygame.MOUSEWHEEL:
            step = -event.y * 40
        elif key_pressed(event, pygame.K_DOWN, pygame.K_UP):
            step = 40 if event.key == pygame.K_DOWN else -40
        else:
            return self.click(event)
        before, self.scroll = self.scroll, min(most, max(0, self.scroll + step))
        return before != self.scroll

    def click(self, event: pygame.event.Event) -> bool:
        """A press on the content."""
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        card(target, ui.brush, ui.theme, self.rect)
        if self.title:
            at = (self.area.x, self.rect.y + ui.theme.px(8) + ui.theme.tx(16))
            ui.theme.blit_text(target, self.title, 16, at, bold=True)
        clip = target.get_clip()
        target.set_clip(self.area.inflate(8, 4))
        self.draw_content(ui, target, self.area)
        target.set_clip(clip)

    def draw_content(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        """Draw in the area, self.scroll pixels up; set self.content to the whole height."""


class BinaryCard(DetailCard):
    """Nim: the heaps in binary, one below another, and their xor."""

    def __init__(self, rect: pygame.Rect, top: int, heaps: tuple[int, ...], words: str) -> None:
        super().__init__(rect, top)
        self.heaps = heaps
        self.words = words

    def draw_content(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        total = 0
        for heap in self.heaps:
            total ^= heap
        bits = max(3, max([total, *self.heaps]).bit_length())
        rows = [(str(index + 1), heap) for index, heap in enumerate(self.heaps)]
        text_height = Label.height(ui, self.words, 14, area.w)
        step = min(theme.tx(26), max(theme.tx(19), (area.h - text_height - 8) // (len(rows) + 1)))
        self.content = step * (len(rows) + 1) + text_height + 8
        cell = theme.tx(26)
        left = area.x + theme.tx(70)
        y = area.y + step // 2 - self.scroll
        for name, heap in rows:
            theme.blit_text(target, name, 14, (area.x, y), c.text2)
            theme.blit_text(target, str(heap), 16, (area.x + theme.tx(50), y), bold=True, align=1)
            self._bits(ui, target, heap, bits, left, y, cell, total)
            y += step
        target.fill(c.line, (area.x, y - step // 2, theme.tx(70) + bits * cell, 1))
        theme.blit_text(target, "xor", 14, (area.x, y), c.text2, mono=True)
        ink = c.accent if total else c.text
        theme.blit_text(target, str(total), 16, (area.x + theme.tx(50), y), ink, bold=True, align=1)
        self._bits(ui, target, total, bits, left, y, cell, total)
        y += step // 2 + 8
        for line in wrap(theme, self.words, 14, area.w):
            theme.blit_text(target, line, 14, (area.x, y + theme.line_height(14) / 2), c.text2)
            y += theme.line_height(14)

    @staticmethod
    def _bits(
        ui: Ui,
        target: pygame.Surface,
        number: int,
        bits: int,
        left: int,
        y: int,
        cell: int,
        xor: int,
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        for bit in range(bits):
            place = bits - 1 - bit
            on = number >> place & 1
            ink = c.text if on else mix(c.panel, c.text2, 0.6)
            if xor >> place & 1 and on:
                ink = c.accent
            x = left + bit * cell + cell // 2
            theme.blit_text(target, str(on), 16, (x, y), ink, mono=True, align=0.5)


class GraphCard(DetailCard):
    """One heap: the positions in a row, arcs for the takes, the kernel as double diamonds."""

    def __init__(
        self,
        rect: pygame.Rect,
        top: int,
        start: int,
        now: int,
        takes: tuple[int, ...],
        kernel: tuple[int, ...],
        best: int | None,
        words: str,
    ) -> None:
        super().__init__(rect, top)
        self.start = start
        self.now = now
        self.takes = takes
        self.kernel = frozenset(kernel)
        self.best = best
        self.words = words
        self.radius = 9

    def draw_content(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        first = self._first(area, theme.tx(21))
        count = min(first, area.w // theme.tx(21) - 1)
        last = first - count
        gap = area.w / (count + 1)
        self.radius = round(min(theme.tx(17), max(theme.tx(9), gap * 0.34)))
        line = theme.line_height(14)
        words = wrap(theme, self.words, 14, area.w, most=2)
        base = area.bottom - line * len(words) - theme.tx(34) - self.radius
        place = {n: round(area.x + (first - n + 0.5) * gap) for n in range(last, first + 1)}
        for number in range(first, last - 1, -1):
            for take in self.takes:
                if number - take >= last:
                    strong = number == self.now
                    chosen = strong and self.best == take
                    ink = c.accent if chosen else c.text2 if strong else mix(c.panel, c.line, 0.8)
                    room = (base - area.y - theme.tx(12)) / max(self.takes)
                    high = min(room, gap * 1.3) * take
                    self._arc(target, place[number], place[number - take], base, high, ink, strong)
        for number, x in place.items():
            self._node(ui, target, number, x, base)
        y = base + self.radius + theme.tx(16)
        side = theme.tx(15)
        for number, x in place.items():
            value = Value.LOSS if number in self.kernel else Value.WIN
            target.blit(badge(ui, value, side), (x - side // 2, y - side // 2))
        y = area.bottom - line * len(words) + line // 2
        for text in words:
            theme.blit_text(target, text, 14, (area.x, y), c.text2)
            y += line
        self.content = area.h

    def _first(self, area: pygame.Rect, least: int) -> int:
        """The largest number shown: the start, or a window round the present position."""
        room = area.w // least - 1
        if self.start <= room:
            return self.start
        return min(self.start, max(room, self.now + room // 3))

    @staticmethod
    def _arc(
        target: pygame.Surface, x0: int, x1: int, base: int, high: float, ink: Colour, strong: bool
    ) -> None:
        points = []
        for step in range(25):
            share = step / 24
            x = x0 + (x1 - x0) * share
            points.append((x, base - theme_arch(share) * high))
        pygame.draw.aalines(target, ink, False, points)
        if strong:
            pygame.draw.aalines(target, ink, False, [(x, y + 1) for x, y in points])

    def _node(self, ui: Ui, target: pygame.Surface, number: int, x: int, base: int) -> None:
        theme, c = ui.theme, ui.theme.colours
        radius = self.radius
        if number in self.kernel:
            for reach, ink in (
                (radius + 5, c.accent),
                (radius + 3, c.panel),
                (radius + 1, c.accent),
            ):
                points = [
                    (x, base - reach),
                    (x + reach, base),
                    (x, base + reach),
                    (x - reach, base),
                ]
                pygame.draw.polygon(target, ink, points)
            ink = c.on_accent
        elif number == self.now:
            ui.brush.disc(target, (x, base), radius + 2, (255, 252, 246))
            ink = (20, 17, 10)
        else:
            ui.brush.disc(target, (x, base), radius, c.line)
            ui.brush.disc(target, (x, base), radius - 1, c.panel)
            ink = c.text if number < self.now else c.disabled
        if number == self.now:
            box = pygame.Rect(0, 0, 2 * radius + 12, 2 * radius + 12)
            box.center = (x, base)
            ui.brush.rounded(target, box, box.w // 2, None, c.text, 2)
        size = 14 * min(1.0, 1.2 * radius / theme.tx(12))
        theme.blit_text(target, str(number), min(14, size), (x, base), ink, align=0.5)


def theme_arch(share: float) -> float:
    """The height of an arc, 0 at both ends and 1 in the middle."""
    return 4 * share * (1 - share)


class BagsCard(DetailCard):
    """The learner's bags of one heap, or of the present position, with what the last game added."""

    def __init__(
        self,
        rect: pygame.Rect,
        top: int,
        rows: list[tuple[str, list[tuple[str, int]], str, bool]],
    ) -> None:
        super().__init__(rect, top)
        self.rows = rows  # name, (move, count) pairs, what was added, whether it is the present one

    def draw_content(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        step = theme.tx(30)
        self.content = step * len(self.rows)
        tones = (c.take1, c.take2, c.take3)
        name_width = max((theme.width(row[0], 14) for row in self.rows), default=0) + theme.tx(10)
        right = theme.tx(86)
        y = area.y - self.scroll
        for name, counts, added, present in self.rows:
            if y + step >= area.y and y <= area.bottom:
                row = pygame.Rect(area.x, y, area.w, step)
                if present:
                    box = row.inflate(4, -2)
                    ui.brush.rounded(target, box, theme.px(8), None, c.text, 1)
                at = (area.x + theme.tx(4), row.centery)
                theme.blit_text(target, shorten(theme, name, 14, name_width), 14, at)
                width = area.w - name_width - right
                bar = pygame.Rect(
                    area.x + name_width, row.centery - theme.tx(10), width, theme.tx(20)
                )
                self._draw_bar(ui, target, bar, counts, tones)
                total = str(sum(count for _, count in counts))
                at = (area.right - right + theme.tx(44), row.centery)
                theme.blit_text(target, total, 14, at, c.text2, align=1)
                if added:
                    at = (area.right - theme.tx(4), row.centery)
                    theme.blit_text(target, added, 14, at, c.accent, bold=True, align=1)
            y += step

    @staticmethod
    def _draw_bar(
        ui: Ui,
        target: pygame.Surface,
        bar: pygame.Rect,
        counts: list[tuple[str, int]],
        tones: tuple[Colour, ...],
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        total = sum(count for _, count in counts) or 1
        x = float(bar.x)
        for index, (move, count) in enumerate(counts):
            width = bar.w * count / total
            part = pygame.Rect(round(x), bar.y, max(2, round(width) - 2), bar.h)
            ui.brush.rounded(target, part, min(theme.px(4), part.w // 2), tones[index % len(tones)])
            words = f"{move}: {count}"
            if theme.width(words, 14) + 6 > part.w:
                words = str(count)
            if theme.width(words, 14) + 6 <= part.w:
                theme.blit_text(target, words, 14, part.center, c.take_ink, align=0.5)
            x += width


class TraceCard(DetailCard):
    """The depth-first search as a tree; a click on a line folds or unfolds it."""

    def __init__(
        self, rect: pygame.Rect, top: int, trace: Trace, closed: set[tuple[int, ...]]
    ) -> None:
        super().__init__(rect, top)
        self.trace = trace
        self.closed = closed
        self._lines: list[tuple[pygame.Rect, tuple[int, ...]]] = []

    def click(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for rect, path in self._lines:
                if rect.collidepoint(event.pos):
                    self.closed ^= {path}
                    return True
        return False

    def draw_content(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        step = theme.tx(24)
        self._lines = []
        y = area.y - self.scroll
        top = y
        stack: list[tuple[Trace, tuple[int, ...]]] = [(self.trace, ())]
        while stack:
            node, path = stack.pop()
            rect = pygame.Rect(area.x, y, area.w, step)
            if rect.bottom >= area.y and rect.y <= area.bottom:
                x = area.x + min(len(path), 12) * theme.tx(12)
                sign = "" if not node.children else "+ " if path in self.closed else "– "
                words = f"{sign}{node.move_text or node.state_text}  {ui.tr(node.note)}"
                ink = c.text if node.chosen else c.text2
                line = shorten(theme, words, 14, area.right - x)
                theme.blit_text(target, line, 14, (x, rect.centery), ink, bold=node.chosen)
            self._lines.append((rect, path))
            y += step
            if path not in self.closed:
                children = list(enumerate(node.children))
                stack.extend((child, (*path, index)) for index, child in reversed(children))
        self.content = y - top


class WordsCard(DetailCard):
    """The bot's sentence and the line of play it expects."""

    def __init__(self, rect: pygame.Rect, top: int, words: list[tuple[str, bool]]) -> None:
        super().__init__(rect, top)
        self.words = words  # text, whether it is moves

    def draw_content(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        y = area.y - self.scroll
        top = y
        for words, mono in self.words:
            size = 16 if mono else 14
            step = theme.line_height(size)
            for line in wrap(theme, words, size, area.w, mono=mono):
                ink = c.text if mono else c.text2
                theme.blit_text(target, line, size, (area.x, y + step / 2), ink, mono=mono)
                y += step
            y += theme.px(6)
        self.content = y - top


def detail_widget(scene: MatchScene, rect: pygame.Rect, top: int) -> Widget:
    """The card for what the last decision carries, or for the game itself."""
    table, decision = scene.table, scene.bots.decision
    detail = decision.detail if decision is not None else None
    old = scene.desk.find("detail")
    if isinstance(detail, Trace):
        closed = old.closed if isinstance(old, TraceCard) else set()
        made: DetailCard = TraceCard(rect, top, detail, closed)
    elif any(table.spec(side).kind == "learner" for side in (0, 1)):
        made = BagsCard(rect, top, bag_rows(scene))
    elif table.game.id == "nim":
        made = BinaryCard(rect, top, table.state.heaps, nim_words(scene))
    elif table.game.id in ("subtraction", "matches"):
        made = graph_card(scene, rect, top)
    else:
        made = WordsCard(rect, top, thinking_words(scene, detail))
    if isinstance(old, DetailCard) and type(old) is type(made):
        made.scroll = old.scroll
    return made


def thinking_words(scene: MatchScene, detail: Any) -> list[tuple[str, bool]]:
    """The bot's sentence, its line, what it spent."""
    decision = scene.bots.decision
    scores = column_scores(scene)
    if decision is None:
        return [*scores, (scene.tr("match.no_thoughts"), False)]
    words = [*scores, (scene.tr(decision.note), False)]
    if isinstance(detail, Variation) and detail.moves:
        words.append((scene.tr("match.line"), False))
        words.append((line_text(scene, detail.moves), True))
    if decision.effort:
        words.append((scene.tr(f"match.spent.{decision.unit}", done=decision.effort), False))
    return words + interval_lines(scene, decision)


def interval_lines(scene: MatchScene, decision: Any) -> list[tuple[str, bool]]:
    """For a bot that counts playouts, each move's score with its 95 % interval."""
    if decision.unit != "playouts":
        return []
    from engine.report import wilson

    lines = []
    for estimate in decision.estimates:
        if estimate.score is None or not estimate.effort:
            continue
        low, high = wilson(estimate.score, estimate.effort)
        text = scene.tr(
            "match.interval",
            move=decision_move(scene, estimate.move),
            share=100 * estimate.score,
            low=100 * low,
            high=100 * high,
            count=estimate.effort,
        )
        lines.append((text, True))
    return lines


def decision_move(scene: MatchScene, move: int) -> str:
    """A move of the last decision as text, in the position it was made in."""
    game, session = scene.table.game, scene.table.session
    for state in (session.state, *reversed(session.states[:-1])):
        if move in game.moves(state):
            return game.move_text(state, move)
    return str(move)


def column_scores(scene: MatchScene) -> list[tuple[str, bool]]:
    """The scores of Connect Four solvers: how many stones before its last the winner wins.

    Positive for the player to move, 0 a draw. Empty where values are not known or not asked for.
    """
    game: Any = scene.table.game
    known = scene.analyst.of(scene.table.state) if scene.analysis else None
    if game.id != "connect4" or known is None or known.exact is None:
        return []
    half, ply = game.columns * game.rows // 2 + 1, scene.table.state.all.bit_count()
    parts = []
    for estimate in known.estimates:
        if estimate.value is None or estimate.remoteness is None:
            return []
        score = int(estimate.value) * (half - (ply + estimate.remoteness + 1) // 2)
        parts.append(f"{game.move_text(scene.table.state, estimate.move)}:{score:+d}")
    return [(scene.tr("match.scores"), False), ("  ".join(parts), True)]


def line_text(scene: MatchScene, moves: tuple[int, ...]) -> str:
    """A line of moves as text, from the position it starts from."""
    game, session = scene.table.game, scene.table.session
    for state in (session.state, *reversed(session.states[:-1])):
        texts, now = [], state
        for move in moves:
            if move not in game.moves(now):
                break
            texts.append(game.move_text(now, move))
            now = game.play(now, move)
        if len(texts) == len(moves):
            return " ".join(texts)
    return ""


def nim_words(scene: MatchScene) -> str:
    """What the xor says."""
    total = 0
    for heap in scene.table.state.heaps:
        total ^= heap
    misere = dict(scene.table.game.options).get("misere") == "true"
    key = "match.nim_zero" if total == 0 else "match.nim_nonzero"
    return scene.tr(key, xor=total) + (" " + scene.tr("match.nim_misere") if misere else "")


def graph_card(scene: MatchScene, rect: pygame.Rect, top: int) -> GraphCard:
    """The graph of a one-heap game."""
    from engine.solvers.kernel import heap_kernel

    game: Any = scene.table.game
    now = scene.table.state.heaps[0]
    start = max(game.start[0], now)
    members = heap_kernel(start, game.takes, game.misere)
    take = next((t for t in game.takes if now - t in members and t <= now), None)
    if take is not None:
        words = scene.tr("match.kernel_take", take=take, left=now - take)
    else:
        words = scene.tr("match.kernel_in" if now in members else "match.kernel_none")
    return GraphCard(rect, top, start, now, tuple(game.takes), tuple(members), take, words)


def graph_below(scene: MatchScene, area: pygame.Rect) -> tuple[pygame.Rect, list[Widget]]:
    """With analysis on, a one-heap game shows its graph below the board: what is left, the card."""
    theme = scene.ui.theme
    height = max(theme.tx(230), round(area.h * 0.4))
    fits = area.h - height >= theme.tx(280)
    if scene.table.game.id not in ("subtraction", "matches") or not scene.analysis or not fits:
        return area, []
    made = graph_card(
        scene, pygame.Rect(area.x, area.bottom - height, area.w, height), theme.tx(32)
    )
    made.key = "graph"
    made.title = scene.tr("match.graph")
    board = pygame.Rect(area.x, area.y, area.w, area.h - height - theme.px(16))
    return board, [made]


def bag_rows(scene: MatchScene) -> list[tuple[str, list[tuple[str, int]], str, bool]]:
    """The learner's bags: all of a one-heap game, else those met in this game."""
    table, game = scene.table, scene.table.game
    learner: Any = make_bot("learner", scene.services.store)
    changed = {change.place for change in scene.keeper.changes}
    states: list[Any] = []
    if game.id in ("subtraction", "matches"):
        sizes = range(max(game.start[0], table.state.heaps[0]), 0, -1)  # type: ignore[attr-defined]
        states = [game.parse(f"{size} 0") for size in sizes]
    else:
        states = [s for s in table.session.all_states if game.outcome(s) is None]
    rows = []
    for state in states:
        bag: Bag = learner.bag(game, state)
        pairs = [(game.move_text(state, move), count) for move, count in bag.counts]
        name = game.text(state).rsplit(" ", 1)[0]
        key = game.text(game.canonical(state))
        same = game.canonical(state)[0] == game.canonical(table.state)[0]
        added = "+1" if key in changed else ""
        rows.append((name, pairs, added, same))
    return rows
