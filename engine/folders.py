"""The folders of configuration, data, cache and logs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

LOG_NAME = "jouons.log"


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
