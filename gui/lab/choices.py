"""The choices of a lab that are saved in the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.options import is_number
from engine.protocols import LONGEST_SCRAMBLE
from engine.solvers.puzzle_solvers import PuzzleSolvers
from gui.boards.handling import Handlings
from gui.settings import Settings

FIRST_SOLVER = "twoway"
LENGTHS = {"easy": 3, "medium": 6, "full": 60}  # the moves of a scramble of each level


@dataclass(frozen=True)
class LabChoices:
    """Options of the puzzle, solver and display."""

    options: Mapping[str, str] = field(default_factory=dict)  # of the puzzle
    solver: str = FIRST_SOLVER
    length: int = LENGTHS["easy"]  # of a new scramble
    speed: float = 1.0
    look: bool = False  # whether the inspector is open
    whole: bool = False  # whether the whole lab is shown, or only what a beginner needs

    @classmethod
    def kept_in(cls, settings: Settings, handlings: Handlings) -> LabChoices:
        """Read the choices from the settings; an invalid one becomes its default."""
        options = settings.setup(handlings.id).options
        puzzle = handlings.of(options).puzzle
        length, solver = options.get("length", ""), options.get("solver", "")
        available = PuzzleSolvers(puzzle).available
        valid = is_number(length) and int(length) <= LONGEST_SCRAMBLE
        return cls(
            puzzle.options,
            solver if solver in available else available[0],
            int(length) if valid else cls.length,
            settings.lab_speed,
            options.get("look") == "true",
            options.get("whole") == "true",
        )

    def put_into(self, settings: Settings, puzzle_id: str) -> Settings:
        """Return the settings with these choices."""
        setup = settings.setup(puzzle_id)
        own = {
            **self.options,
            "solver": self.solver,
            "length": str(self.length),
            "look": "true" if self.look else "false",
            "whole": "true" if self.whole else "false",
        }
        setup = replace(setup, options={**setup.options, **own})
        return replace(settings, lab_speed=self.speed).with_setup(puzzle_id, setup)
