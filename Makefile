# bosscat: `make` lists what can be made.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
# Made once everything they name is installed, so that a repeat has nothing to do.
RUNTIME := $(VENV)/.runtime-installed
DEV := $(VENV)/.dev-installed
LOCK := $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install run test check bench bench-readme evidence lock browser

help:  ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

install: $(RUNTIME)  ## Install bosscat for use: .venv/bin/bosscat

run: $(RUNTIME)  ## Serve the page on http://127.0.0.1:8000 (HOST=... PORT=... to change)
	$(VENV)/bin/bosscat web --host $(HOST) --port $(PORT)

test: check browser  ## Install what tests need and run everything
	BOSSCAT_BROWSER=required $(PY) -m pytest --numprocesses auto

check: $(DEV)  ## Run the linters and the type checker
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

bench: $(DEV)  ## Measure how long a solve, advice, the page and the start take
	$(PY) -m tests.benchmarks
	$(PY) -m tests.benchmarks.advice
	$(PY) -m tests.benchmarks.page
	$(PY) -m tests.benchmarks.startup

bench-readme: $(DEV)  ## Measure, and put the figures into the README
	$(PY) -m tests.benchmarks --readme

evidence: $(DEV)  ## Run the long checks of the numbers (minutes)
	$(PY) -m tests.evidence

lock: $(DEV)  ## Resolve the dependencies anew into requirements*.txt
	UV_CUSTOM_COMPILE_COMMAND='make lock' $(LOCK) --upgrade --group build pyproject.toml -o requirements.txt
	UV_CUSTOM_COMPILE_COMMAND='make lock' $(LOCK) --upgrade --group dev -c requirements.txt pyproject.toml -o requirements-dev.txt

browser:
	@have() { \
		{ command -v chromium || command -v google-chrome; } && fc-list :lang=ja | grep -q .; \
	} >/dev/null 2>&1; \
	if have; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -q && apt-get install -q -y --no-install-recommends chromium fontconfig fonts-noto-cjk; \
	fi; \
	have || { \
		echo 'The browser tests need Chromium (or Google Chrome), fontconfig and a Japanese font. On Debian, as root:' >&2; \
		echo '  apt-get install chromium fontconfig fonts-noto-cjk' >&2; \
		exit 1; \
	}

# An environment made by hand serves as well, with or without pip.
$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "bosscat needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): requirements.txt pyproject.toml | $(PY)
	@$(PY) -m pip --version >/dev/null 2>&1 || $(PY) -m ensurepip
	$(PIP) --require-hashes -r requirements.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements-dev.txt $(RUNTIME)
	$(PIP) --require-hashes -r requirements-dev.txt
	@touch $@
