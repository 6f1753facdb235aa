"""Find the fonts of a project."""

from __future__ import annotations

from cardforge.core.problems import Problem
from cardforge.fonts import FontBook, FontError
from cardforge.load.project import Project, shown
from cardforge.load.source import problem_at


def project_fonts(project: Project) -> tuple[FontBook, list[Problem]]:
    """The fonts of a project; an unusable font is reported even if no card needs it."""
    files = project.font_files()
    book = FontBook(tuple(files), project.roots)
    problems = []
    for file in files:
        try:
            book.font(file.stem.lower())
        except FontError as error:
            problems.append(problem_at(shown(file), "CF413", f"this font cannot be used: {error}", error.hint))
    return book, problems
