"""Typer commands, one file each."""
