"""Arguments with which each screen opens by its name."""

from __future__ import annotations

from typing import Any

from engine.registry import make_game
from gui.match.autosave import saved_game
from gui.match.table import Players
from tests.gui.plans import GAME, PLANNED, explained_at
from tests.home import new_table

SAVED_NIM = saved_game(new_table("nim", {}, Players("human", "human"), seed=1))
EVERY_SCREEN: dict[str, dict[str, Any]] = {
    "arena": {},
    "lab": {"puzzle": "pocketcube"},
    "export": {"stem": "name", "endings": [".csv"], "write": lambda path: [path]},
    "help": {},
    "learn": {},
    "lesson": {"chapter": "montecarlo", "step": "toss"},
    "lesson_drill": {"chapter": "matches"},
    "match": {"game": make_game("tictactoe", {}), "players": ("human", "human")},
    "menu": {},
    "mistakes": {"game_id": "nim"},
    "open": {},
    "own_card": {"player": "own:no_such_bot"},
    "plan": {"game": GAME, "answer": explained_at(PLANNED), "role": "attack"},
    "position": {"game": make_game("connect4", {}), "text": "", "take": str},
    "preferences": {},
    "puzzles": {"game_id": "nim"},
    "save": {"saved": SAVED_NIM},
    "saved_match": {"saved": SAVED_NIM},
    "setup": {"game_id": "nim"},
    "statistics": {"game_id": "nim"},
    "training": {"game_id": "matches", "options": dict(make_game("matches", {}).options)},
    "unfinished": {},
    "worth_a_look": {},
}
