"""What a Linux desktop is told of the program: menu entry, metainfo, kind of file, icons."""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
from pathlib import Path

import pygame
import pytest

from engine.messages import LANGUAGES
from tests.screen import need

ROOT = Path(__file__).resolve().parents[1]
LINUX = ROOT / "assets" / "linux"
ID = "org.jouons.jouons"
SIZES = (16, 32, 48, 64, 128, 256)

pytestmark = pytest.mark.linux("menus and kinds of files are told so on Linux")


def check(*command: str) -> None:
    """Run a tool that must find nothing to say."""
    done = subprocess.run([need(command[0]), *command[1:]], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "error" not in done.stdout + done.stderr


def entry_of(path: Path) -> configparser.SectionProxy:
    reader = configparser.RawConfigParser()
    reader.optionxform = str  # type: ignore[assignment, method-assign]
    reader.read(path, encoding="utf-8")
    return reader["Desktop Entry"]


@pytest.mark.needs("appstreamcli")
def test_the_metainfo_is_valid_to_the_last_pedantry() -> None:
    path = str(LINUX / f"{ID}.metainfo.xml")
    done = subprocess.run(
        [need("appstreamcli"), "validate", "--no-net", "--pedantic", path],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert "pedantic:" not in done.stdout


@pytest.mark.needs("desktop-file-validate")
def test_the_menu_entry_is_valid_and_in_every_language() -> None:
    path = LINUX / f"{ID}.desktop"
    check("desktop-file-validate", str(path))
    entry = entry_of(path)
    others = [language for language in LANGUAGES if language != "en"]
    for key in ("GenericName", "Comment", "Keywords"):
        assert entry[key]
        assert all(entry[f"{key}[{language}]"] != entry[key] for language in others)


def place_program(top: Path) -> Path:
    """A folder such as the packager makes, with a program that does nothing; its install script."""
    assets = top / "_internal" / "assets"
    shutil.copytree(LINUX, assets / "linux")
    shutil.copytree(ROOT / "assets" / "icon", assets / "icon")
    (top / "Jouons").write_text("#!/bin/sh\n")
    (top / "Jouons").chmod(0o755)
    return assets / "linux" / "install.sh"


def install(script: Path, data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [need("sh"), str(script), *arguments],
        env={"PATH": os.environ["PATH"], "HOME": str(data.parent), "XDG_DATA_HOME": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.needs("desktop-file-validate", "update-mime-database")
def test_installed_it_is_in_the_menu_and_opens_its_files(tmp_path: Path) -> None:
    data = tmp_path / "données de l’été"
    top = tmp_path / "un dossier à part" / "Jouons"
    done = install(place_program(top), data)
    assert done.returncode == 0, done.stderr
    entry = data / "applications" / f"{ID}.desktop"
    check("desktop-file-validate", str(entry))
    assert entry_of(entry)["Exec"] == f'"{top / "Jouons"}" %f'
    assert ":application/x-jouons:*.jouons" in (data / "mime" / "globs2").read_text()
    for size in SIZES:
        icon = data / "icons" / "hicolor" / f"{size}x{size}" / "apps" / f"{ID}.png"
        assert pygame.image.load(icon).get_size() == (size, size)
    done = install(top / "_internal" / "assets" / "linux" / "install.sh", data, "--remove")
    assert done.returncode == 0, done.stderr
    assert [path for path in data.rglob(f"{ID}*") if path.is_file()] == []


def test_a_folder_that_no_menu_entry_can_name_is_refused_in_a_sentence(tmp_path: Path) -> None:
    done = install(place_program(tmp_path / 'a "quoted" folder'), tmp_path / "data")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "cannot name the folder" in done.stderr
    assert not (tmp_path / "data").exists()
