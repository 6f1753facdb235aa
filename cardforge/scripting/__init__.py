"""The one door to Starlark."""
