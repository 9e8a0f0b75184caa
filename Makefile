# For people: `make play`, `make web` and `make test`. Each builds .venv the first time.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A stamp newer than pyproject.toml means that the environment has what the project asks for.
INSTALLED := $(VENV)/.installed
TESTABLE := $(VENV)/.testable
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

CATALOGUE := duo/text/locale/fr/LC_MESSAGES/duo.mo

.PHONY: play web test test-all clean

play: $(INSTALLED)
	@if [ -t 0 ]; then exec $(BIN)/duo play; else exec $(BIN)/duo watch --fast; fi

web: $(INSTALLED)
	@exec $(BIN)/duo web

test: $(TESTABLE) $(CATALOGUE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest

# What `make test` leaves out: 18,000 more games before two referees, and limits of processor time (on a quiet machine).
test-all: test
	$(BIN)/pytest -m slow
	$(BIN)/pytest -n 0 -m timing

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "duo needs Python 3.11 or later: make PYTHON=python3.12 play"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): pyproject.toml | $(BIN)/python
	@echo "Installing duo into $(VENV) (the first time only, about a minute) ..."
	$(PIP) install --editable '.[web]'
	@touch $@

# pip learned dependency groups in 25.1.
$(TESTABLE): $(INSTALLED)
	@echo "Installing what the tests need ..."
	$(PIP) install --upgrade 'pip>=25.1'
	$(PIP) install --editable . --group dev
	@touch $@

# Installing compiles the catalogue; whoever edits it has it compiled anew.
$(CATALOGUE): duo/text/locale/fr.po | $(TESTABLE)
	$(BIN)/python scripts/builds/catalogues.py

clean:
	rm -rf $(VENV) build dist
