"""Alpha-beta: the tree with its windows and cut-offs, and the table depth by depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from engine.messages import Message, message
from engine.watch import Recording, Step
from gui.boards.sides import side_words
from gui.boards.values import badge, percent
from gui.glass.chips import Walked, branch, chip_width, move_chip, side_colours, truth_badge
from gui.glass.latest import Latest
from gui.glass.looked import Line, Looked
from gui.glass.panel import Act, Panel
from gui.glass.windows_seen import (
    Bound,
    Cut,
    Depth,
    Level,
    Look,
    Node,
    Stand,
    WindowsSeen,
    efforts_of,
    looks_of,
    windows_seen,
)
from gui.kit import Icon, icon
from gui.kit.layout import Layout
from gui.kit.widget import Size
from gui.kit.words import shorten
from gui.protocols import Marks
from gui.theme import Colour, mix
from gui.ui import Ui

ROW, COLUMN, TRACK = 24, 158, 56
SMALLEST_ROWS = 4


class WindowsPanel(Panel):
    """What an alpha-beta search looked at, and what it did not need to look at."""

    def __init__(self) -> None:
        # The looks of the recording seen last; found again for another one.
        self._known: tuple[Sequence[Step], list[Look]] = ((), [])
        self._latest = Latest(self._make)

    def _make(self, looked: Looked) -> WindowsSeen:
        return windows_seen(looked, self._looks(looked.recording))

    def _looks(self, recording: Recording) -> list[Look]:
        steps, looks = self._known
        if steps is not recording.steps:
            grown = (
                0 < len(steps) <= len(recording.steps)
                and steps[-1] is recording.steps[len(steps) - 1]
            )
            self._known = (recording.steps, looks_of(recording, looks if grown else ()))
        return self._known[1]

    def seen(self, looked: Looked) -> WindowsSeen:
        """What there is to see at this moment."""
        return self._latest.of(looked)

    def picture(self, looked: Looked, ui: Ui, act: Act) -> Layout:
        return WindowTree(self.seen(looked), looked, act)

    def table(self, looked: Looked, ui: Ui, act: Act) -> Layout | None:
        return DepthTable(self.seen(looked), looked, act)

    def sentence(self, looked: Looked) -> Message | None:
        step = looked.now
        if step is None:
            return None
        return told(self.seen(looked), looked)

    def marks(self, looked: Looked) -> Marks:
        line = looked.chosen or (looked.now.line if looked.now is not None else ())
        counted = _counted(self.seen(looked), line)
        facts = (counted.counted if counted is not None else None) or {}
        if counted is None or "four_cells" not in facts:
            return Marks(line, len(line))
        mover = 1 - counted.player
        cells = (_cells(facts[name], mover) for name in ("four_cells", "good_cells"))
        return Marks(line, len(line), *cells)

    def card(self, looked: Looked) -> tuple[Message, ...]:
        line = looked.chosen or (looked.now.line if looked.now is not None else ())
        node = _counted(self.seen(looked), line)
        return () if node is None else counted_lines(node, looked)

    def asks(self, looked: Looked) -> Sequence[Line]:
        levels = self.seen(looked).levels
        return [node.line for level in levels for node in level.nodes if len(node.line) > 1]

    def efforts(self, recording: Recording) -> Sequence[int]:
        return efforts_of(self._looks(recording), recording)


def _counted(seen: WindowsSeen, line: Line) -> Node | None:
    """The position at the horizon that a line leads to."""
    nodes = (node for level in seen.levels for node in level.nodes)
    return next((n for n in nodes if n.line == line and n.counted is not None), None)


def _cells(pair: Sequence[Sequence[int]], mover: int) -> tuple[tuple[int, int], ...]:
    return tuple((cell, player) for player, cells in zip((mover, 1 - mover), pair, strict=True)
                 for cell in cells)  # fmt: skip


# -- sentences -------------------------------------------------------------------------------------


def _side(looked: Looked, player: int) -> Message:
    return Message(side_words(looked.game.id)[player])


def result_of(node: Node, looked: Looked) -> Message:
    """What is believed of a position, as a few words: a share, a bound, a proved result."""
    if node.winner is not None:
        key = "glass.windows.wins" if node.bound is None else "glass.windows.wins_bound"
        return message(key, side=_side(looked, node.winner), count=node.plies)
    if node.score is None:
        return message("glass.windows.open")
    key = {None: "exactly", Bound.AT_MOST: "at_most", Bound.AT_LEAST: "at_least"}[node.bound]
    return message(f"glass.windows.{key}", share=round(100 * node.score))


def told(seen: WindowsSeen, looked: Looked) -> Message:
    """The step in one sentence, scores always for the first player."""
    step = looked.now
    assert step is not None
    if step.phase == "deepen":
        return message("watch.ab.deepen", count=step.facts["depth"])
    texts = _texts(seen, looked, step.line)
    nodes = [node for level in seen.levels for node in level.nodes if node.line == step.line]
    node = nodes[0]
    first = _side(looked, 0)
    values = {"line": " ".join(texts), "first": first}
    if step.phase == "look":
        return message(
            "glass.windows.look",
            low=round(100 * node.low),
            high=round(100 * node.high),
            count=step.facts["depth"],
            **values,
        )
    result = result_of(node, looked)
    if step.phase == "cut":
        cut = seen.levels[len(step.line)].cut
        assert cut is not None
        return message(
            "glass.windows.cut" if node.winner is None else "glass.windows.cut_won",
            result=result,
            reply=_refutation(seen.levels[len(step.line)]).text,
            mover=_side(looked, 1 - node.player),
            other=_side(looked, node.player),
            moves=", ".join(cut.moves),
            count=cut.left,
            saved=saved_text(cut.saved),
            **values,
        )
    return message(f"glass.windows.{step.phase}", result=result, **values)


def _refutation(level: Level) -> Node:
    """The move that made the others needless: the last one looked at."""
    return [node for node in level.nodes if node.stand is Stand.DONE][-1]


def saved_text(saved: int) -> Message:
    """Positions saved; many are only an estimate, and told rounded."""
    if saved <= 1000:
        return message("glass.windows.saved", count=saved)
    digits = len(str(saved)) - 2
    return message("glass.windows.saved_about", count=round(saved, -digits))


def _texts(seen: WindowsSeen, looked: Looked, line: Line) -> list[str]:
    texts, state = [], looked.state
    for move in line:
        texts.append(looked.game.move_text(state, move))
        state = looked.game.play(state, move)
    return texts


def counted_lines(node: Node, looked: Looked) -> tuple[Message, ...]:
    """What a guess at the horizon rests on; never called a playout."""
    assert node.score is not None and node.counted is not None
    share = round(100 * node.score)
    head = message("glass.windows.guess_here", share=share, first=_side(looked, 0))
    if "fours" not in node.counted:
        return head, message("glass.windows.no_count")
    mover = 1 - node.player
    lines = []
    for name in ("fours", "good_rows"):
        pair = node.counted[name] if mover == 0 else node.counted[name][::-1]
        lines.append(
            message(
                f"glass.windows.{name}",
                mine=pair[0],
                theirs=pair[1],
                first=_side(looked, 0),
                second=_side(looked, 1),
            )
        )
    return head, *lines


# -- the tree --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """One row of a column: a move, or several told together."""

    nodes: tuple[Node, ...]
    cut: Cut | None = None
    hidden: int = 0  # moves already looked at that have no row of their own


def entries_of(level: Level, rows: int) -> list[Entry]:
    """A level in so many rows: what is on the line, what was told last, what is still to come."""
    ahead = tuple(node for node in level.nodes if node.stand is Stand.AHEAD)
    told = [node for node in level.nodes if node.stand is not Stand.AHEAD]
    tail = [Entry(ahead)] if ahead else []
    if level.cut is not None:
        tail.append(Entry((), level.cut))
    room = max(1, rows - len(tail))
    if len(told) > room:
        hidden, told = told[: len(told) - room + 1], told[len(told) - room + 1 :]
        return [Entry((), hidden=len(hidden)), *(Entry((node,)) for node in told), *tail]
    return [*(Entry((node,)) for node in told), *tail]


class WindowTree(Walked):
    """Columns of moves from the root, the line being searched in accent."""

    def __init__(self, seen: WindowsSeen, looked: Looked, act: Act) -> None:
        super().__init__("glass picture")
        self.seen = seen
        self.looked = looked
        self.act = act
        self._places: list[tuple[pygame.Rect, Node]] = []
        self._tips: dict[Line, str] = {}

    def wanted(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        least = theme.tx(COLUMN) + theme.tx(80)
        return min(theme.tx(4 * COLUMN), max(least, width)), theme.tx(SMALLEST_ROWS * ROW + 40)

    # -- being pointed at ------------------------------------------------------------------------

    def take(self, position: tuple[int, int]) -> None:
        for rect, node in self._places:
            if rect.collidepoint(position):
                self._open(node)
                return

    def tip(self, position: tuple[int, int]) -> str:
        for rect, node in self._places:
            if rect.collidepoint(position):
                return self._tips[node.line]
        return ""

    def enter(self) -> bool:
        node = self._at(self.looked.chosen)
        if node is not None:
            self._open(node)
        return node is not None

    def _open(self, node: Node) -> None:
        """Go to where the search told of a move; one still to come is shown on the board."""
        if node.step >= 0 and node.stand is not Stand.AHEAD:
            self.act.go_to_step(node.step)
        else:
            self.act.choose(node.line)

    def _at(self, line: Line) -> Node | None:
        nodes = (node for level in self.seen.levels for node in level.nodes)
        return next((node for node in nodes if node.line == line), None)

    def walk(self, across: int, down: int) -> bool:
        levels = self.seen.levels
        if not levels:
            return False
        line = self.looked.chosen or self.seen.line
        place = max(0, min(len(levels) - 1, len(line) - 1))
        lines = [node.line for node in levels[place].nodes]
        if line not in lines:
            self.act.choose(lines[0])
            return True
        if down:
            self.act.choose(lines[max(0, min(len(lines) - 1, lines.index(line) + down))])
        elif across < 0 and place:
            self.act.choose(line[:-1])
        elif across > 0 and place + 1 < len(levels):
            path = levels[place + 1].nodes
            if path[0].line[:-1] == line:
                self.act.choose(path[max(0, levels[place + 1].path)].line)
        return True

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(8), c.table2, c.hair, 1)
        self._places, self._tips = [], {}
        self._colours = side_colours(ui, self.act, self.looked.game.id)
        foot = theme.line_height(14) + theme.px(6)
        area = self.rect.inflate(-theme.px(24), -theme.px(12))
        area.h -= foot
        rows = max(2, area.h // theme.tx(ROW))
        levels = self.seen.levels
        columns = max(1, (area.w - theme.tx(40)) // theme.tx(COLUMN))
        first = max(0, len(levels) - columns)
        left, middle = self._draw_root(ui, target, area, levels[:first])
        for place, level in enumerate(levels[first:], start=first):
            width = (area.right - left) // max(1, len(levels) - place)
            width = min(width, theme.tx(COLUMN)) if place + 1 < len(levels) else width
            column = pygame.Rect(left, area.y, width, area.h)
            last = place == len(levels) - 1
            middle = self._draw_level(ui, target, column, level, rows, middle, last)
            left += width
        text = shorten(theme, ui.tr("glass.windows.legend", first=_side(self.looked, 0)), 14,
                       self.rect.w - theme.px(24))  # fmt: skip
        at = (self.rect.right - theme.px(12), self.rect.bottom - foot // 2 - theme.px(3))
        theme.blit_text(target, text, 14, at, c.text2, align=1)

    def _draw_root(
        self, ui: Ui, target: pygame.Surface, area: pygame.Rect, hidden: Sequence[Level]
    ) -> tuple[int, tuple[int, int]]:
        """The position decided on, and the line through levels without room for their moves."""
        theme, c = ui.theme, ui.theme.colours
        radius, y = theme.tx(10), area.centery
        x = area.x + radius
        ui.brush.disc(target, (x, y), radius, c.accent)
        ui.brush.disc(target, (x, y), radius - 2, c.raised)
        left = x + radius
        shown = [level.nodes[level.path] for level in hidden if level.path >= 0]
        room = max(0, (area.w // 3) // theme.tx(34))
        skipped = shown[: len(shown) - room] if len(shown) > room else []
        if skipped:
            theme.blit_text(target, "…", 14, (left + theme.tx(4), y), c.text2)
            left += theme.tx(18)
        for node in shown[len(skipped) :]:
            pygame.draw.line(target, c.accent, (left, y), (left + theme.tx(10), y), 2)
            left += theme.tx(10)
            box = self._chip(ui, target, left, y, node, True)
            left = box.right
        return left, (left, y)

    def _draw_level(
        self,
        ui: Ui,
        target: pygame.Surface,
        column: pygame.Rect,
        level: Level,
        rows: int,
        start: tuple[int, int],
        last: bool,
    ) -> tuple[int, int]:
        """One column; where the line goes on."""
        theme, c = ui.theme, ui.theme.colours
        entries = entries_of(level, rows)
        step = min(theme.tx(ROW + 4), column.h // max(1, len(entries)))
        on = [i for i, e in enumerate(entries) if level.path >= 0 and e.nodes
              and e.nodes[0] is level.nodes[level.path]]  # fmt: skip
        anchor = on[0] if on else len(entries) // 2
        top = start[1] - anchor * step - step // 2
        top = max(column.y, min(top, column.bottom - step * len(entries)))
        left = column.x + theme.tx(34)
        following = (left, start[1])
        for index in sorted(range(len(entries)), key=lambda each: each in on):
            entry, y = entries[index], top + index * step + step // 2
            lit = index in on
            faint = not entry.nodes or entry.nodes[0].stand is Stand.AHEAD
            ink = c.accent if lit else mix(c.table2, c.line, 0.6) if faint else c.line
            branch(target, (start[0] + 2, start[1]), (left - 4, y), ink, 2 if lit else 1)
            right = column.right - theme.tx(4)
            end = self._draw_entry(ui, target, entry, left, y, right, lit, last)
            if lit:
                following = (end + theme.tx(4), y)
        return following

    def _draw_entry(
        self,
        ui: Ui,
        target: pygame.Surface,
        entry: Entry,
        left: int,
        y: int,
        right: int,
        lit: bool,
        last: bool,
    ) -> int:
        theme, c = ui.theme, ui.theme.colours
        if entry.cut is not None:
            return self._draw_cut(ui, target, entry.cut, left, y, right)
        if entry.hidden:
            text = ui.tr("glass.windows.hidden", count=entry.hidden)
            text = shorten(theme, text, 14, right - left)
            return theme.blit_text(target, text, 14, (left, y), c.text2).right
        if entry.nodes[0].stand is Stand.AHEAD:
            return self._draw_ahead(ui, target, entry.nodes, left, y, right)
        return self._draw_node(ui, target, entry.nodes[0], left, y, right, lit, last)

    def _chip(
        self, ui: Ui, target: pygame.Surface, left: int, y: int, node: Node, lit: bool
    ) -> pygame.Rect:
        chosen = node.line == self.looked.chosen
        colour, height = self._colours[node.player], ui.theme.tx(20)
        faint = node.stand is Stand.AHEAD
        box = move_chip(ui, target, left, y, height, node.text, colour, lit=lit, faint=faint)
        if chosen:
            around = box.inflate(6, 6)
            ui.brush.rounded(target, around, around.h // 2, None, ui.theme.colours.text, 2)
        self._places.append((box.inflate(6, 4), node))
        self._tips[node.line] = ui.tr(
            "glass.windows.tip",
            line=" ".join(_texts(self.seen, self.looked, node.line)),
            result=result_of(node, self.looked),
        )
        return box

    def _draw_node(
        self,
        ui: Ui,
        target: pygame.Surface,
        node: Node,
        left: int,
        y: int,
        right: int,
        lit: bool,
        last: bool,
    ) -> int:
        theme, c = ui.theme, ui.theme.colours
        box = self._chip(ui, target, left, y, node, lit or node.line == self.seen.line)
        x = box.right + theme.tx(8)
        if node.phase != "horizon" or not last or node.winner is not None:
            track = pygame.Rect(x, 0, min(theme.tx(TRACK), right - x - theme.tx(22)), theme.tx(5))
            track.centery = y
            if track.w > theme.tx(16):
                draw_track(ui, target, track, node, self._colours)
                x = track.right + theme.tx(6)
        width = truth_badge(ui, target, x, y, node.truth, False)
        x += width + theme.tx(6) if width else 0
        if last or node.winner is not None:
            key = "glass.windows.guess" if node.phase == "horizon" else ""
            text = ui.tr(result_of(node, self.looked))
            if key and node.winner is None:
                text = ui.tr(key, share=round(100 * (node.score or 0.0)))
            if node.phase == "hit":
                text = ui.tr("glass.windows.from_table", result=text)
            if node.stand is Stand.DONE and theme.width(text, 14) <= right - x:
                ink = c.text if node.line == self.seen.line else c.text2
                x = theme.blit_text(target, text, 14, (x, y), ink).right
        self._places.append((pygame.Rect(left, y - theme.tx(11), x - left, theme.tx(22)), node))
        return x

    def _draw_ahead(
        self, ui: Ui, target: pygame.Surface, nodes: Sequence[Node], left: int, y: int, right: int
    ) -> int:
        theme, x = ui.theme, left
        text = ui.tr("glass.windows.ahead")
        for place, node in enumerate(nodes):
            more = ui.tr("glass.windows.more", count=len(nodes) - place)
            room = right - x - (theme.width(more, 14) if place + 1 < len(nodes) else 0)
            if chip_width(theme, node.text, theme.tx(20)) > room:
                return theme.blit_text(target, more, 14, (x, y), theme.colours.text2).right
            x = self._chip(ui, target, x, y, node, False).right - theme.tx(4)
        x += theme.tx(10)
        if theme.width(text, 14) <= right - x:
            x = theme.blit_text(target, text, 14, (x, y), theme.colours.text2).right
        return x

    def _draw_cut(
        self, ui: Ui, target: pygame.Surface, cut: Cut, left: int, y: int, right: int
    ) -> int:
        theme, c, x = ui.theme, ui.theme.colours, left
        saved, side = saved_text(cut.saved), theme.tx(16)
        text = ui.tr(saved)
        if theme.width(text, 14) > right - left - side - theme.tx(70):
            text = ui.tr(message(f"{saved.key}.short", **saved.values))
        room = right - theme.width(text, 14) - side - theme.tx(14) - theme.width("+99", 14)
        for place, name in enumerate(cut.moves):
            if x + chip_width(theme, name, theme.tx(20)) > room and place:
                more = ui.tr("glass.windows.more", count=len(cut.moves) - place)
                x = theme.blit_text(target, more, 14, (x + 2, y), c.text2).right
                break
            colour = self._colours[cut.player]
            box = move_chip(ui, target, x, y, theme.tx(20), name, colour, crossed=True)
            x = box.right - theme.tx(4)
        x += theme.tx(8)
        target.blit(icon(ui.brush, Icon.SCISSORS, side, c.accent), (x, y - side // 2))
        x += side + theme.tx(6)
        text = shorten(theme, text, 14, max(0, right - x))
        return theme.blit_text(target, text, 14, (x, y), c.accent).right


def draw_track(
    ui: Ui, target: pygame.Surface, track: pygame.Rect, node: Node, colours: Sequence[Colour]
) -> None:
    """The window bright on the whole range, the first player's at the right; the score on it."""
    theme, c = ui.theme, ui.theme.colours
    radius = track.h // 2
    ui.brush.rounded(target, track, radius, mix(c.table2, c.text2, 0.3))
    low, high = (track.x + round(track.w * share) for share in (node.low, node.high))
    bright = pygame.Rect(low, track.y, max(track.h, high - low), track.h)
    ui.brush.rounded(target, bright.clip(track), radius, c.text2)
    if node.score is None:
        return
    x, y, size = track.x + round(track.w * node.score), track.centery, theme.tx(5)
    if node.bound is None:
        ui.brush.disc(target, (x, y), size + 1, c.table2)
        ui.brush.disc(target, (x, y), size, c.accent)
        return
    reach = size + 2 if node.bound is Bound.AT_LEAST else -size - 2
    points = [(x, y - size - 1), (x + reach, y), (x, y + size + 1)]
    pygame.draw.polygon(target, c.accent, points)
    pygame.draw.aalines(target, c.table2, True, points)


