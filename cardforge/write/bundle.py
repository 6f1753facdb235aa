"""Pack several files into a reproducible zip: same files, same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest date in a zip; a real one would change the bytes
_PACKED = (".png", ".pdf")  # already compressed


def bundle(files: Mapping[str, bytes]) -> bytes:
    """Zip the files in the given order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _FIRST_DAY)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # readable wherever it is unpacked
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
            made.writestr(entry, data)
    return out.getvalue()
