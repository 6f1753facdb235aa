"""Several files as one: a zip with the same bytes for the same files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can tell; no clock: same files, same bytes
_PACKED = (".png", ".pdf")  # deflating them again gains nothing


def bundle(files: Mapping[str, bytes]) -> bytes:
    """A zip of files, in their order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _FIRST_DAY)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # readable wherever it is unpacked
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
            made.writestr(entry, data)
    return out.getvalue()
