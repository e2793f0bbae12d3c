"""Text entry with a gamepad, letter by letter, as on an arcade machine."""

from __future__ import annotations

import string

from gui.pads import PadButton

# A cycle: one direction reaches every character.
LETTERS = (
    string.ascii_lowercase
    + string.ascii_uppercase
    + "ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜßàâäçèéêëîïôöùûü"
    + " .,:;-_/|'()+="
    + string.digits
)


def spelt(text: str, caret: int, button: PadButton) -> tuple[str, int]:
    """Return the text and the caret after a button; the letter before the caret is selected.

    Up and down change the letter, X deletes it, left and right go to its neighbours. Beyond the end
    a new letter starts as a copy of the last one, so that digits follow digits.
    """
    before, letter, after = text[: max(0, caret - 1)], text[max(0, caret - 1) : caret], text[caret:]
    if button is PadButton.LEFT:
        return text, max(min(1, len(text)), caret - 1)
    if button is PadButton.RIGHT:
        new = "" if after else letter or LETTERS[0]
        return text + new, caret + 1
    if button is PadButton.X:
        return before + after, max(len(before), min(1, len(before + after)))
    step = 1 if button is PadButton.UP else -1
    place = LETTERS.find(letter) if letter else -step
    changed = LETTERS[(place + step) % len(LETTERS)]
    return before + changed + after, len(before) + 1
