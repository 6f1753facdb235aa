"""One module per command: the order of stages for a verb is written here, once."""
