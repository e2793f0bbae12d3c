"""Makes the icons beside this script: a felt table with a red, a yellow and an ivory disc.

Writes jouons.svg, PNG files and the icons of Windows and macOS; with Pillow-free means only, so
that every machine can run it.
Run it with the project's Python: python assets/icon/make_icon.py
"""

from __future__ import annotations

import io
import os
import struct
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

SIZES = (16, 32, 48, 64, 128, 256)
# The members of an .icns that macOS takes as PNG inside a bundle: plain ones, and from ic11 on
# those of twice the dots. icp4 and icp5 are shown scrambled there.
ICNS_MEMBERS = {
    "ic07": 128,
    "ic08": 256,
    "ic09": 512,
    "ic10": 1024,
    "ic11": 32,
    "ic12": 64,
    "ic13": 256,
    "ic14": 512,
}
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
    """The icon as the bytes of a PNG file, drawn from the SVG at four times the size."""
    source = HERE / "jouons.svg"
    big = pygame.image.load_sized_svg(source, (side * 4, side * 4))
    small = pygame.transform.smoothscale(big.premul_alpha(), (side, side))
    file = io.BytesIO()
    pygame.image.save(small, file, f"jouons-{side}.png")
    return file.getvalue()


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
    pictures = {side: png(side) for side in ICNS_MEMBERS.values()}
    body = b"".join(
        kind.encode() + struct.pack(">I", len(pictures[side]) + 8) + pictures[side]
        for kind, side in ICNS_MEMBERS.items()
    )
    (HERE / "jouons.icns").write_bytes(b"icns" + struct.pack(">I", len(body) + 8) + body)


def main() -> None:
    """Write every file."""
    pygame.display.init()
    (HERE / "jouons.svg").write_text(SVG.format(side=512), encoding="utf-8")
    for side in SIZES:
        (HERE / f"jouons-{side}.png").write_bytes(png(side))
    write_ico(SIZES)
    write_icns()


if __name__ == "__main__":
    main()
