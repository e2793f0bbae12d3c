"""What the packager's own classes make of build.spec on each system; nothing is built."""

from __future__ import annotations

import importlib.metadata
import plistlib
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from packaging.requirements import Requirement
from PyInstaller import compat
from PyInstaller.building import api, datastruct, osx
from PyInstaller.config import CONF

from engine.version import version
from tests.cases import in_one_test

ROOT = Path(__file__).resolve().parents[1]
SPEC = ROOT / "build.spec"
ICON = ROOT / "assets" / "icon"
PNG_START = b"\x89PNG\r\n\x1a\n"

Read = Callable[..., dict[str, Any]]


@pytest.fixture
def read_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Runs build.spec as on another system, up to where files would be written."""
    places = {"workpath": tmp_path / "work", "distpath": tmp_path / "dist", "specpath": ROOT}
    for name, place in places.items():
        place.mkdir(exist_ok=True)
        monkeypatch.setitem(CONF, name, str(place))
    monkeypatch.setitem(CONF, "upx_available", False)
    monkeypatch.setitem(CONF, "code_cache", {})
    monkeypatch.setattr(datastruct.Target, "__postinit__", lambda self: None)
    # Which library Python itself is in belongs to the machine, not to the file under test.
    monkeypatch.setattr(api.bindepend, "get_python_library_path", lambda: "libpython.so")

    real = importlib.metadata.distribution

    def read(platform: str, wheels: str = "", missing: str = "") -> dict[str, Any]:
        def known(name: str) -> SimpleNamespace:
            if name == missing:
                raise importlib.metadata.PackageNotFoundError(name)
            return SimpleNamespace(read_text=lambda file: wheels, files=real(name).files)

        for module in (api, osx):
            monkeypatch.setattr(module, "is_darwin", platform == "darwin")
        monkeypatch.setattr(api, "is_linux", platform == "linux")
        monkeypatch.setattr(importlib.metadata, "distribution", known)
        names = {
            "SPECPATH": str(ROOT), "workpath": str(places["workpath"]), "Analysis": analysis,
            "PYZ": api.PYZ, "EXE": api.EXE, "COLLECT": api.COLLECT, "BUNDLE": osx.BUNDLE,
        }  # fmt: skip
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(sys, "platform", platform)
            # The packager brings it along on Windows only; here it has nothing to read.
            elsewhere.setitem(sys.modules, "pefile", ModuleType("pefile"))
            elsewhere.setattr(compat, "win32api", None, raising=False)
            exec(compile(SPEC.read_text(encoding="utf-8"), str(SPEC), "exec"), names)
        return names

    def analysis(scripts: list[str], **more: Any) -> SimpleNamespace:
        script = [("main", scripts[0], "PYSOURCE")]
        return SimpleNamespace(pure=[], scripts=script, binaries=[], datas=[], asked=more)

    return read


def info_plist(bundle: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the packager writes for the bundle, with programs that are empty files."""
    programs = []
    for name, source, kind in bundle.toc:
        if kind == "EXECUTABLE":
            Path(source).write_bytes(b"")
            programs.append((name, source, kind))
    bundle.toc = programs
    monkeypatch.setattr(osx.osxutils, "sign_binary", lambda *a, **k: None, raising=False)
    bundle.assemble()
    file = Path(bundle.name) / "Contents" / "Info.plist"
    found: dict[str, Any] = plistlib.loads(file.read_bytes())
    return found


