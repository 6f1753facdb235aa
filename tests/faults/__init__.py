"""What may happen to the machine while a command writes: docs/safety.md lists what was tried and what holds."""
