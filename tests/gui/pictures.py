"""Pictures of every screen, popup and board, to see what a change of the window changes.

    python -m tests.gui.pictures record BEFORE [--screen setup] [--size 1280x800] [--quick]
    ... change the code ...
    python -m tests.gui.pictures record AFTER  [the same choice]
    python -m tests.gui.pictures compare BEFORE AFTER [--out FOLDER]

`record` writes a PNG for each state of each screen in the 24 configurations of the layout tests
(three sizes, four scales of text, two languages), in the other themes at 1280x800 and 100 %, and of
each board in its positions, animations included; `widgets.json` has every widget's key and
rectangle in Tab order. Two runs of the same code give the same bytes: seeds are fixed, clocks stand
still, the home folder is made up. `compare` lists what differs, by how many pixels and in which
widgets, and writes BEFORE, AFTER and their difference side by side; its exit code is then 1.

A choice: --screen takes pictures whose name holds the word (`setup`, `match of nim`, `popup`,
`boards`; may be repeated), --size, --scale and --language only these configurations, --quick only
1280x800 at 100 % with all themes. All of it takes some minutes, --quick about one, one screen
seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, chdir, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import numpy as np
import pygame

from engine.games.cube_facelets import Turn
from engine.messages import LANGUAGES
from gui.arena.form import FIRST_TEXTS, ExperimentForm
from gui.kit.screen import Screen
from gui.paint import Brush
from gui.services import Services
from gui.settings import Settings, SettingsFile
from gui.shortcuts import Action
from gui.theme import Theme, ThemeName, page_size
from tests.gui import board_shots, driver
from tests.gui.lab import SCRAMBLE
from tests.gui.scene_makers import Maker, match
from tests.gui.scenes import POPUPS, SCALES, SCENES, SIZES
from tests.screen import the_screen

BASE = (1280, 800)
WIDGETS = "widgets.json"
REAL_CLOCK = time.monotonic
QUIET_FRAMES = 40  # so many frames of 0.05 s without work: a bot's delay has passed as well
LONGEST_WAIT = 60.0
NOW = datetime(2026, 1, 15, 12, 0, tzinfo=UTC)
HOME_ENTRIES = ("Documents", "Documents/Games", "Documents/Club")
HOME_GAMES = ("Documents/first.jouons", "Documents/second.jouons")


@dataclass(frozen=True)
class Configuration:
    """What a screen is drawn in."""

    size: tuple[int, int] = BASE
    scale: float = 1.0
    language: str = "en"
    look: ThemeName = ThemeName.DARK
    safe: bool = False

    def __str__(self) -> str:
        palette = "-safe" if self.safe else ""
        width, height = self.size
        return f"{width}x{height}-{self.scale:g}-{self.language}-{self.look.value}{palette}"


def configurations() -> list[Configuration]:
    """The 36 of the layout tests, then the other themes at the usual size."""
    usual = [Configuration(*each) for each in product(SIZES, SCALES, LANGUAGES)]
    themes = [
        Configuration(BASE, 1.0, language, look, safe)
        for look, safe, language in product(ThemeName, (False, True), LANGUAGES)
        if (look, safe) != (ThemeName.DARK, False)
    ]
    return usual + themes


# -- states of screens -----------------------------------------------------------------------------

Step = Callable[[Any], object]


@dataclass(frozen=True)
class State:
    """A screen, and what is done in it before its picture is taken."""

    make: Maker
    steps: tuple[Step, ...] = ()


def act(action: Action) -> Step:
    """Press a shortcut."""
    return lambda scene: scene.on_action(action)


def clicked(key: str) -> Step:
    """Click the middle of a widget."""

    return lambda scene: driver.click(scene, key)


def pressed(key: int) -> Step:
    """Press a key."""
    return lambda scene: driver.press(scene, key)


def to_the_end(scene: Screen) -> None:
    """Scroll the body down."""
    group = scene.widget_group
    for scroller in group.scrollers[:1]:
        group._scroll(scroller, 100_000)


def settle(scene: Screen) -> None:
    """Let frames pass until nothing thinks, waits or moves any more."""
    worker, quiet, end = scene.services.worker, 0, REAL_CLOCK() + LONGEST_WAIT
    with patch.object(worker, "submit", wraps=worker.submit) as submit:
        while quiet < QUIET_FRAMES:
            assert REAL_CLOCK() < end, "it never comes to rest"
            asked = submit.call_count
            scene.update(0.05)
            idle = all(job.done for job in worker._jobs)
            quiet = quiet + 1 if idle and submit.call_count == asked else 0
            time.sleep(0.001)  # or the worker may not get to what has just been asked of it


def cube(text: str) -> Maker:
    """The cube lab with a scramble or facelets."""
    from gui.lab.screen import requested_lab
    from gui.options import parse_window

    return requested_lab("pocketcube", parse_window(["--scene", "cube", "--moves", text]))


def played_arena(services: Services) -> Screen:
    """An arena after a small sweep."""
    scene: Any = SCENES["arena"](services)
    texts = {"template": "mc:{}", "values": "5 20", "opponent": "random", "games": "20"}
    made = {**FIRST_TEXTS, **texts, "seed": "3"}
    scene.model.form = replace(ExperimentForm(), game="tictactoe", texts=made)
    return scene  # type: ignore[no-any-return]


def last_tab(scene: Any) -> None:
    """What the search of a cube cost, where the cards are tabs."""
    scene.choose_tab(2)


SOLVE: tuple[Step, ...] = (lambda scene: scene.lab.solve(), settle)
BINARY = match("nim", "--moves", "5-1 2-1")
THEORY: tuple[Step, ...] = (
    act(Action.ANALYSIS),
    settle,
    lambda scene: scene.choose_card("theory"),
)
ENDED = match("tictactoe", "--first", "first", "--second", "first")
STATES: dict[str, State] = {
    **{f"{name}": State(make) for name, make in SCENES.items()},
    **{
        f"popup {name} over {scene}": State(SCENES[scene], (open_it,))
        for name, (scene, open_it) in POPUPS.items()
    },
    **{
        f"match of {game} with analysis come": State(match(game, "--analysis"), (settle,))
        for game in ("tictactoe", "connect4", "nim", "subtraction", "matches")
    },
    "match with a hint": State(SCENES["match of nim"], (act(Action.HINT), settle)),
    "match of connect4 with analysis by keyboard": State(
        SCENES["match with analysis"], (settle, pressed(pygame.K_TAB), pressed(pygame.K_TAB))
    ),
    "match stepped back": State(
        match("connect4", "--moves", "3 3 4 4 2"), (act(Action.PREVIOUS), act(Action.PREVIOUS))
    ),
    "match ended": State(ENDED, (settle,)),
    "match ended with analysis": State(ENDED, (settle, act(Action.ANALYSIS), settle)),
    "match ended, its start": State(ENDED, (settle, act(Action.FIRST), settle)),
    **{
        f"match looked into, {bot} in {game}": State(
            match(game, "--first", bot, "--second", "human"),
            (settle, lambda scene: scene.toggle_look(), settle, act(Action.STEP_BACK), settle),
        )
        for game, bot in (
            ("connect4", "mcts:300"),
            ("connect4", "mc:1000"),
            ("tictactoe", "mc:exact"),
            ("matches", "learner"),
            ("matches", "dfs"),
        )
    },
    "match with heaps in binary": State(BINARY, THEORY),
    "match with a graph": State(SCENES["match of subtraction"], THEORY),
    "training at the end of its scroll": State(SCENES["training"], (to_the_end,)),
    "preferences at the end of its scroll": State(SCENES["preferences"], (to_the_end,)),
    "statistics at the end of its scroll": State(SCENES["statistics"], (to_the_end,)),
    "arena at the end of its scroll": State(SCENES["arena"], (to_the_end,)),
    "arena played": State(played_arena, (clicked("start"), settle)),
    "cube lab scrambled": State(cube(SCRAMBLE)),
    "cube lab solved": State(cube(SCRAMBLE), SOLVE),
    "cube lab with the table": State(
        cube(SCRAMBLE),
        (lambda scene: scene.lab.choose_solver("table"), settle, *SOLVE, last_tab),
    ),
    "cube lab left": State(
        cube(SCRAMBLE), (*SOLVE, lambda scene: scene.lab.move(Turn("D", 1)), settle)
    ),
    "cube lab painted soundly": State(
        cube(SCRAMBLE), (lambda scene: scene.lab.start_painting(), settle)
    ),
}


def numbers(found: Screen) -> list[list[Any]]:
    """Every widget in Tab order: key, rectangle, whether the focus stops there."""
    widget_group = found.popup.widget_group if found.popup is not None else found.widget_group
    return [[w.key, list(w.rect), bool(w.focusable and w.enabled)] for w in widget_group.widgets]


# -- a world that stands still ---------------------------------------------------------------------


class StillClock(datetime):
    """A calendar on which it is always the same noon."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Any:
        return NOW.astimezone(tz)


