"""Run Starlark: the only package that calls the interpreter, with limits for everything it runs."""
