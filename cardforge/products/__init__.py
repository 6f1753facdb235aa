"""The products a user can ask for: cards, sheets, booklets, boxes, service jobs, tabletop saves, campaign files."""
