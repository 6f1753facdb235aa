"""Check documents against the schemas of their kinds."""

from cardforge.validate.schema import Schema, load_schema, validate

__all__ = ["Schema", "load_schema", "validate"]
