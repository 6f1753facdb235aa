"""Choose cards, find their faces and draw them: everything between packs and a finished product."""
