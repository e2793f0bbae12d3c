"""What tests of the application share."""

from __future__ import annotations

from gui.app import App


def said(app: App) -> str:
    return app.services.notices[-1].text if app.services.notices else ""
