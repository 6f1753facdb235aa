"""A project that stays open: read once, asked often, and read again only where its files have changed."""
