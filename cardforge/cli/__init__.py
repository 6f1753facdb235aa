"""The command line: each command parses its options, calls one function of the engine and shows the result."""
