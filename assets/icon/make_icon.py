"""Makes the icons beside this script: a felt table with a red, a yellow and an ivory disc.

Writes jouons.svg and PNG files; with Pillow-free means only, so that every machine can run it.
Run it with the project's Python: python assets/icon/make_icon.py
"""

from __future__ import annotations

import os
import struct
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

SIZES = (16, 32, 48, 64, 128, 256, 1024)
HERE = Path(__file__).parent
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="{side}" height="{side}">
<rect x="2" y="2" width="60" height="60" rx="14" fill="#8C5F37"/>
<rect x="4" y="4" width="56" height="56" rx="12" fill="#24493F"/>
<circle cx="23" cy="25" r="14" fill="#B93C36"/><circle cx="23" cy="25" r="12.6" fill="#E2574C"/>
<circle cx="23" cy="25" r="7.4" fill="none" stroke="#C8483F" stroke-width="1.6"/>
<circle cx="42" cy="32" r="14" fill="#C9952B"/><circle cx="42" cy="32" r="12.6" fill="#F3C551"/>
<circle cx="42" cy="32" r="4.6" fill="#D2A238"/>
<circle cx="27" cy="45" r="10" fill="#CFC6B2"/><circle cx="27" cy="45" r="8.8" fill="#F5F0E6"/>
<path d="M23 41 L31 49 M31 41 L23 49" stroke="#24493F" stroke-width="2.6" stroke-linecap="round"/>
</svg>
"""


def png(side: int) -> bytes:
    """The icon at a size, as the bytes of a PNG file."""
    path = HERE / f"jouons-{side}.png"
    return path.read_bytes()


def render(side: int) -> None:
    """Write one PNG, drawn from the SVG at four times the size."""
    source = HERE / "jouons.svg"
    big = pygame.image.load_sized_svg(source, (side * 4, side * 4))
    small = pygame.transform.smoothscale(big.premul_alpha(), (side, side))
    pygame.image.save(small, HERE / f"jouons-{side}.png")


def write_ico(sides: tuple[int, ...]) -> None:
    """A Windows icon that holds PNG pictures."""
    pictures = [png(side) for side in sides]
    offset = 6 + 16 * len(sides)
    head = struct.pack("<HHH", 0, 1, len(sides))
    for side, data in zip(sides, pictures, strict=True):
        head += struct.pack("<BBBBHHII", side % 256, side % 256, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    (HERE / "jouons.ico").write_bytes(head + b"".join(pictures))


def write_icns() -> None:
    """A macOS icon that holds PNG pictures."""
    kinds = {"icp4": 16, "icp5": 32, "ic07": 128, "ic08": 256, "ic10": 1024}
    body = b"".join(
        kind.encode() + struct.pack(">I", len(png(side)) + 8) + png(side)
        for kind, side in kinds.items()
    )
    (HERE / "jouons.icns").write_bytes(b"icns" + struct.pack(">I", len(body) + 8) + body)


def main() -> None:
    """Write every file."""
    pygame.display.init()
    (HERE / "jouons.svg").write_text(SVG.format(side=512), encoding="utf-8")
    for side in SIZES:
        render(side)
    write_ico((16, 32, 48, 64, 128, 256))
    write_icns()


if __name__ == "__main__":
    main()
