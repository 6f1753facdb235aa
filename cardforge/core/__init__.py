"""The words that every package shares: problems, errors, codes, units, suggestions."""
