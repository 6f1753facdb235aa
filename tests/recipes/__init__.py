"""What the recipes of the games make, over many seeds."""
