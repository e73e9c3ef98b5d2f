# The commands of the project. `make help` lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

# The Swift runtime is linked into the programs, so that they run without an installation of Swift.
FLAGS = -c release --static-swift-stdlib
# Only the programs and what they need, and not the tests' and benchmarks' code.
RELEASE = @[ -e .build/release/subdial-engine ] || echo "The first build takes about 10 minutes on two cores."; \
  for product in subdial subdial-engine subdial-tags subdial-pictures; do $(SWIFT) build $(FLAGS) --product $$product || exit; done
SOURCES = Sources Tests Benchmarks Examples Fuzz Package.swift

.PHONY: build demo test consumer hostile lint format bench gallery site fuzz sanitize install uninstall package docs clean help

build: ## build the release, in .build/release
	$(RELEASE)

demo: ## install what is missing, build the release, and see it all at work
	Scripts/install-dependencies
	$(RELEASE)
	.build/release/subdial demo

test site: export SUBDIAL_OPTIMIZED = 1

test: ## install what is missing, lint, build the release and the tests, and run every test
	@[ -e .build/debug ] || echo "The builds and the tests take about 30 minutes on two cores."
	Scripts/install-dependencies --test
	$(MAKE) --no-print-directory lint
	$(RELEASE)
	$(SWIFT) build --build-tests
	Scripts/test

consumer: ## build and test Examples/SnapshotTests as a package that depends on this one
	SWIFT='$(SWIFT)' Scripts/test-consumer

hostile: ## run every attack that has been tried, with all scalars of Unicode
	Scripts/install-dependencies --test
	$(SWIFT) build --build-tests
	SUBDIAL_HOSTILE=1 $(SWIFT) test --skip-build --no-parallel --filter 'Hostile|Escaping|Limits|Crowd|Silence|Flood|Bounded|Budget'

lint: ## check the format of all Swift files, and rules of this project
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	Scripts/lint
	Scripts/list-swift-surface --check
	Scripts/check-apple-source Examples/HiFiWidgets/HiFiWidgets
	Scripts/check-apple-source --watchos none Examples/SnapshotTests/Sources

format: ## put all Swift files into that format
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

bench: ## measure the release beside other programs, in one table
	Scripts/install-dependencies --bench
	$(RELEASE)
	$(SWIFT) build $(FLAGS) --product subdial-bench
	Scripts/bench .build/release

gallery: ## draw the pictures of Documentation/gallery.md
	Scripts/install-dependencies --test
	$(RELEASE)
	Scripts/make-gallery .build/release

site: ## build the documentation site, with its links checked, in .build/site
	Scripts/install-dependencies --site
	$(RELEASE)
	$(SWIFT) build --target SubdialTesting
	$(SWIFT) build --product SubdialSwiftUI
	SWIFT='$(SWIFT)' Scripts/make-site .build/release .build/debug

fuzz: ## feed every parser with inputs that break them, each for FUZZ_SECONDS (600)
	Scripts/fuzz

sanitize: ## run the tests with the address sanitizer
	Scripts/install-dependencies --test
	SWIFT='$(SWIFT)' Scripts/sanitize

install: ## install the release in PREFIX (/usr/local), under DESTDIR if that is set
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install

uninstall: ## remove it from there
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install --uninstall

package: ## make a .deb, a bundle, a wheel and recipes for other distributions, in .build/packages
	Scripts/install-dependencies --package
	$(RELEASE)
	Scripts/make-packages

docs: ## write the modules' documentation into Output/documentation
	Scripts/make-docs Output/documentation

clean: ## remove all that was built
	rm -rf .build
	find Output -mindepth 1 ! -name README.md -delete

help: ## list these
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1 \2/p' $(MAKEFILE_LIST) | while read -r name text; do printf '  make %-11s%s\n' "$$name" "$$text"; done
