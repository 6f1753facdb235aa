"""Pictures that users have sent to the page, and how they want them printed; cheap to import, as the server passes
them on without opening a file.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Upload:
    """A picture that a user has sent."""

    path: str  # of the temporary file
    name: str  # that the user gave it, with its folder; only shown and compared, never opened


@dataclass(frozen=True)
class PictureSettings:
    """How uploaded pictures become sheets, with the words of `cardforge render`."""

    size: str = "poker"
    back: str = ""  # the name of the upload on the back of all cards that have no back of their own
    fit: str = "cover"
    with_bleed: float = 0.0
    edge: str = "mirror"
    paper: str = "a4"
    backs: str = "none"
    bleed: str = "none"
    marks: str = "edge"
    dpi: int = 300
    copies: tuple[tuple[str, int], ...] = ()  # of cards by the name of the upload on their front
