"""A match under the dummy driver: events in, positions out; its buttons; bots in the worker."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.messages import LANGUAGES, JouonsError, Message, render
from engine.protocols import Estimate, Value, game_key
from engine.registry import GAMES, make_game
from engine.saves import from_json, load
from engine.trace.bags import BagsResult
from gui.boards.connect4 import ConnectFourView
from gui.boards.marks import TokenMark
from gui.kit import Button, ButtonKind, Shortened
from gui.kit.chart import ChartLegend
from gui.match.analysis import PositionAnalysis
from gui.match.autosave import saved_game
from gui.match.screen import MatchScreen, new_match, saved_match
from gui.match.table import Players
from gui.services import Services
from gui.settings import MATCH_CARDS, MATCH_TABS
from tests.gui.driver import click, enter, find, frames, labels_of, press, there, wait, widgets_of
from tests.gui.lab import SIZE
from tests.gui.matches import Match, entered_match, estimates, frame_of, offered
from tests.gui.rooms import ServicesIn, Size
from tests.gui.scene_makers import match as make_match
from tests.gui.scene_makers import match_lost
from tests.home import new_table
from tests.screen import the_screen
from tests.waiting import wait_for


@pytest.mark.parametrize("game", list(GAMES))
def test_a_person_plays_a_whole_game_against_random(match: Match, game: str) -> None:
    scene = match("--game", game, "--first", "human", "--second", "random")
    table = scene.table
    while table.outcome is None:
        wait(scene, lambda: table.human_turn or table.outcome is not None)
        if table.outcome is None:
            scene.play(table.game.moves(table.state)[0])
    kept = scene.services.store.games(game)
    assert len(kept) == 1
    assert from_json(kept[0].saved).moves == tuple(table.session.move_texts())
    assert scene.services.store.unfinished(game) == []


def test_escape_stops_a_thinking_bot_and_go_on_lets_it_think_again(
    match: Match,
) -> None:
    scene = match("--game", "tictactoe", "--first", "mc:1000000000", "--second", "human")
    wait(scene, lambda: scene.match.bots.thinking)
    press(scene, pygame.K_ESCAPE)
    assert not scene.match.bots.thinking
    assert scene.table.waiting
    press(scene, pygame.K_RETURN, pygame.KMOD_CTRL)
    wait(scene, lambda: scene.match.bots.thinking)


def test_a_thinking_bot_is_stopped_from_the_menu_too(match: Match) -> None:
    """With the inspector open Escape closes that, and nothing else stopped the bot."""
    scene = match("--game", "tictactoe", "--first", "mc:1000000000", "--second", "human")
    assert "stop" not in scene.commands()
    wait(scene, lambda: scene.match.bots.thinking)
    scene.offered().do("look")
    wait(scene, lambda: scene.match.bots.thinking)
    assert "stop" in scene.MENU
    scene.offered().do("stop")
    assert not scene.match.bots.thinking and scene.table.waiting
    assert "stop" not in scene.commands()


def test_a_thinking_bot_says_for_how_long_and_how_fast(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = match("--game", "connect4", "--first", "mc:1000000000", "--second", "human")
    wait(scene, lambda: scene.match.bots.latest is not None and scene.match.bots.thinking)
    decision = there(scene.match.bots.latest)
    decision = replace(decision, effort=345_678)
    monkeypatch.setattr(scene.match.bots, "latest", decision)
    said = {}
    for seconds in (0.9, 4.2):
        monkeypatch.setattr("gui.worker.Job.elapsed", seconds)
        bubble = there(scene.state_now().bubble)
        said[seconds] = "" if bubble.pace is None else render(bubble.pace, "en")
    assert said == {0.9: "", 4.2: "4 s, 86,000 random games/s"}
    scene.show()
    assert said[4.2] in labels_of(scene)


def test_pause_holds_two_bots(match: Match) -> None:
    scene = match("--game", "connect4", "--first", "random", "--second", "first")
    press(scene, pygame.K_p, text="p")
    frames(scene, 40, 0.05)
    assert scene.table.session.ply == 0
    press(scene, pygame.K_p, text="p")
    wait(scene, lambda: scene.table.session.ply >= 2)


def test_clicks_that_mean_nothing_change_nothing(match: Match) -> None:
    scene = match(
        "--game", "connect4", "--first", "human", "--second", "human", "--moves", "0 0 0 0 0 0"
    )
    scene.draw(the_screen())
    assert isinstance(scene.board_view, ConnectFourView)
    column = scene.board_view.column_rect(0).center
    click(scene, column)
    assert scene.table.session.ply == 6
    assert "full" in scene.services.notices[0].text
    click(scene, (5, 790))
    assert scene.table.session.ply == 6


def test_keys_play_and_digits_out_of_range_are_refused(match: Match) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", "human")
    press(scene, pygame.K_3, text="3")
    assert scene.table.session.moves == (3,)
    press(scene, pygame.K_9, text="9")
    assert scene.table.session.moves == (3,)
    assert "0 to 6" in scene.services.notices[0].text


def has_cursor(scene: MatchScreen) -> bool:
    view: Any = scene.board_view
    return bool(view.focused and view.cursor is not None)


@pytest.mark.parametrize("game", GAMES)
def test_arrows_and_enter_work_at_once_in_a_new_match(match: Match, game: str) -> None:
    scene = match("--game", game, "--first", "human", "--second", "human")

    def picture() -> bytes:
        frames(scene, 60, 0.05)
        scene.draw(the_screen())
        return pygame.image.tobytes(the_screen(), "RGB")

    quiet = picture()
    assert scene.widget_group.focus is not None and scene.widget_group.focus.key == "board"
    press(scene, pygame.K_RIGHT)
    ringed = picture()
    assert ringed != quiet, "the first key shows where the cursor stands"
    press(scene, pygame.K_RETURN)
    assert len(scene.table.session.moves) == 1
    ring = scene.ui.theme.colours.focus
    for _ in range(4):  # the ring is seen all the time, also when less is left to take
        picture()
        assert has_cursor(scene)
        seen = pygame.mask.from_threshold(the_screen(), ring, (1, 1, 1, 255))
        board = find(scene, "board")
        assert seen.overlap_area(pygame.mask.Mask(board.rect.size, fill=True), board.rect.topleft)
        press(scene, pygame.K_RETURN)


@pytest.mark.parametrize("game", GAMES)
def test_tab_shows_the_cursor_of_the_board_and_shortcuts_go_on_working(
    match: Match, game: str
) -> None:
    scene = match("--game", game, "--first", "human", "--second", "human")
    analysis = scene.match.analysis
    press(scene, pygame.K_a, text="a")
    assert scene.match.analysis != analysis
    press(scene, pygame.K_m, text="m")
    assert not scene.services.settings.muted
    press(scene, pygame.K_1, text="1")
    assert len(scene.table.session.moves) == 1
    if game in ("tictactoe", "connect4"):  # a ring elsewhere, as on the best move, would be a hint
        view: Any = scene.board_view
        scene.show()
        assert view.focused and view.cursor == 1
    press(scene, pygame.K_TAB)
    press(scene, pygame.K_TAB, pygame.KMOD_SHIFT)
    assert scene.widget_group.focus is not None and scene.widget_group.focus.key == "board"
    assert has_cursor(scene)


def test_analysis_shows_exact_values_and_marks_the_mistake(
    match: Match,
) -> None:
    scene = match("--game", "matches", "--first", "human", "--second", "human", "--moves", "1 2")
    press(scene, pygame.K_a, text="a")
    states = scene.table.session.all_states
    wait(scene, lambda: all(state in scene.match.analyzer.known for state in states))
    assert scene.match.losses() == [2, 0]
    shown = scene.view_model.board
    values = {estimate.move: estimate.value for estimate in shown.estimates}
    assert values == {0: -1, 1: -1, 2: -1}
    assert scene.view_model.mistakes == (1, 0)


def test_what_keeps_the_analysis_from_an_answer_is_said_once(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a missing package; the game goes on."""
    monkeypatch.setitem(sys.modules, "lupa", None)
    moves = "5 5 5 6 6 2 0 6 2 5 4 4 4 0 5 3 4 2 0 5 2 6 6 4 6 1"
    players = ("--first", "human", "--second", "human")
    scene = match("--game", "connect4", *players, "--moves", moves, "--analysis")
    wait(scene, lambda: len(scene.match.analyzer.known) > 3)
    (notice,) = scene.services.notices
    assert "‘lupa’ is missing" in notice.text


