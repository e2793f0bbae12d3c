"""Pictures of the board views in their states, for `tests.gui.pictures`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pygame

from engine.protocols import Estimate
from engine.registry import GAMES, PUZZLES, make_game
from gui.boards import make_view
from gui.boards.previews import preview, thumbnail
from gui.i18n import Translator
from gui.paint import Brush
from gui.protocols import BoardState
from gui.theme import Theme, ThemeName
from gui.ui import Ui


@dataclass
class Shot:
    """One picture: a position, what is said of it, what the mouse and keyboard point at."""

    name: str
    game: str
    text: str = ""
    options: dict[str, str] = field(default_factory=dict)
    last: str | None = None  # the last move; the text is the position before it
    known: str = ""  # "exact", "score" or "both"
    fraction: float | None = None  # how much of the last move's animation has passed
    hover: str | None = None
    cursor: str | None = None
    hint: bool = False
    planned: bool = False


EMPTY = "......./......./......./"
MOCKUP = "......./......./.Y.Y.../.Y.RR../RRYRY.Y/RYYRRRY R"
SHOTS = (
    Shot("connect4_both", "connect4", MOCKUP, known="both", planned=True),
    Shot("connect4_score", "connect4", MOCKUP, known="score", hover="2"),
    Shot("connect4_last", "connect4", MOCKUP, last="1", cursor="2"),
    Shot("connect4_fall", "connect4", "", last="3", fraction=0.55),
    Shot("connect4_win", "connect4", f"{EMPTY}YR...../YYR..../RYYR..R R", last="0", fraction=0.9),
    Shot(
        "connect4_row", "connect4", ".RR..../.RYY.../YYRYY../RYYRR.R/RRYRYYY/RYYRRRY R", last="5"
    ),
    Shot("connect4_8x7", "connect4", "", {"columns": "8", "rows": "7"}, last="3", known="score"),
    Shot("connect4_4x4", "connect4", "", {"columns": "4", "rows": "4"}, last="2", known="exact"),
    Shot("ttt_play", "tictactoe", "O.XXXOO.. X", known="both"),
    Shot("ttt_hover", "tictactoe", "O.XX..O.. X", hover="4", cursor="1"),
    Shot("ttt_stroke", "tictactoe", "O.XX..O.. X", last="4", fraction=0.6),
    Shot("ttt_nought", "tictactoe", "O.XX..... O", last="4", fraction=0.6),
    Shot("ttt_win", "tictactoe", "O.X.XO... X", last="6"),
    Shot("ttt_winning", "tictactoe", "XX.OO.... X", last="2", fraction=0.8),
    Shot("ttt_two", "tictactoe", "XOXO.OXOX X", last="4"),
    Shot("ttt_hint", "tictactoe", "O.XX..O.. X", hint=True),
    Shot("nim_play", "nim", "5,4,3,2,1 0", hover="2-3", known="exact"),
    Shot("nim_leave", "nim", "5,4,3,2,1 0", last="1-3", fraction=0.5),
    Shot("nim_score", "nim", "5,4,3,2,1 0", known="score", cursor="1-2"),
    Shot("nim_large", "nim", "99,40,15,14,7,1 0", {"heaps": "99,40,15,14,7,1"}, hover="1-60"),
    Shot(
        "nim_twelve", "nim", "9,12,3,4,5,6,7,8,9,10,11,12 0",
        {"heaps": "9,12,3,4,5,6,7,8,9,10,11,12"}, known="exact",
    ),
    Shot("nim_pasted", "nim", "3,9,20,4,5,6,7,2 1", known="score"),
    Shot("sub_play", "subtraction", "21 0", hover="2", known="exact"),
    Shot("sub_move", "subtraction", "13 0", last="3", fraction=0.5),
    Shot("sub_score", "subtraction", "13 1", known="score", cursor="1"),
    Shot("sub_large", "subtraction", "700 1", {"start": "999"}, known="exact"),
    Shot("sub_end", "subtraction", "2 1", last="2"),
    Shot("sub_takes", "subtraction", "60 1", {"start": "60", "takes": "1,3,7"}, known="exact"),
    Shot("matches_play", "matches", "11 0", hover="2"),
    Shot("matches_known", "matches", "11 0", known="both", planned=True),
    Shot("matches_leave", "matches", "11 0", last="2", fraction=0.5, cursor="1"),
    Shot("matches_hint", "matches", "11 0", hint=True, cursor="1"),
    Shot("matches_40", "matches", "37 0", {"start": "40"}, hover="3", known="exact"),
    Shot("matches_999", "matches", "990 0", {"start": "999"}, hover="3", known="score"),
    Shot("matches_over", "matches", "1 0", last="1"),
)  # fmt: skip


def estimates(game: Any, state: Any, known: str) -> tuple[tuple[Estimate, ...], int | None]:
    """What an oracle or playouts would say; the best of it."""
    if not known:
        return (), None
    import numpy as np

    from engine.context import Context
    from engine.registry import oracle_for
    from engine.solvers.playout import outcome_counts

    rng = np.random.default_rng(1)
    moves = game.moves(state)
    scores: dict[int, float] = {}
    if known in ("score", "both"):
        states = [game.play(state, move) for move in moves]
        counts = outcome_counts(game, states, 400, rng, lambda: None)
        mover = game.to_move(state)
        for move, row in zip(moves, counts, strict=True):
            win, draw = (row[0], row[1]) if mover == 0 else (row[2], row[1])
            scores[move] = float((win + draw / 2) / row.sum())
    if known == "score":
        found = tuple(Estimate(move, scores[move], effort=400) for move in moves)
        return found, max(moves, key=lambda move: scores[move])
    exact = oracle_for(game).values(state, Context(1)).estimates
    joined = tuple(Estimate(e.move, scores.get(e.move), e.value, e.remoteness) for e in exact)
    return joined, max(exact, key=lambda estimate: estimate.rank).move


def place_of(view: Any, game: Any, state: Any, text: str) -> Any:
    """What the view keeps for a pointed or focused move."""
    move = game.parse_move(state, text)
    if not hasattr(game, "split"):
        return move
    heap, amount = game.split(move)
    return (heap, amount) if game.takes is None else amount


def shown_of(shot: Shot, game: Any) -> BoardState[Any]:
    """The position and everything said of it."""
    state = game.parse(shot.text) if shot.text else game.initial()
    previous, last = None, None
    if shot.last is not None:
        previous, last = state, game.parse_move(state, shot.last)
        state = game.play(state, last)
    known, best = estimates(game, state, shot.known if game.moves(state) else "")
    legal = tuple(game.moves(state))
    planned = best if shot.planned else None
    hint = legal[min(1, len(legal) - 1)] if shot.hint and legal else None
    return BoardState(state, previous, last, legal, known, best, planned, hint)


def draw(shot: Shot, theme: Theme, brush: Brush, language: str = "en") -> pygame.Surface:
    """The picture of the board as the match window lays it out."""
    game = make_game(shot.game, shot.options)
    ui = Ui(theme, brush, Translator(language))
    view: Any = make_view(game, ui)
    size = theme.size
    picture = pygame.Surface((theme.px(880), size[1] - theme.px(156)))
    picture.fill(theme.colours.table)
    area = picture.get_rect().inflate(-theme.px(48), -theme.px(24))
    view.place(area, ui)
    shown = shown_of(shot, game)
    view.show(shown, shot.fraction is not None)
    if shot.hover is not None:
        view.set_hover(place_of(view, game, shown.state, shot.hover))
    if shot.cursor is not None:
        view.focus(True)
        view.set_cursor(place_of(view, game, shown.state, shot.cursor))
    view.update(0.2 if shot.fraction is None else view.duration * shot.fraction)
    view.draw(picture)
    return picture


def cube(theme: Theme, brush: Brush) -> pygame.Surface:
    """The cube at rest, scrambled, as its lab lays it out."""
    from engine.games.pocket_cube import PocketCube
    from gui.boards.pocketcube.board import CubeHandling
    from gui.boards.pocketcube.view import CubeView
    from tests.gui.lab import TWISTED

    picture = pygame.Surface((theme.px(832), theme.size[1] - theme.px(196)))
    picture.fill(theme.colours.table)
    ui = Ui(theme, brush, Translator("en"))
    view = CubeView(CubeHandling(PocketCube()), ui)
    view.place(picture.get_rect(), ui)
    view.show(TWISTED)
    view.update(2.0)
    view.draw(picture)
    return picture


def menus(look: ThemeName) -> Iterator[tuple[str, pygame.Surface]]:
    """The previews side by side in each size, and the thumbnails."""
    theme = Theme(look, (1280, 800))
    ui = Ui(theme, Brush(), Translator("en"))
    for width, height in ((384, 160), (92, 68), (690, 288)):
        sheet = pygame.Surface((3 * (width + 8), 2 * (height + 8)))
        for index, game_id in enumerate([*GAMES, *PUZZLES]):
            picture = preview(game_id, (width, height), ui)
            sheet.blit(picture, (index % 3 * (width + 8), index // 3 * (height + 8)))
        yield f"preview_{look.value}_{width}", sheet
    sheet = pygame.Surface((5 * 80, 80))
    sheet.fill(theme.colours.panel)
    for index, game_id in enumerate(GAMES):
        game = make_game(game_id)
        picture = thumbnail(game, BoardState(game.initial()), (64, 64), ui, "start")
        sheet.blit(picture, (8 + 80 * index, 8))
    yield f"thumbnail_{look.value}", sheet
