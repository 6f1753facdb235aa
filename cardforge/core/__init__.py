"""Types and constants that every package shares: problems, errors, codes, units, suggestions."""
