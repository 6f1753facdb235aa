"""The problem codes of the engine, and what `cardforge explain` says about each."""
