"""Makes the sounds beside this script: decaying sines and a little noise, 22,050 Hz, 16 bit mono.

Run it with the project's Python: python assets/sounds/make_sounds.py
"""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
import numpy.typing as npt

RATE = 22_050
Samples = npt.NDArray[np.float64]


def tone(hertz: float, seconds: float, decay: float, level: float = 0.5) -> Samples:
    """A sine with a soft second partial that dies away."""
    time = np.arange(round(seconds * RATE)) / RATE
    wave_form = np.sin(2 * np.pi * hertz * time) + 0.25 * np.sin(4 * np.pi * hertz * time)
    attack = np.minimum(1.0, time / 0.004)
    return level * attack * np.exp(-time * decay) * wave_form


def knock(seconds: float, decay: float, level: float, seed: int) -> Samples:
    """A burst of smoothed noise."""
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal(round(seconds * RATE))
    smoothed = np.convolve(noise, np.ones(12) / 12, mode="same")
    time = np.arange(len(smoothed)) / RATE
    return level * np.exp(-time * decay) * smoothed


def mix(*parts: tuple[float, Samples]) -> Samples:
    """Sounds laid over one another, each from its start in seconds."""
    length = max(round(start * RATE) + len(sound) for start, sound in parts)
    total = np.zeros(length)
    for start, sound in parts:
        first = round(start * RATE)
        total[first : first + len(sound)] += sound
    return total


SOUNDS = {
    "place": mix((0, tone(420, 0.14, 34)), (0, knock(0.05, 90, 0.6, 1))),
    "drop": mix(
        (0, tone(190, 0.2, 26)), (0, knock(0.07, 70, 0.9, 2)), (0.09, tone(170, 0.1, 50, 0.2))
    ),
    "take": mix((0, knock(0.09, 60, 0.8, 3)), (0.02, tone(640, 0.08, 60, 0.2))),
    "turn": mix((0, knock(0.12, 38, 0.7, 4)), (0.08, tone(300, 0.06, 80, 0.25))),
    "win": mix(
        (0, tone(523, 0.5, 8, 0.3)), (0.11, tone(659, 0.5, 8, 0.3)), (0.22, tone(784, 0.7, 6, 0.3))
    ),
    "draw": mix((0, tone(440, 0.35, 10, 0.3)), (0.14, tone(440, 0.45, 9, 0.25))),
    "refuse": mix((0, tone(150, 0.14, 26, 0.4))),
}


def main() -> None:
    """Write one file for each sound."""
    for name, samples in SOUNDS.items():
        words = np.clip(samples * 0.8 * 32767, -32768, 32767).astype("<i2")
        with wave.open(str(Path(__file__).with_name(f"{name}.wav")), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(words.tobytes())


if __name__ == "__main__":
    main()
