"""Find a project's files and read them as documents that know the position of every value."""
