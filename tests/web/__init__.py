"""The web page: a real server, and a real browser."""
