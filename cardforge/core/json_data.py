"""Type aliases for untyped JSON data, so that a signature says which kind it takes."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, Any]  # a script's result, data for the page, or a report
JsonSchema = dict[str, Any]  # a schema as its author wrote it, with any JSON Schema keyword