# -- the table -------------------------------------------------------------------------------------

ROWS = ("depth", "best", "score", "positions", "cuts", "saved", "hits")


class DepthTable(Walked):
    """One column a depth: what each look at all moves said and cost; a click goes to its start."""

    def __init__(self, seen: WindowsSeen, looked: Looked, act: Act) -> None:
        super().__init__("glass table")
        self.seen = seen
        self.looked = looked
        self.act = act
        self._places: list[tuple[pygame.Rect, Depth]] = []

    def wanted(self, ui: Ui, width: int) -> Size:
        least = self._names(ui) + 2 * self._column(ui)
        natural = self._names(ui) + max(2, len(self.seen.depths)) * self._column(ui)
        return min(natural, max(least, width)), len(ROWS) * self._step(ui) + ui.theme.px(6)

    @staticmethod
    def _step(ui: Ui) -> int:
        return ui.theme.line_height(14) + ui.theme.px(1)

    def _names(self, ui: Ui) -> int:
        texts = [self._name(ui, row) for row in ROWS]
        return max(ui.theme.width(text, 14) for text in texts) + ui.theme.tx(12)

    def _name(self, ui: Ui, row: str) -> str:
        return ui.tr(f"glass.windows.row.{row}", first=_side(self.looked, 0))

    def _column(self, ui: Ui) -> int:
        widest = max((d.whole or d.positions or 0 for d in self.seen.depths), default=0)
        wide = max(
            ui.theme.width(ui.tr.number(widest), 14, mono=True),
            ui.theme.width(ui.tr("glass.windows.looking"), 14),
            ui.theme.tx(60),
        )
        return wide + ui.theme.tx(12)

    # -- being pointed at ------------------------------------------------------------------------

    def take(self, position: tuple[int, int]) -> None:
        for rect, depth in self._places:
            if rect.collidepoint(position) and depth.step >= 0:
                self.act.go_to_step(depth.step)

    def walk(self, across: int, down: int) -> bool:
        places = [depth for depth in self.seen.depths if depth.step >= 0]
        at = [i for i, d in enumerate(places) if d.step <= self.looked.step]
        if not across or not places:
            return False
        self.act.go_to_step(
            places[max(0, min(len(places) - 1, (at[-1] if at else 0) + across))].step
        )
        return True

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        step, names, depths = self._step(ui), self._names(ui), self.seen.depths
        self._colours = side_colours(ui, self.act, self.looked.game.id)
        self._places = []
        for row, name in enumerate(ROWS):
            y = self.rect.y + theme.px(3) + row * step + step // 2
            theme.blit_text(target, self._name(ui, name), 14, (self.rect.x, y), c.text2)
        room = max(1, (self.rect.w - names) // self._column(ui))
        now = max([i for i, d in enumerate(depths) if d.stand is not Stand.AHEAD], default=0)
        first = max(0, min(len(depths) - room, now - room // 2))
        shown = depths[first : first + room]
        width = min((self.rect.w - names) // max(1, len(shown)), theme.tx(110))
        for place, depth in enumerate(shown):
            box = pygame.Rect(self.rect.x + names + place * width, self.rect.y, width,
                              len(ROWS) * step + theme.px(6))  # fmt: skip
            self._places.append((box, depth))
            if depth.stand is Stand.OPEN:
                ground = mix(c.panel, c.accent, 0.14)
                ui.brush.rounded(target, box.inflate(-4, 0), theme.px(8), ground, c.accent, 1)
            self._draw_column(ui, target, box, depth, step)

    def _draw_column(
        self, ui: Ui, target: pygame.Surface, box: pygame.Rect, depth: Depth, step: int
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        ahead = depth.stand is Stand.AHEAD
        now = depth.stand is Stand.OPEN
        ink = c.text2 if ahead else c.text
        cells = self._cells(ui, depth)
        for row, text in enumerate(cells):
            at = (box.centerx, box.y + theme.px(3) + row * step + step // 2)
            bold = row == 0
            colour = c.accent if now and bold else ink
            mono = row >= 3
            if row == 1 and depth.move is not None:
                self._draw_best(ui, target, at, depth)
            else:
                theme.blit_text(target, text, 14, at, colour, bold=bold, mono=mono, align=0.5)

    def _draw_best(self, ui: Ui, target: pygame.Surface, at: tuple[int, int], depth: Depth) -> None:
        theme, height = ui.theme, ui.theme.tx(18)
        known = depth.truth is not None and depth.truth.value is not None
        width = chip_width(theme, depth.text, height) + (theme.tx(24) if known else 0)
        left = at[0] - width // 2
        faint = depth.stand is Stand.AHEAD
        colour = self._colours[self.seen.mover]
        box = move_chip(ui, target, left, at[1], height, depth.text, colour, faint=faint)
        if depth.truth is not None and depth.truth.value is not None:
            side = theme.tx(18)
            left = box.right + theme.tx(6)
            target.blit(badge(ui, depth.truth.value, side), (left, at[1] - side // 2))

    def _cells(self, ui: Ui, depth: Depth) -> Sequence[str]:
        tr = ui.tr

        def number(value: int | None) -> str:
            return "–" if value is None else tr.number(value)

        if depth.stand is Stand.OPEN:
            score, best = "…", tr("glass.windows.looking")
        elif depth.winner is not None:
            score, best = tr("glass.windows.short_win", side=_side(self.looked, depth.winner)), ""
        else:
            score, best = ("–" if depth.score is None else percent(ui, depth.score)), "–"
        positions = number(depth.positions)
        return (
            tr.number(depth.depth),
            best,
            score,
            positions,
            number(depth.cuts),
            number(depth.saved),
            number(depth.hits),
        )
