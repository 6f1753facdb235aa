"""Keep one project open for the web page: read once, then read again only the files that change."""
