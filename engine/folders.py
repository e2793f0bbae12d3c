"""The folders of configuration, data, cache and logs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

LOG_NAME = "jouons.log"
BOTS = "bots"  # the folder of a person's own bots, in the data folder
OWN_SECONDS = 5.0  # for a decision of an own bot


@dataclass(frozen=True)
class Folders:
    """Configuration, data, cache and log folders; they may not exist yet."""

    config: Path
    data: Path
    cache: Path
    log: Path

    @classmethod
    def find(cls, data_dir: Path | None = None) -> Folders:
        """Return the user's folders, or folders inside `data_dir` if it is given."""
        if data_dir is not None:
            return cls(data_dir, data_dir, data_dir / "cache", data_dir / "log")
        from platformdirs import PlatformDirs

        dirs = PlatformDirs("Jouons", appauthor=False)
        return cls(
            dirs.user_config_path, dirs.user_data_path, dirs.user_cache_path, dirs.user_log_path
        )


@dataclass(frozen=True)
class OwnSettings:
    """The folder of own bots, that of results that are kept, and the seconds of a decision."""

    folder: Path
    cache: Path
    seconds: float = OWN_SECONDS


_own_settings: list[tuple[Path | None, float]] = [(None, OWN_SECONDS)]  # those in force


def use_own_settings(data_dir: Path | None = None, seconds: float | None = None) -> None:
    """Set the data folder whose bots `own:NAME` means, and the time of a decision."""
    _own_settings[:] = [(data_dir, OWN_SECONDS if seconds is None else seconds)]


def own_settings() -> OwnSettings:
    """Return the settings in force; by default those of the user's data folder."""
    data_dir, seconds = _own_settings[-1]
    folders = Folders.find(data_dir)
    return OwnSettings(folders.data / BOTS, folders.cache, seconds)