def test_a_damaged_opening_book_is_said_once_and_values_go_on(
    match: Match, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    book = tmp_path / "connect4.book"
    book.write_bytes(b"JOUONSC4")
    monkeypatch.setattr("engine.solvers.connect4.default_path", lambda: book)
    moves = "5 5 5 6 6 2 0 6 2 5 4 4 4 0 5 3 4 2 0 5 2 6 6 4 6 1"
    people = ("--first", "human", "--second", "human", "--analysis")
    scene = match("--game", "connect4", "--moves", moves, *people)
    wait(scene, lambda: scene.table.state in scene.match.analyzer.known)
    assert all(estimate.value is not None for estimate in scene.view_model.board.estimates)
    assert "Connect Four opening book is damaged" in scene.services.notices[0].text
    scene.services.notices.clear()
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    wait(scene, lambda: scene.table.state in scene.match.analyzer.known)
    assert not scene.services.notices


def test_the_learner_keeps_what_a_won_game_taught(match: Match) -> None:
    scene = match(
        "--game", "matches", "--option", "start=2", "--first", "learner", "--second", "human"
    )
    table = scene.table
    while True:
        wait(scene, lambda: table.human_turn or table.outcome is not None)
        if table.outcome is None:
            scene.play(table.game.moves(table.state)[0])
        if table.outcome is not None and int(table.outcome) == 0:
            break
        if table.outcome is not None:
            table.alternate = False
            scene.offered().do("rematch")
    assert len(scene.match.autosave.gained or ()) == 1
    key = "matches start=2 takes=1,2,3 misere=true"
    assert scene.services.store.load_bags(key)
    learning = scene.services.store.learning(key)
    assert learning.games >= 1 and learning.grown == ("2",), "every game counts, won or not"
    assert learning.curve[0][0] == 0


def test_the_score_of_a_game_taken_back_is_taken_back(match: Match) -> None:
    scene = match(
        "--game", "connect4", "--first", "human", "--second", "human", "--moves", "3 4 3 4 3 4"
    )
    scene.play(3)
    assert scene.table.series.wins == (1, 0)
    assert len(scene.services.store.games()) == 1
    scene.undo()
    assert scene.table.series.wins == (0, 0)
    assert scene.services.store.games() == []


def test_the_look_inside_shows_the_bags_of_a_learner_in_second_seat(
    match: Match,
) -> None:
    scene = match("--game", "matches", "--option", "start=6", "--second", "learner")
    game, store = scene.table.game, scene.services.store
    # What it met as second player and what it met as first is the same bag.
    store.add_to_bags(game_key(game), {"5": {0: 90}, "4": {2: 380}})
    scene.play(game.parse_move(scene.table.state, "2"))
    wait(scene, lambda: scene.table.session.ply == 2)
    note = render(there(scene.table.thought).decision.note)
    assert note.startswith("from the bag for 4 (3 (381 times), "), note
    scene.toggle_look()
    wait(scene, lambda: (seen := scene.match.inspector.frame()) is not None and seen.complete)
    looked = frame_of(scene)
    result = there(looked.result(BagsResult))
    bags = {bag.position: dict(bag.moves) for bag in result.bags}
    assert bags["4"] == {"1": 1, "2": 1, "3": 381}


@pytest.mark.parametrize("bot", ["mc:1000000000", "mcts:10000000", "alphabeta:40"])
def test_undo_while_a_bot_thinks_shows_the_persons_turn_at_once(match: Match, bot: str) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", bot)
    scene.play(3)
    wait(scene, lambda: scene.match.bots.thinking and scene.match.bots.latest is not None)
    job = scene.match.bots.job
    scene.undo()
    assert job is not None and job.cancelled
    assert not scene.match.bots.thinking
    assert scene.view_model.board.estimates == ()
    assert scene.view_model.board.legal == tuple(range(7))
    assert scene.tr(scene.view_model.status.text) == "Your turn"
    assert not offered(scene, "play_now").enabled
    assert offered(scene, "hint").enabled
    assert scene.widget_group.find("spinner") is None
    wait_for(lambda: job.done)
    frames(scene, 20, 0.05)
    assert scene.table.session.ply == 0 and scene.table.human_turn, "the late answer reaches nobody"


def refused_file(folder: Path) -> Path:
    """A game of tic-tac-toe whose second player is a bot for heaps."""
    saved = saved_game(new_table("tictactoe", {}, Players("human", "random"), seed=1))
    path = folder / "kernel.jouons"
    path.write_text(replace(saved, second="kernel").to_json(), encoding="utf-8")
    return path


def test_a_file_with_a_bot_that_cannot_play_its_game_is_refused(
    match: Match, services: Services, tmp_path: Path
) -> None:
    path = refused_file(tmp_path)
    with pytest.raises(JouonsError, match="‘kernel’ cannot play tictactoe"):
        saved_match(services, load(path))
    scene = match("--game", "nim", "--first", "human", "--second", "human", "--moves", "1-1")
    services.notices.clear()
    assert not scene.open_path(path)
    assert "‘kernel’ cannot play tictactoe" in services.notices[-1].text
    assert scene.table.session.move_texts() == ["1-1"]
    scene.match.open(
        from_json(json.dumps(json.loads(path.read_text()) | {"players": ["human"] * 2}))
    )
    assert scene.table.game.id == "tictactoe"


def test_with_two_bots_the_next_starter_is_named(match: Match) -> None:
    moves = ["--moves", "0 3 1 4"]
    scene = match("--game", "tictactoe", "--first", "mc:10", "--second", "random", *moves)
    scene.table.play(2)
    scene.show()
    lines = [scene.tr(line) for line in scene.view_model.status.lines]
    assert any("Random" in line for line in lines)
    assert not any("The bot" in line for line in lines)


@pytest.mark.parametrize(
    ("known", "told", "best"),
    [
        (estimates((None, None), (None, None)), [], None),
        (estimates((Value.LOSS, None), (None, None)), [0], None),
        (estimates((Value.DRAW, None), (None, None)), [0], None),
        (estimates((None, None), (Value.WIN, None)), [1], 1),
        (estimates((Value.LOSS, None), (Value.DRAW, None)), [0, 1], 1),
        (estimates((None, 0.4), (None, 0.6)), [0, 1], 1),
    ],
)
def test_a_move_of_which_nothing_is_known_has_no_value_and_is_not_best(
    match: Match, known: tuple[Estimate, ...], told: list[int], best: int | None
) -> None:
    options = ("--option", "columns=8", "--option", "rows=7", "--analysis")
    scene = match("--game", "connect4", "--first", "human", "--second", "human", *options)
    scene.match.analyzer.partial[scene.table.state] = PositionAnalysis(None, known, None)
    scene.show()
    board, lines = scene.view_model.board, [line.key for line in scene.view_model.status.lines]
    assert [estimate.move for estimate in board.estimates] == told
    assert board.best == best
    assert ("match.not_known_yet" in lines) == (not told)


def test_in_nim_too_the_keys_of_the_match_step_through_the_game_and_move_no_cursor(
    match: Match,
) -> None:
    """Home, End and the page keys did both at once."""
    scene = match(
        "--game", "nim", "--first", "human", "--second", "human", "--moves", "1-1 2-1 3-1"
    )
    whole = len(scene.table.session.all_moves)
    view: Any = scene.board_view
    press(scene, pygame.K_UP)
    press(scene, pygame.K_DOWN)
    for key, ply in ((pygame.K_HOME, 0), (pygame.K_PAGEDOWN, 1), (pygame.K_PAGEUP, 0)):
        press(scene, pygame.K_DOWN)
        before = view.cursor
        press(scene, key)
        assert scene.table.session.ply == ply
        assert view.cursor == before
    press(scene, pygame.K_END)
    assert scene.table.session.ply == whole
    press(scene, pygame.K_DOWN, pygame.KMOD_LSHIFT)
    heap, amount = view.cursor
    assert amount == scene.table.state.heaps[heap], "with Shift the arrows take ten at once"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "scale"), [((1920, 1080), 1.5), ((960, 640), 1.0), (SIZE, 1.0)])
