"""What Save and Open know without a window: where one is, what is chosen, what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gui.pages.file_choice import FileModel


def nowhere() -> Sequence[Path]:
    return []


def test_a_folder_is_listed_when_one_goes_there_and_not_again(tmp_path: Path) -> None:
    model = FileModel(tmp_path, nowhere)
    assert model.entries == []
    (tmp_path / "one.jouons").touch()
    assert model.entries == []
    model.go_to(tmp_path)
    assert [entry.name for entry in model.entries] == ["one.jouons"]


def test_a_game_pointed_at_is_written_below_and_ends_a_fault(tmp_path: Path) -> None:
    (tmp_path / "Games").mkdir()
    (tmp_path / "one.jouons").touch()
    model = FileModel(tmp_path, nowhere, "mine")
    model.text = " "
    model.confirm(lambda _: None)
    assert model.fault is not None and model.fault.key == "files.no_name"
    assert not model.choose(0) and model.fault is not None
    assert model.choose(1) and model.text == "one.jouons"
    assert model.fault is None and model.chosen == 1


def test_a_written_folder_is_gone_to_and_a_file_is_handed_over(tmp_path: Path) -> None:
    (tmp_path / "Games").mkdir()
    handed: list[Path] = []
    model = FileModel(tmp_path, nowhere, "Games")
    model.confirm(handed.append)
    assert model.folder == tmp_path / "Games" and handed == []
    model.text = "mine"
    model.confirm(handed.append)
    assert handed == [tmp_path / "Games" / "mine"]
