# `make` alone lists the targets. Each one needs nothing but Python 3.11+ and make.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: help demo test tests lint bench soak docs screenshots site release clean
.DEFAULT_GOAL := help

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 13

demo: $(VENV)/.product ## score and compare the bundled runs, find substitutes, and study a simulated campaign
	@mkdir -p demo-out
	@$(BIN)/stead resources get wordnet bnc moby glove || echo "(the demo goes on without them)"
	@$(BIN)/stead demo --report demo-out/report.html --study demo-out/study.html
	@echo "(stead is in $(BIN): put it on your path with \`. $(BIN)/activate\`, or write $(BIN)/stead.)"

test: $(VENV)/.developer ## run the linters and, beside them, all the tests
	$(MAKE) --jobs 2 lint tests

tests: $(VENV)/.developer
	$(BIN)/pytest -n 4 --dist worksteal

lint: $(VENV)/.lint ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.developer ## measure speed, as ratios
	$(BIN)/python -m benchmarks

soak: $(VENV)/.developer ## the long proofs, and every property on many more examples
	$(BIN)/pytest -n 2 -m soak
	$(BIN)/pytest -n 2 -m hypothesis --hypothesis-profile long

docs: $(VENV)/.developer ## write the generated pages of docs/ again
	$(BIN)/python -m docs.generate

screenshots: $(VENV)/.developer ## make the pictures of the tutorials again
	$(BIN)/python -m docs.screenshots

site: $(VENV)/.docs ## build the documentation into site/; a broken link is an error
	NO_MKDOCS_2_WARNING=1 PYTHONPATH=. $(BIN)/mkdocs build

release: $(VENV)/.release ## build wheel and source archive into dist/, check them, and try them in new environments
	$(BIN)/python -m tools.release

clean: ## remove what the targets made
	rm -rf $(VENV) demo-out dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "stead needs Python 3.11 or newer; say which with: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.product: pyproject.toml constraints.txt | $(VENV)/bin/python
	@$(BIN)/pip install -q -c constraints.txt -e '.[compare,swift]'
	@touch $@

$(VENV)/.lint: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/pip install -q -c constraints.txt -e '.[lint]'
	@touch $@

$(VENV)/.docs: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/pip install -q -c constraints.txt -e '.[docs]'
	@touch $@

$(VENV)/.release: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/pip install -q -c constraints.txt -e '.[release]'
	@touch $@

$(VENV)/.developer: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/pip install -q -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.product $(VENV)/.lint $(VENV)/.docs $(VENV)/.release
