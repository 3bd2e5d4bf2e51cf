# What one does with a checkout. `make install` makes .venv and nothing else.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed
# Extras of pyproject.toml to install: dev for working on it, ml, browser, gpu.
EXTRAS ?= dev

.PHONY: install run test lint types check bench-sites bench-sources bench-questions bench-reviews bench-runs bench-grading clean

install: $(STAMP)

# The dependencies only: the portal runs from the checkout, so nothing is written beside .venv.
$(STAMP): pyproject.toml scripts/dependencies.py
	@command -v $(PYTHON) >/dev/null || { echo "Caudals needs Python 3.11; $(PYTHON) is not there. Set PYTHON=…" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python scripts/dependencies.py $(EXTRAS) > $(VENV)/requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $(VENV)/requirements.txt
	touch $(STAMP)

run: install
	$(BIN)/python manage.py portal

# Compiled modules are kept, also where the environment says otherwise: tests start dozens of processes
# that would each compile the whole project. Files start in the order that tests/conftest.py gives them.
test: export PYTHONDONTWRITEBYTECODE :=
test: install
	$(BIN)/python manage.py translations
	@# Three for two cores: tests that wait for a browser or a server leave them idle.
	$(BIN)/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder

lint: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: install
	$(BIN)/mypy .

check: lint types
	$(BIN)/python manage.py check --fail-level WARNING
	$(BIN)/python manage.py makemigrations --check --dry-run

# The figures of tests/benchmarks/README.md.
bench-sites: install
	$(BIN)/python -m tests.benchmarks.sites

# What sources are measured against stands in an extra of its own.
bench-sources:
	$(MAKE) --always-make install EXTRAS="dev bench"
	$(BIN)/python -m tests.benchmarks.sources

# Fitting the weights again needs the extra as well: python -m tests.benchmarks.fit_grader --store
bench-grading:
	$(MAKE) --always-make install EXTRAS="dev bench"
	$(BIN)/python -m tests.benchmarks.grading --worst 10
	$(BIN)/python -m tests.benchmarks.fit_grader

bench-reviews: install
	$(BIN)/python -m tests.benchmarks.queue

# PEERS=1 measures inspect-ai and deepeval too, in an environment of their own.
bench-runs: install
	$(BIN)/python -m tests.benchmarks.runs $(if $(PEERS),--peers)
	$(BIN)/python -m tests.benchmarks.run_page
	$(BIN)/python -m tests.benchmarks.chat

bench-questions: install
	$(BIN)/python -m tests.benchmarks.drafts
	$(BIN)/python -m tests.benchmarks.written
	$(BIN)/python -m tests.benchmarks.question_list

# Everything that running and testing leave behind, the virtual environment included.
clean:
	rm -rf $(VENV) var .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
