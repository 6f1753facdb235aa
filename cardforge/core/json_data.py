"""Names for open JSON data, so that a signature says which kind it is."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, Any]  # what a script answers, the page gets or a report writes
JsonSchema = dict[str, Any]  # a schema as its author wrote it, in all that JSON Schema allows
