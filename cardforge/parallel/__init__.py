"""Work split over processes."""
