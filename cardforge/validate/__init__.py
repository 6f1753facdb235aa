"""Validate documents against their schemas."""

from cardforge.validate.schema import Schema, load_schema, validate

__all__ = ["Schema", "load_schema", "validate"]
