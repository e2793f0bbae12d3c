"""ConnectX agents: functions of an observation and a configuration, as Kaggle calls them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

OVERAGE = 60.0  # seconds that Kaggle gives an agent beyond the time of its moves


class Struct(dict[str, Any]):
    """A dictionary whose values are attributes too, also in a deep copy."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def observation(game: Any, state: Any) -> Struct:
    """Return what an agent sees: the board row by row from the top, 0 for empty, 1 moves first."""
    cells, _, _ = game.text(state).partition(" ")
    first = game.text(game.initial())[-1]
    board = [0 if cell == "." else 1 if cell == first else 2 for cell in cells.replace("/", "")]
    taken = len(board) - board.count(0)
    mark = game.to_move(state) + 1
    return Struct(board=board, mark=mark, step=taken, remainingOverageTime=OVERAGE)


def configuration(game: Any, seconds: float) -> Struct:
    """Return the sizes of the board and the time of a move."""
    rows = game.text(game.initial()).count("/") + 1
    cells = len(observation(game, game.initial()).board)
    columns, in_row = (cells // rows, 4) if rows > 1 else (3, 3)
    return Struct(
        columns=columns,
        rows=cells // columns,
        inarow=in_row,
        actTimeout=seconds,
        timeout=seconds,
        agentTimeout=OVERAGE,
        episodeSteps=1000,
    )


def agent_of(module: ModuleType, path: str, seconds: float) -> Callable[..., Any]:
    """Return the agent of a file, which is its last function, as a function `choose`."""
    functions = [
        each
        for each in vars(module).values()
        if inspect.isfunction(each) and each.__code__.co_filename == path
    ]
    agent = max(functions, key=lambda each: each.__code__.co_firstlineno)

    def choose(game: Any, state: Any, think: Any) -> Any:
        obs = observation(game, state)
        if agent.__code__.co_argcount == 1:
            return agent(obs)
        return agent(obs, configuration(game, seconds))

    return choose
