"""A Dask cluster of real processes, started in another folder as docs/experiments.md says."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.cli import experiments
from engine.cli.experiments import ArenaError, cluster
from engine.messages import message
from tests.commands import reported
from tests.full import few_or_full
from tests.own.files import write

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")
(RECIPE,) = re.findall(r"```sh\n(export PYTHONPATH=.*?)```", PAGE, re.S)
Start = Callable[..., None]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.linux("The recipe is for a shell that Windows does not have"),
]


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def recipe(port: int) -> list[str]:
    """The page's commands on this machine, with this Python: folder, scheduler, worker, arena."""
    text = RECIPE.replace("/path/to/this/folder", shlex.quote(str(ROOT)))
    text = text.replace(
        '"$PYTHONPATH"/.venv/bin/', f"{shlex.quote(str(Path(sys.executable).parent))}/"
    )
    text = text.replace("SCHEDULER", "127.0.0.1").replace("8786", str(port))
    lines = [line.partition(" # ")[0].strip().removesuffix("&") for line in text.splitlines()]
    return [line for line in lines if "pip install" not in line]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a command of a shell in an empty folder; what goes on is ended with the test."""
    started: list[subprocess.Popen[bytes]] = []

    def begin(*lines: str) -> None:
        *before, last = lines
        script = "\n".join([*before, f"exec {last}"])
        with (tmp_path / f"log{len(started)}").open("wb") as log:
            started.append(
                subprocess.Popen(
                    ["sh", "-c", script], cwd=tmp_path, env=plain(), stdout=log, stderr=log
                )
            )

    yield begin
    for process in reversed(started):
        process.terminate()
    for process in started:
        process.wait()


def plain() -> dict[str, str]:
    """The environment of a person who has set nothing for this program."""
    return {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}


def arena(folder: Path, *lines: str) -> subprocess.CompletedProcess[str]:
    """The arena's command in that folder."""
    script = "\n".join(lines)
    return subprocess.run(
        ["sh", "-c", script], cwd=folder, env=plain(), capture_output=True, text=True
    )


def test_the_recipe_of_the_readme_works_from_another_folder(start: Start, tmp_path: Path) -> None:
    export, scheduler, worker, command = recipe(free_port())
    start(export, scheduler)
    start(export, worker)
    fewer = re.sub(r"(mcts:\d+)00", r"\1", command)  # playouts, which prove the same
    ran = arena(tmp_path, export, f"{fewer} --games 4 --seed 5 --json")
    assert ran.returncode == 0, ran.stderr
    here = reported("arena", "connect4", "mcts:5", "mcts:20", "--games", "4", "--seed", "5")
    assert json.loads(ran.stdout) == here
    # The worker knows nothing of this data folder: the text of the bot comes with the task.
    write(tmp_path / "here" / "bots", "helper", "MOVE = 0")
    text = "from helper import MOVE\ndef choose(game, state, think): return game.moves(state)[MOVE]"
    write(tmp_path / "here" / "bots", "mine", text)
    own = command.replace("connect4 mcts:500 mcts:2000", "tictactoe own:mine random")
    ran = arena(tmp_path, export, f"{own} --games 4 --json --data-dir {tmp_path / 'here'}")
    assert ran.returncode == 0, ran.stderr
    pair = json.loads(ran.stdout)["pairs"][0]
    assert (pair["a"], pair["faults"]) == ("own:mine", {"a": 0, "b": 0})


@few_or_full("who", "worker", "scheduler")
def test_a_part_that_does_not_find_the_program_is_told_how_to_be_started(
    start: Start, tmp_path: Path, who: str
) -> None:
    export, scheduler, worker, command = recipe(free_port())
    start(*([] if who == "scheduler" else [export]), scheduler)
    start(*([] if who == "worker" else [export]), worker)
    ran = arena(tmp_path, export, f"{command} --games 4")
    assert ran.returncode == 1 and ran.stdout == ""
    assert ran.stderr.count("\n") == 1, ran.stderr
    address = command.rpartition(" ")[2]
    wanted = message("arena.cluster_program", address=address, folder=str(ROOT))
    assert ran.stderr.strip().endswith(str(wanted)) and f"PYTHONPATH={ROOT}" in ran.stderr


def test_a_cluster_without_workers_is_refused(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    export, scheduler, _, command = recipe(free_port())
    start(export, scheduler)
    monkeypatch.setattr(experiments, "DASK_SECONDS", 60)
    monkeypatch.setattr(experiments, "WORKER_SECONDS", 0.5)
    address = command.rpartition(" ")[2]
    with pytest.raises(ArenaError, match="no workers") as refused:
        cluster(address)
    assert f"dask worker {address}" in str(refused.value)


def test_a_package_that_is_missing_there_is_named() -> None:
    fault = ModuleNotFoundError("No module named 'numpy.core'", name="numpy.core")
    said = str(experiments._not_loaded("tcp://there:1", fault))
    assert "‘numpy’" in said and "pip install -r requirements.txt" in said
