# Every target sets up what it needs; `make` alone lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
export PYTHON

# Commands and servers are started by the hundred in tests: what Python compiled is kept, whatever the surroundings ask.
export PYTHONDONTWRITEBYTECODE :=

# What to test: make test ARGS="tests/kernel -k law". Without a browser: make test BROWSER=no
ARGS ?=
BROWSER ?= yes
# Browsers and servers are waited for now and then: three workers keep two cores busy.
WORKERS ?= 3

PY := .venv/bin/python
READY := .venv/.ready
COMPILED := .venv/.compiled
PYTEST := $(PY) -m pytest -q -n $(WORKERS) --dist worksteal
SOURCES := $(wildcard src tests scripts bench)

ifneq ($(wildcard web/package.json),)
WEB_PACKAGES := web/node_modules/.ready
WEB_APP := src/sandtable/web_dist/index.html
WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/tests/*' -not -path 'web/dev/*')
endif

ifneq ($(wildcard tests/browser),)
ifeq ($(BROWSER),yes)
CHROMIUM := chromium
endif
endif

ifeq ($(BROWSER),yes)
SHORT := not long
LONG := long
else
SHORT := not long and not browser
LONG := long and not browser
endif

.PHONY: help
help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

.PHONY: play
play: $(READY) $(WEB_APP) $(COMPILED) ## start Sandtable
	@if [ -d src/sandtable/server ]; then .venv/bin/sandtable serve --open; else .venv/bin/sandtable play; fi

.PHONY: test
test: $(READY) $(WEB_APP) $(COMPILED) $(CHROMIUM) postgresql ## run the tests, but for those that take minutes
	@$(PYTEST) -m "$(SHORT)" $(ARGS)
	@$(if $(WEB_PACKAGES),cd web && npm run --silent --if-present test)

.PHONY: test-long
test-long: $(READY) $(WEB_APP) $(COMPILED) $(CHROMIUM) postgresql ## run the tests that take minutes
	@$(PYTEST) -m "$(LONG)" $(ARGS) || [ $$? = 5 ] # 5: there are none

.PHONY: coverage
coverage: $(READY) $(WEB_APP) ## which lines the tests run
	@$(PY) -m coverage run -m pytest -q -m "not long and not browser" $(ARGS)
	@$(PY) -m coverage report

.PHONY: lint
lint: $(READY) $(WEB_PACKAGES) ## check style, types, imports and lock files
	@$(PY) -m ruff check --quiet --output-format concise $(SOURCES)
	@$(PY) -m ruff format --check --quiet $(SOURCES) || { echo "Not formatted as agreed: run \`make format\`."; exit 1; }
	@$(PY) -m mypy --no-error-summary
	@log=$$(.venv/bin/lint-imports --no-logo 2>&1) || { echo "$$log"; exit 1; }
	@$(PY) scripts/check_locks.py
	@$(if $(WEB_PACKAGES),cd web && npm run --silent --if-present lint)

.PHONY: format
format: $(READY) $(WEB_PACKAGES) ## write the code as lint wants it
	@$(PY) -m ruff check --fix-only --quiet $(SOURCES)
	@$(PY) -m ruff format --quiet $(SOURCES)
	@$(if $(WEB_PACKAGES),cd web && npm run --silent --if-present format)

.PHONY: rules
rules: $(READY) ## how much of each rulebook the tests vouch for
	@$(PY) scripts/rule_coverage.py $(ARGS)

.PHONY: bench
bench: $(READY) $(COMPILED) ## measure speed, as ratios
	@$(PY) -m bench $(ARGS)

.PHONY: lighthouse
lighthouse: $(READY) $(WEB_APP) $(COMPILED) $(CHROMIUM) ## what Lighthouse says of every page on a phone
	@test -x build/lighthouse/node_modules/.bin/lighthouse || npm install --silent --no-fund --no-audit --prefix build/lighthouse lighthouse
	@$(PY) -m bench.lighthouse $(ARGS)

.PHONY: web
web: $(WEB_APP) ## build the web app

.PHONY: contract
contract: $(READY) ## write the front end's types from the server's schema
	@$(PY) scripts/generate_contract.py

.PHONY: wheel
wheel: $(READY) $(WEB_APP) ## build what pip installs, web app included, into dist/
	@$(PY) -m hatchling build --clean --target wheel

.PHONY: lock
lock: ## choose package versions anew, from requirements.in
	@test -x build/uv/bin/uv || { $(PYTHON) -m venv build/uv && build/uv/bin/python -m pip install -qq uv; }
	@build/uv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url --output-file requirements.lock requirements.in
	@$(PYTHON) scripts/check_locks.py

.PHONY: clean
clean: ## remove what make has set up and built
	@rm -rf .venv web/node_modules src/sandtable/web_dist dist build mutants htmlcov .coverage .coverage.* \
		.mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: chromium
chromium:
	@scripts/set-up chromium

.PHONY: postgresql
postgresql:
	@scripts/set-up postgresql

# A .venv that was moved is made anew: its scripts name the folder they were made in.
ifneq ($(shell cat .venv/.place 2>/dev/null),$(CURDIR))
.PHONY: .venv/.locked
endif

.venv/.locked: requirements.lock
	@scripts/set-up venv
	@touch $@

$(READY): .venv/.locked pyproject.toml
	@scripts/set-up package
	@touch $@

$(COMPILED): $(wildcard src/sandtable/*/compiled/*.py) src/sandtable/ai/rehearsal.py src/sandtable/ai/compiling.py | $(READY)
	@scripts/set-up geometry
	@touch $@

web/node_modules/.ready: web/package-lock.json
	@scripts/set-up web-packages
	@touch $@

ifdef WEB_APP
$(WEB_APP): $(WEB_PACKAGES) $(WEB_SOURCES) | $(READY)
	@scripts/set-up web-app
	@touch $@
endif
