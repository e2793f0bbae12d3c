"""The match that the command line asks for, as the window opens it."""

from __future__ import annotations

from gui.match.screen import MatchScreen
from gui.match.start import requested_table
from gui.options import WindowOptions, parse_window
from gui.services import Services
from tests.gui.driver import enter


def match_from_options(services: Services, options: WindowOptions) -> MatchScreen:
    """A match at the table that was asked for."""
    table = requested_table(services.settings, options, services.fresh_seed())
    return MatchScreen(services, table, options.analysis)


def asked_match(services: Services, *arguments: str) -> MatchScreen:
    """A match as the command line asks for it; not entered."""
    return match_from_options(services, parse_window(arguments))


def entered_match(services: Services, *arguments: str) -> MatchScreen:
    """A match as the command line asks for it, shown in the window."""
    return enter(asked_match(services, *arguments))
