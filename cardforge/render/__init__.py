"""Cards chosen, their faces found and drawn: everything between packs and a finished product."""