def test_teaching_can_be_switched_beside_the_moves(
    services_in: ServicesIn, size: Size, scale: float, language: str
) -> None:
    """A projector had room for an empty list of moves, and no switch for teaching."""
    services = services_in(size, scale, language)
    screen = enter(make_match("tictactoe", "--first", "human", "--second", "hard")(services))
    switch = find(screen, "teach")
    assert screen.widget_group.find("tabs") is None
    texts = (switch.tooltip, *labels_of(screen))
    assert any(screen.tr("teach.says") in text for text in texts)
    click(screen, switch.rect.center)
    assert services.settings.teaching


def match_of(services: Services, *players: str) -> MatchScreen:
    screen = new_match(services, make_game("connect4", {}), (players[0], players[1]))
    assert isinstance(screen, MatchScreen)
    screen.enter(SIZE)
    return screen


def filled(screen: MatchScreen) -> list[str]:
    screen.rebuild()
    screen.draw(the_screen())
    buttons = widgets_of(screen, Button)
    return [each.key for each in buttons if each.kind is ButtonKind.PRIMARY and each.enabled]


def test_between_two_thinking_bots_one_button_is_filled(services: Services) -> None:
    screen = match_of(services, "mc:1000000000", "mc:1000000000")
    wait(screen, lambda: screen.match.bots.thinking)
    assert filled(screen) == ["play_now"]
    screen.match.inspected.toggle()
    assert len(filled(screen)) <= 1