@pytest.fixture
def plist(read_spec: Read, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The Info.plist of the bundle."""
    monkeypatch.setattr(osx, "osxutils", SimpleNamespace(), raising=False)
    return info_plist(read_spec("darwin")["bundle"], monkeypatch)


def test_the_macos_program_has_a_window(read_spec: Read, plist: dict[str, Any]) -> None:
    made = read_spec("darwin")
    assert made["folder"].console is False
    assert made["bundle"].console is False
    assert plist.get("LSBackgroundOnly", False) is False
    assert plist["CFBundleExecutable"] == "Jouons"
    assert plist["CFBundleShortVersionString"] == version()
    assert plist["NSHighResolutionCapable"] is True


def test_the_folder_holds_both_programs(read_spec: Read) -> None:
    made = read_spec("darwin")
    programs = {name for name, _, kind in made["folder"].toc if kind == "EXECUTABLE"}
    assert programs == {"Jouons", "jouons-cli"}
    assert made["console"].console is True
    assert made["window"].console is False


def test_macos_knows_that_our_files_are_ours(plist: dict[str, Any]) -> None:
    (document,) = plist["CFBundleDocumentTypes"]
    (kind,) = plist["UTExportedTypeDeclarations"]
    assert kind["UTTypeTagSpecification"]["public.filename-extension"] == ["jouons"]
    assert document["LSItemContentTypes"] == [kind["UTTypeIdentifier"]]
    assert (document["LSHandlerRank"], document["CFBundleTypeRole"]) == ("Owner", "Editor")
    assert document["CFBundleTypeIconFile"] == plist["CFBundleIconFile"] == "jouons.icns"


def test_no_program_takes_the_finders_files_before_the_window_does(read_spec: Read) -> None:
    made = read_spec("darwin")
    assert not made["window"].argv_emulation


@pytest.mark.parametrize(
    ("wheels", "oldest"),
    [
        ("Tag: cp311-cp311-macosx_14_0_arm64", "14.0"),
        ("Tag: cp311-cp311-macosx_11_0_arm64", "11.0"),
        ("Tag: cp313-cp313-macosx_10_13_x86_64", "11.0"),
        ("Tag: cp311-cp311-manylinux_2_27_x86_64", "11.0"),
        ("", "11.0"),
    ],
)
def test_the_bundle_says_which_macos_it_needs(read_spec: Read, wheels: str, oldest: str) -> None:
    found = read_spec("darwin", wheels)["bundle"].info_plist["LSMinimumSystemVersion"]
    assert found == oldest


@pytest.mark.parametrize(
    ("platform", "icon"), [("darwin", "jouons.icns"), ("win32", "jouons.ico"), ("linux", None)]
)
def test_each_system_gets_its_kind_of_icon(
    read_spec: Read, platform: str, icon: str | None
) -> None:
    given = read_spec(platform)["common"]["icon"]
    assert Path(given).is_file()
    if icon is not None:
        assert Path(given).name == icon


def test_only_macos_makes_a_bundle(read_spec: Read) -> None:
    assert "bundle" not in read_spec("linux")
    assert "bundle" not in read_spec("win32")
    assert "bundle" in read_spec("darwin")


def test_the_licence_texts_of_all_that_is_packaged_go_with_it(read_spec: Read) -> None:
    made = read_spec("linux")
    texts: dict[str, str] = {}
    for source, place in made["analysis"].asked["datas"]:
        _, room, *rest = (*Path(place).parts, "")
        if room == "licences":
            assert made["wanted"]((f"{place}/{Path(source).name}", source, "DATA"))
            texts[rest[0]] = texts.get(rest[0], "") + Path(source).read_text(encoding="utf-8")
    for package, words in {
        "jouons": "MIT License",
        "python": "PYTHON SOFTWARE FOUNDATION LICENSE",
        "numpy": "NumPy Developers",
        "pygame-ce": "GNU LESSER GENERAL PUBLIC LICENSE",
        "platformdirs": "Permission is hereby granted",
        "lupa": "Lua.org",
        "accesskit": "The Chromium Authors",
    }.items():
        assert words in texts[package], package
    assert "Apache License" in texts["accesskit"]


def test_a_package_carries_the_version_of_the_project(read_spec: Read) -> None:
    made = read_spec("linux")
    files = {
        Path(source).name: (source, place) for source, place in made["analysis"].asked["datas"]
    }
    source, place = files["version.txt"]
    assert (Path(source).read_text(encoding="utf-8"), place) == (version(), "assets")


def test_what_is_written_in_lua_is_packaged_beside_the_modules_that_read_it(
    read_spec: Read,
) -> None:
    asked = read_spec("linux")["analysis"].asked
    places = {Path(source).name: place for source, place in asked["datas"]}
    assert places["connect4_search.lua"] == str(Path("engine", "solvers"))
    assert "engine.solvers.connect4_search" in asked["hiddenimports"]
    assert "lupa.luajit21" in asked["excludes"] and "lupa.lua55" not in asked["excludes"]


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_a_package_is_made_without_the_optional_accesskit(read_spec: Read, platform: str) -> None:
    made = read_spec(platform, missing="accesskit")
    asked = made["analysis"].asked
    assert "accesskit" not in asked["hiddenimports"]
    assert not any(Path(place).parts[-1] == "accesskit" for _, place in asked["datas"])
    assert "accesskit" in read_spec(platform)["analysis"].asked["hiddenimports"]


@in_one_test(
    "system, machine, has_wheel",
    [
        ("linux", "x86_64", True), ("linux", "aarch64", True), ("linux", "riscv64", False),
        ("win32", "AMD64", True), ("win32", "ARM64", False), ("darwin", "arm64", True),
        ("darwin", "x86_64", True), ("freebsd14", "amd64", False),
    ],
)  # fmt: skip
def test_accesskit_is_asked_for_where_it_has_a_wheel(
    system: str, machine: str, has_wheel: bool
) -> None:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith("accesskit"))
    marker = Requirement(line).marker
    assert marker is not None
    assert marker.evaluate({"sys_platform": system, "platform_machine": machine}) is has_wheel


def icns_members(data: bytes) -> dict[str, bytes]:
    """The pictures of an .icns by their kinds."""
    assert data[:4] == b"icns"
    assert struct.unpack(">I", data[4:8])[0] == len(data)
    members, place = {}, 8
    while place < len(data):
        kind = data[place : place + 4].decode("ascii")
        length = struct.unpack(">I", data[place + 4 : place + 8])[0]
        members[kind] = data[place + 8 : place + length]
        place += length
    assert place == len(data)
    return members


def test_the_icns_has_the_members_that_macos_takes() -> None:
    members = icns_members((ICON / "jouons.icns").read_bytes())
    sides = {}
    for kind, picture in members.items():
        assert picture.startswith(PNG_START)
        sides[kind] = struct.unpack(">II", picture[16:24])
    assert sides == {
        "ic07": (128, 128), "ic08": (256, 256), "ic09": (512, 512), "ic10": (1024, 1024),
        "ic11": (32, 32), "ic12": (64, 64), "ic13": (256, 256), "ic14": (512, 512),
    }  # fmt: skip
