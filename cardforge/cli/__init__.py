"""The command line: each Typer command parses its options, calls one function of the engine and shows the result."""