def test_beside_a_decision_kept_in_sight_a_thinking_bot_has_the_filled_button(
    services: Services,
) -> None:
    screen = match_of(services, "human", "mc:1000000000")
    screen.match.inspected.look_at("mc:50")
    wait(screen, lambda: screen.match.inspector.ready)
    screen.match.inspected.keep()
    assert filled(screen) == ["run"]
    screen.play(3)
    wait(screen, lambda: screen.match.bots.thinking)
    assert screen.match.inspector.ready and filled(screen) == ["play_now"]


@pytest.mark.parametrize("command", ["new", "restart"])
def test_undo_is_lit_where_a_move_or_a_game_can_be_brought_back(
    services: Services, command: str
) -> None:
    screen = match_of(services, "human", "human")
    assert not screen.commands()["undo"].enabled
    screen.play(3)
    assert screen.commands()["undo"].enabled
    screen.offered().do(command)
    assert screen.table.session.ply == 0
    screen.offered().do("undo")
    assert screen.table.session.ply == 1


def offering(services: Services, *options: str) -> MatchScreen:
    return entered_match(services, *options, "--second", "human")


def labels(scene: MatchScreen) -> list[str]:
    buttons = (scene.widget_group.find(f"offer{number}") for number in range(5))
    return [button.label for button in buttons if isinstance(button, Button)]


