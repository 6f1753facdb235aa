"""Format problems and results as text, JSON, SARIF and GitHub annotations.

One module for each thing shown; a command imports only its own.
"""