def made_up_home() -> Path:
    """A home folder with the same name and entries on every run."""
    home = Path(tempfile.gettempdir()) / "jouons-pictures-home"
    for name in HOME_ENTRIES:
        (home / name).mkdir(parents=True, exist_ok=True)
    for name in HOME_GAMES:
        (home / name).touch()
    return home


@contextmanager
def standing_still() -> Iterator[None]:
    """No clock runs, folders have fixed names, the arena plays in this process."""
    import engine.arena.pool
    import engine.store.store
    import gui.pages.resumable  # noqa: F401 - so that its calendar is replaced too

    home = str(made_up_home())
    with ExitStack() as stack:
        stack.enter_context(chdir(stack.enter_context(tempfile.TemporaryDirectory())))
        stack.enter_context(patch("time.perf_counter", lambda: 0.0))
        stack.enter_context(patch("time.monotonic", lambda: 0.0))
        stack.enter_context(patch("datetime.datetime", StillClock))
        stack.enter_context(patch.dict(os.environ, {"HOME": home, "USERPROFILE": home}))
        for name, module in list(sys.modules.items()):
            if name.startswith(("engine.", "gui.")) and getattr(module, "datetime", 0) is datetime:
                stack.enter_context(patch.object(module, "datetime", StillClock))
        one = patch.object(engine.arena.pool, "ProcessPool", lambda jobs: ThreadPoolExecutor(1))
        stack.enter_context(one)
        yield