@pytest.mark.parametrize(
    ("game", "said", "left"),
    [
        ("matches", ["Take 1", "Take 2", "Take 3"], "16 matches left"),
        ("subtraction", ["1 step", "2 steps", "3 steps"], "21 steps to go"),
    ],
)
def test_each_amount_has_a_button_that_plays_it(
    services: Services, game: str, said: list[str], left: str
) -> None:
    scene = offering(services, "--game", game)
    assert labels(scene) == said
    texts = labels_of(scene)
    assert left in texts
    click(scene, "offer1")
    assert scene.table.session.move_texts() == ["2"]


def test_what_cannot_be_taken_is_disabled(services: Services) -> None:
    scene = offering(services, "--game", "matches", "--position", "2 0")
    able = [
        getattr(scene.widget_group.find(f"offer{number}"), "enabled", None) for number in range(3)
    ]
    assert able == [True, True, False]


def test_no_game_with_many_moves_has_them(services: Services, tmp_path: Path) -> None:
    scene = offering(services, "--game", "nim")
    assert labels(scene) == []


def test_paste_of_nonsense_leaves_the_table(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", "human", "--moves", "3 3")
    for text in ("", "XO....... X", "{", '{"format": 1}', "x" * 300_000, "5,4,3 0", "R" * 42):
        monkeypatch.setattr("gui.clipboard.get_text", lambda text=text: text)
        press(scene, pygame.K_v, pygame.KMOD_CTRL)
        assert scene.table.session.moves == (3, 3)
        assert scene.services.notices and scene.services.notices[0].fault


def test_the_result_stands_there_once_the_last_move_has_landed(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = ("--first", "human", "--second", "human")
    scene = match("--game", "tictactoe", *people, "--moves", "0 3 1 4 2")
    for moving in (True, False):
        monkeypatch.setattr(type(scene.board), "moving", moving)
        scene.show()
        assert ("X wins" in labels_of(scene)) is not moving


@pytest.mark.parametrize(("game", "drawn"), [("tictactoe", True), ("nim", False)])
def test_the_legend_of_the_values_has_only_what_the_game_has(
    match: Match, game: str, drawn: bool
) -> None:
    scene = match("--game", game, "--first", "human", "--second", "human", "--analysis")
    (legend,) = widgets_of(scene, ChartLegend)
    assert ("Draw" in [entry.text for entry in legend.entries]) is drawn


def test_the_open_card_and_tab_are_those_of_the_next_match(match: Match) -> None:
    scene = match("--game", "nim", "--first", "human", "--second", "human")
    scene.choose_card(MATCH_CARDS[1])
    scene.choose_tab(MATCH_TABS[1])
    settings = scene.services.settings
    assert (settings.match_card, settings.match_tab) == (MATCH_CARDS[1], MATCH_TABS[1])


def test_pasted_text_that_is_no_position_is_said_to_be_none(match: Match) -> None:
    for game in GAMES:
        scene = match("--game", game, "--first", "human", "--second", "human")
        for text in ("good morning", "what is this?"):
            scene.match.paste(text)
            told = scene.match.notices.take()[-1]
            words = render(told.text, "en")
            assert told.fault and words.startswith(
                "The pasted text is neither moves nor a position"
            )
            assert render(Message(f"game.{game}.name"), "en") in words


def test_a_saved_puzzle_is_refused_without_a_word_of_commands(match: Match) -> None:
    scene = match("--game", "nim", "--first", "human", "--second", "human")
    saved = saved_game(scene.table).to_json().replace('"game": "nim"', '"game": "pocketcube"')
    scene.match.paste(saved)
    told = scene.match.notices.take()[-1]
    assert told.fault
    assert render(told.text, "en") == "‘pocketcube’ is a puzzle for one person, not a game for two."


def test_a_pasted_position_can_be_undone(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = match("--game", "nim", "--first", "human", "--second", "human", "--moves", "1-2")
    monkeypatch.setattr("gui.clipboard.get_text", lambda: "3,4,5 1")
    press(scene, pygame.K_v, pygame.KMOD_CTRL)
    assert scene.table.session.text() == "3,4,5 1"
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert scene.table.session.move_texts() == ["1-2"]


def test_pasted_moves_are_played_and_can_be_taken_back(match: Match) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", "human", "--moves", "3")
    scene.match.paste("4 0 2 5 3 6")
    assert scene.table.session.move_texts() == list("402536")
    assert scene.table.record.given
    scene.match.paste("4 0 2 9")
    told = scene.match.notices.take()[-1]
    assert told.fault and render(told.text, "en").startswith("Move 4")
    assert scene.table.session.move_texts() == list("402536")
    for _ in range(7):
        press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert scene.table.session.move_texts() == ["3"]


def test_undo_goes_back_as_the_notice_says(match: Match) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", "easy", "--moves", "0 0")
    scene.match.paste("3 3 2 4")
    seen = []
    for _ in range(3):
        scene.match.undo()
        seen.append(scene.table.session.moves)
    assert seen == [(3, 3), (), (0, 0)]


def test_a_lost_game_keeps_the_mark_of_its_winner_beside_all_buttons(services: Services) -> None:
    screen = enter(match_lost(services))
    assert len(widgets_of(screen, TokenMark)) == 3, "the winner's, and one beside each name"
    assert find(screen, "seat1", Shortened).text == "Computer, Medium"
