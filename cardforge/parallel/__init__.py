"""Split work over several processes."""
