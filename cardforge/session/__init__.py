"""Keep one project open for the web page and read again only the files that have changed."""
