# Every target makes its own environment in .venv; nothing needs to be activated.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test lint approve soak bench clean

demo: .venv/installed
	@$(BIN)/cardforge demo

test: .venv/tests lint
	$(BIN)/pytest -n auto

lint: .venv/tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

approve: .venv/tests
	$(BIN)/pytest -q tests/rules tests/test_rulings.py --approve

soak: .venv/tests
	CARDFORGE_SOAK=1 $(BIN)/pytest -n auto

bench: .venv/bench
	$(BIN)/python -m tests.bench.run

clean:
	rm -rf .venv dist

# The files say which set of packages is installed; a change of pyproject.toml installs again.
.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/tests: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

.venv/bench: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,bench]'
	@touch $@
