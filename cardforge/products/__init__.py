"""Make what people ask for: cards, sheets, booklets, boxes, service jobs, tabletop saves, campaign files."""
