# Everything sets itself up: `make run` and `make test` need only Python 3.11+, make and (for what apt brings) Debian.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
# Where apt is: OpenCV's libraries, a browser and what its driver needs, a database server, fonts and tools for card art.
# Else: left to you.
APT_RUN := python3-venv libgl1 libglib2.0-0
APT_FONTS := fonts-bebas-neue fonts-cabin fonts-courier-prime fonts-dejavu-core fonts-dejavu-extra fonts-junicode \
  fonts-league-spartan fonts-liberation2 fonts-noto-core fonts-oldstandard fonts-roboto-slab fonts-urw-base35
APT_TEST := $(APT_RUN) chromium libatomic1 postgresql $(APT_FONTS)
APT_DATA := $(APT_TEST) librsvg2-bin $(if $(shell command -v npm),,nodejs npm)
SUDO := $(if $(filter-out 0,$(shell id -u)),sudo)

.PHONY: run test exhaustive bench faults data games train clean

run: $(VENV)/.run ## watch the demo game; the terminal says where the page is
	$(BIN)/railbird run demo:portland

test: $(VENV)/.dev ## format, lint, types, import contracts, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest

exhaustive: $(VENV)/.dev ## every hand there is, counted, ordered and hashed; games killed 200 times (many minutes)
	$(BIN)/pytest -m exhaustive

bench: $(VENV)/.train $(VENV)/.dev ## how fast rules, eyes and the first page are, beside PokerKit, treys, phevaluator and Ultralytics
	$(BIN)/python -m tests.bench_engine
	$(BIN)/python -m tests.bench_vision
	$(BIN)/python -m tests.bench_page
	$(BIN)/python -m tests.load

faults: $(VENV)/.dev ## a camera is cut, frozen, blinded and killed: how soon that is noticed, and what it costs
	$(BIN)/python -m tests.faults

data: $(VENV)/.train ## fetch card art, draw decks, render scenes (an hour to two, 8 GB, on two cores)
	$(BIN)/python -m datasets.decks.prepare
	$(BIN)/python -m datasets.decks.pack
	$(BIN)/python -m datasets.photos.prepare
	for split in train:40000 validation:600 test:600; do \
	  $(BIN)/python -m datasets.scenes.render --split $${split%:*} --count $${split#*:} && \
	  $(BIN)/python -m datasets.scenes.crops --split $${split%:*} || exit 1; done
	$(BIN)/python -m datasets.scenes.render --split validation --first 30000 --count 100
	$(BIN)/python -m datasets.scenes.mistaken
	$(BIN)/python -m datasets.photos.dice
	$(BIN)/python -m datasets.scenes.hands

games: $(VENV)/.train ## play and film games: to develop and to measure on (needs the decks of `make data`)
	for batch in development measured disturbed real; do $(BIN)/python -m datasets.games.batch $$batch || exit 1; done

export THP_MEM_ALLOC_ENABLE := 1 # PyTorch in large pages: a tenth faster on a CPU

train: data ## train both models, export them, choose thresholds, measure
	$(BIN)/python -m models.detector.train
	$(BIN)/python -m models.detector.export
	$(BIN)/python -m models.reader.train
	$(BIN)/python -m models.reader.export
	$(BIN)/python -m models.calibrate
	$(BIN)/python -m models.evaluate

clean:
	rm -rf $(VENV) build dist

# apt(packages): install what dpkg does not know yet, where there is apt
define apt
@if command -v apt-get >/dev/null && ! dpkg -s $(1) >/dev/null 2>&1; then \
  echo "installing with apt: $(1)"; \
  $(SUDO) apt-get update -qq && DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends $(1) >/dev/null; fi
endef

$(VENV)/.run: pyproject.toml constraints.txt
	$(call apt,$(APT_RUN))
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or later is needed" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.run
	$(call apt,$(APT_TEST))
	$(PIP) --editable '.[dev]'
	touch $@

$(VENV)/.train: $(VENV)/.run
	$(call apt,$(APT_DATA))
	$(PIP) --editable '.[dev,train]'
	touch $@