# -- recording -------------------------------------------------------------------------------------


def screen_picture(state: State, chosen: Configuration) -> tuple[pygame.Surface, list[list[Any]]]:
    """One screen in one state, and its widgets."""
    settings = Settings(
        muted=True,
        motion="NONE",
        text_scale=chosen.scale,
        look=chosen.look.value,
        safe_palette=chosen.safe,
    )
    # Under the present folder, which is a fresh one: screens show the path, so it must be the same.
    folder = Path("data")
    folder.mkdir()
    services = Services(settings, SettingsFile(folder), folder, chosen.size, chosen.language, 7)
    try:
        scene = state.make(services)
        scene.enter(services.size)
        for step in state.steps:
            step(scene)
        picture = the_screen()
        scene.touch()
        scene.draw(picture)
        widgets = numbers(scene)
        scene.leave()
    finally:
        services.close()
        shutil.rmtree(folder, ignore_errors=True)
    return picture, widgets


def board_pictures(chosen: Sequence[Configuration]) -> Iterator[tuple[str, pygame.Surface]]:
    """Every board in its states, the art of the menu, the cube; in each theme and size chosen."""
    seen = set()
    for each in chosen:
        if each.scale == 1.0 and each.language == "en":
            brush, theme = Brush(), Theme(each.look, each.size, safe_palette=each.safe)
            for shot in board_shots.SHOTS:
                yield f"boards {shot.name}@{each}", board_shots.draw(shot, theme, brush)
            yield f"boards cube@{each}", board_shots.cube(theme, brush)
            if each.look not in seen:
                seen.add(each.look)
                for name, picture in board_shots.menus(each.look):
                    yield f"boards {name}", picture


def safe_name(name: str) -> str:
    """As a file name."""
    return "".join(c if c.isalnum() or c in "@.-" else "_" for c in name)


def record(
    folder: Path, words: Sequence[str], chosen: Sequence[Configuration], say: Callable[[str], None]
) -> int:
    """Write the pictures whose names hold one of the words (all without); how many there are."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    widgets: dict[str, Any] = {}
    count = 0
    pygame.display.init()
    pygame.font.init()
    with standing_still():
        for each in chosen:
            pygame.display.set_mode(page_size(each.size, each.scale))
            for name, state in STATES.items():
                if words and not any(word in name for word in words):
                    continue
                picture, found = screen_picture(state, each)
                pygame.image.save(picture, folder / f"{safe_name(f'{name}@{each}')}.png")
                widgets[safe_name(f"{name}@{each}")] = found
                count += 1
            say(f"{each}: {count} pictures")
        if not words or any(word in "boards" for word in words):
            pygame.display.set_mode(BASE)
            for name, picture in board_pictures(chosen):
                pygame.image.save(picture, folder / f"{safe_name(name)}.png")
                count += 1
    (folder / WIDGETS).write_text(json.dumps(widgets, indent=0), encoding="utf-8")
    return count


# -- comparing -------------------------------------------------------------------------------------


def pixels_apart(before: pygame.Surface, after: pygame.Surface) -> Any:
    """Where two pictures of one size differ; None when the sizes do."""
    if before.get_size() != after.get_size():
        return None
    return (pygame.surfarray.array3d(before) != pygame.surfarray.array3d(after)).any(axis=2)


def side_by_side(before: pygame.Surface, after: pygame.Surface, apart: Any) -> pygame.Surface:
    """Before, after, and what differs in red on the dimmed picture."""
    width, height = (max(p) for p in zip(before.get_size(), after.get_size(), strict=True))
    sheet = pygame.Surface((3 * width + 16, height))
    sheet.fill((255, 0, 255))
    sheet.blit(before, (0, 0))
    sheet.blit(after, (width + 8, 0))
    if apart is not None:
        dimmed = pygame.surfarray.array3d(after) // 4
        dimmed[apart] = (255, 40, 40)
        sheet.blit(pygame.surfarray.make_surface(dimmed), (2 * width + 16, 0))
    return sheet


def moved_widgets(before: list[list[Any]], after: list[list[Any]]) -> str:
    """How the widgets of a screen differ, in a few words; empty when they do not."""
    if before == after:
        return ""
    keys, others = ([w[0] for w in each if w[0]] for each in (before, after))
    if keys != others:
        gone = [key for key in keys if key not in others]
        new = [key for key in others if key not in keys]
        return f"other keys or another order: gone {gone}, new {new}"
    stops, others = ([w[0] for w in each if w[2]] for each in (before, after))
    if stops != others:
        return "another Tab order"
    if len(before) != len(after):
        return f"{len(before)} widgets, now {len(after)}"
    pairs = [(a, b) for a, b in zip(before, after, strict=True) if a[1] != b[1]]
    most = max((abs(x - y) for a, b in pairs for x, y in zip(a[1], b[1], strict=True)), default=0)
    return f"{len(pairs)} widgets moved, at most {most} pixels: {[a[0] for a, _ in pairs][:6]}"


def compare(before: Path, after: Path, out: Path, say: Callable[[str], None]) -> int:
    """Say what differs and draw it; how many pictures differ or are missing."""
    names, others = ({p.name for p in folder.glob("*.png")} for folder in (before, after))
    old, new = (json.loads((each / WIDGETS).read_text("utf-8")) for each in (before, after))
    differing = 0
    for name in sorted(names & others):
        said = moved_widgets(old.get(name[:-4], []), new.get(name[:-4], []))
        same = (before / name).read_bytes() == (after / name).read_bytes()
        if same and not said:
            continue
        differing += 1
        pair = [pygame.image.load(folder / name) for folder in (before, after)]
        apart = pixels_apart(pair[0], pair[1])
        count = "another size" if apart is None else f"{int(np.count_nonzero(apart))} pixels"
        say(f"{name}: {count}{'; ' if said else ''}{said}")
        if not same:
            out.mkdir(parents=True, exist_ok=True)
            pygame.image.save(side_by_side(pair[0], pair[1], apart), out / name)
    for name in sorted(names ^ others):
        say(f"{name}: only {'before' if name in names else 'after'}")
    say(f"{len(names & others) - differing} equal, {differing} differ, {len(names ^ others)} alone")
    if differing:
        say(f"pictures of the differences: {out}")
    return differing + len(names ^ others)


# -- the command -----------------------------------------------------------------------------------


def chosen_configurations(found: argparse.Namespace) -> list[Configuration]:
    """The configurations the command line asks for."""
    return [
        each
        for each in configurations()
        if (not found.quick or (each.size == BASE and each.scale == 1.0))
        and (found.size in (None, "{}x{}".format(*each.size)))
        and (found.scale in (None, each.scale))
        and (found.language in (None, each.language))
    ]


def main(arguments: Sequence[str]) -> int:
    """Record or compare; 1 when pictures differ."""
    parse = argparse.ArgumentParser(prog="python -m tests.gui.pictures")
    commands = parse.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("folder", type=Path)
    recording.add_argument("--screen", action="append", default=[], metavar="WORD")
    recording.add_argument("--size", choices=["{}x{}".format(*size) for size in SIZES])
    recording.add_argument("--scale", type=float, choices=SCALES)
    recording.add_argument("--language", choices=LANGUAGES)
    recording.add_argument("--quick", action="store_true")
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.add_argument("--out", type=Path)
    found = parse.parse_args(arguments)
    if found.command == "compare":
        out = found.out or found.after.with_name(found.after.name + "-differences")
        return 1 if compare(found.before, found.after, out, print) else 0
    print(record(found.folder, found.screen, chosen_configurations(found), print), "pictures")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
