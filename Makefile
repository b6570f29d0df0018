SWIFT  ?= swift
PREFIX ?= /usr/local
ARGS   ?=
ONLY   ?=
SECONDS ?= 60
SUITE  ?= bookworm

release := .build/release-static
program := $(release)/release/watchword
# Where the program looks for its catalogues: ../share/locale beside itself.
locale = $(dir $(program))../share/locale
po := Sources/Languages/po
languages := $(patsubst $(po)/%.po,%,$(wildcard $(po)/*.po))
catalogues = $(languages:%=$(locale)/%/LC_MESSAGES/watchword.mo)
template := $(po)/watchword.pot
benches := .build/benchmarks

# A C compiler is sure to come with the Swift toolchain, though perhaps not on the path.
cc = "$$(command -v clang || command -v cc || echo "$$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")/clang")"

# How the release is linked, and what that gives up: docs/decisions.md. The folder `archives` holds static libraries
# alone and is searched first, so that these are taken where the shared ones would be. Nothing in the program tells
# where it was built: neither debug information, nor the prefixes of files, nor the sums by which the compiler finds
# what to do again. Paths in the linker's map start at the top folder, so that the licences are found after a checkout was moved.
archives    := $(release)/archives
static      := libncursesw.a libtinfo.a libstdc++.a libutf8proc.a libzxcvbn.a libassuan.a libgpg-error.a libmd.a
ld_flags    := --no-export-dynamic -z relro -z now --wrap=free --wrap=realloc -T packaging/sections \
  --wrap=malloc --wrap=calloc --wrap=aligned_alloc --wrap=posix_memalign
c_flags     := -fstack-protector-strong -fstack-clash-protection -ffunction-sections
checks      := --explicit-target-dependency-import-check error
build_flags := --configuration release --product watchword --scratch-path $(release) -Xlinker -L$(archives) \
  --static-swift-stdlib --disable-local-rpath -debug-info-format none -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. \
  -Xcc -ffile-prefix-map=$(CURDIR)=. -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
  -Xswiftc -Xfrontend -Xswiftc -disable-type-layout \
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld -Xlinker --no-warn-symbol-ordering \
  -Xlinker --symbol-ordering-file=packaging/symbols -Xswiftc -disable-cmo -Xswiftc -emit-module-separately-wmo \
  $(foreach flag,-no-pie -static-libgcc,-Xswiftc -Xclang-linker -Xswiftc $(flag)) \
  $(foreach flag,$(ld_flags),-Xlinker $(flag))
build_flags += $(foreach flag,$(c_flags),-Xcc $(flag))
# SwiftPM can call the compiler's frontends itself. Then a module is compiled while others import it: docs/decisions.md.
overlap = $$($(SWIFT) build --help | grep -m 1 -o -e --use-integrated-swift-driver)
# Builds a program that uses the library. What wraps malloc and its like is linked into watchword alone.
build_host = $(SWIFT) build $(overlap) $(subst --product watchword,--product $(1),$(subst $(foreach name,malloc calloc aligned_alloc \
  posix_memalign,-Xlinker --wrap=$(name)),,$(build_flags))) $(SWIFT_FLAGS)

# Installs what is missing of lists in packaging/needs, or says what to install.
need = @SWIFT="$(SWIFT)" packaging/need

.PHONY: run sandbox build catalogues template po languages test test-programs programs outside soak bench bench-check bench-leaked sanitize fuzz attack servers recipes heard careless world lint \
  format pictures docs swift install uninstall deb tarball fresh release-check check clean
.NOTPARALLEL:

# The Swift that builds comes first: without one nothing needs to be installed. Not for `build`: sudo's path, which
# `make install` gets, has no Swift, and all is built by then. `run` and `attack` need the program, too, and make begins
# with what stands beside a recipe, so their own rules name both.
sandbox test programs outside sanitize fuzz servers recipes figure docs lint format fresh release-check: swift

swift:
	@packaging/swift $(SWIFT) >&2

# Cancelling is a way out like others, and no error of make's.
run: swift build
	@$(program) $(ARGS) || test $$? -eq 1

# A form that shows beside it each call of its delegate, in a pane of tmux.
sandbox:
	$(need) build sandbox
	@$(SWIFT) build --package-path docs/examples/sandbox --scratch-path .build/examples $(SWIFT_FLAGS) >&2
	@test -n "$$TMUX" || set -- tmux new-session; "$$@" .build/examples/debug/Sandbox

build: $(program) catalogues

$(program): Package.swift Makefile packaging/symbols packaging/sections $(shell find Sources -path Sources/Languages -prune -o -type f -print)
	@said=$$(packaging/swift $(SWIFT)) || { status=$$?; echo "$$said" >&2; exit $$status; }
	$(need) build
	@mkdir -p $(archives)
	@rm -f $@ # SwiftPM does not know of packaging/symbols.
	@for name in $(static); do ln -sf "$$($(cc) -print-file-name=$$name)" $(archives); done
# The warning that this option is deprecated is for us.
	@{ WATCHWORD_RELEASE=1 $(SWIFT) build $(overlap) $(build_flags) -Xlinker -Map=$(abspath $(release))/link.map $(SWIFT_FLAGS) \
	  2>&1 >&3 | grep --line-buffered -v use-integrated-swift-driver >&2; } 3>&2; test -e $@
	@sed -i 's|$(CURDIR)/||g' $(release)/link.map
	@touch $@

catalogues: $(catalogues)

# The folder of the program is a link, so nothing is put beside it before it is there.
$(locale)/%/LC_MESSAGES/watchword.mo: $(po)/%.po | $(program)
	@mkdir -p $(@D)
	@msgfmt --check -o $@.new $< && mv $@.new $@

# xgettext knows no Swift. As far as texts go, Swift is C# to it; what it misreads of the rest, it complains about on
# standard error, and I3's tests compare what it finds with what is there.
template:
	$(need) build
	@mkdir -p .build $(dir $(template))
	@find Sources -path Sources/Languages -prune -o -name '*.swift' -print | LC_ALL=C sort | LC_ALL=C xgettext --files-from=- --language=C\# --from-code=UTF-8 \
	  --keyword --keyword=text --keyword=texts --keyword=plural:1,2 --keyword=context:1c,2 --add-comments=translators: \
	  --add-location=file --force-po --foreign-user --package-name=Watchword --output=.build/watchword.pot 2>.build/xgettext.log \
	  || { cat .build/xgettext.log; exit 1; } >&2
	@sed -e '1,4d' -e '/^"POT-Creation-Date/d' -e '/^#, csharp-format$$/d' \
	  -e 's/charset=CHARSET/charset=UTF-8/' .build/watchword.pot >$(template)

# Brings the texts of the template into the languages; what is new is untranslated then. A language begins with
# `make Sources/Languages/po/LL.po`.
po: template
	@for name in $(languages); do \
	  msgmerge --quiet --no-fuzzy-matching --add-location=file --output-file=- $(po)/$$name.po $(template) | \
	    msgattrib --no-obsolete --output-file=.build/$$name.po && mv .build/$$name.po $(po)/$$name.po || exit; done
	@$(po)/embed Sources/Languages

# What the library says in other languages, out of the catalogues.
languages:
	@$(po)/embed Sources/Languages

$(po)/%.po: | $(template)
	@msginit --no-translator --locale=$*.UTF-8 --input=$(template) --output-file=$@

# ONLY names targets of tests that are to be built and run alone. Tests that need more programs are passed over, and counted.
test:
	$(need) build test
	@test -n "$(ONLY)" || $(MAKE) --no-print-directory outside
	@SWIFT="$(SWIFT)" FLAGS="$(checks) $(SWIFT_FLAGS)" WATCHWORD_ONLY="$(ONLY)" Tests/run $(ARGS)

# The tests that need other programs: gpg, ssh, sudo, zsh, restic and so on. None of them is passed over.
test-programs: programs
	@SWIFT="$(SWIFT)" FLAGS="$(checks) $(SWIFT_FLAGS)" WATCHWORD_ALL=1 Tests/run --programs

# What all tests need. YES=1 installs without a question.
programs:
	$(need) build test programs unpacked

# Packages of others, which share what is built of this one: one that holds the code of the documents, and the examples,
# which are driven by tests.
outside:
	@Tests/Outside/prepare .build/outside README.md Sources/Watchword/Watchword.docc/*.md
	@$(SWIFT) test --package-path .build/outside --scratch-path .build/examples --quiet $(SWIFT_FLAGS) >&2
	@for example in sign-up sandbox daemon useradd card steps; do \
	  $(SWIFT) build --package-path docs/examples/$$example --scratch-path .build/examples --quiet $(SWIFT_FLAGS) || exit; done >&2

# Plays a million events where `make test` plays 20,000.
soak:
	@$(MAKE) test SOAK=50 ARGS="$(ARGS)"

# What cannot be installed for the comparison is missing in it.
bench: build $(benches)/peer $(benches)/bench $(benches)/run $(benches)/count
	-$(need) bench compared
	@$(benches)/bench $(benches)/peer $(program) $(ARGS)
	@$(benches)/run $(program)
	@Tests/Benchmarks/counts $(benches)/count $(program) $(benches)/peer
	@$(call build_host,Verdicts) >&2
	@$(release)/release/Verdicts bench

# Compares what the release costs with the file Tests/Benchmarks/counted, which says what to do if it costs more.
bench-check: build $(benches)/count
	$(need) bench
	@Tests/Benchmarks/counts $(benches)/count $(program)

# The figure beside RockYou, which PyPI has; the script says what it needs.
figure:
	$(need) build
	@$(SWIFT) build --configuration release --product Figure --scratch-path $(release) $(checks) --quiet $(SWIFT_FLAGS) >&2
	@Tests/Figure/figure $(release)/release/Figure $(ARGS)

# Two programs that use the library, watched by ThreadSanitizer and then by AddressSanitizer, with their C: one judges on
# many threads, one awaits a form.
sanitize:
	$(need) build test
	@for kind in thread address; do \
	  for host in Verdicts Waiter; do \
	    $(SWIFT) build --sanitize $$kind --scratch-path .build/sanitize/$$kind --product $$host $(SWIFT_FLAGS) || exit; \
	  done >&2; \
	  .build/sanitize/$$kind/debug/Verdicts threads /usr/share/dict/words || exit; \
	  Tests/Hosts/play .build/sanitize/$$kind/debug/Waiter || exit; done

# Makes a list of leaked passwords of BYTES bytes, 5 GB where nothing is said.
bench-leaked: build $(benches)/make-list
	@$(call build_host,LeakBench) >&2
	@Tests/Benchmarks/leaked $(benches)/make-list $(release)/release/LeakBench $(BYTES)

$(benches)/%: Tests/Benchmarks/%.c
	@mkdir -p $(@D)
	@$(cc) -std=gnu17 -O2 -Wall -Wextra $< -o $@ $$(pkg-config --cflags --libs ncursesw)

$(benches)/count: Tests/Count/main.c
	@mkdir -p $(@D)
	@$(cc) -std=gnu17 -O2 -Wall -Wextra $< -o $@

attack: swift build
	$(need) build test
	@WATCHWORD_OPTIMIZED=1 $(SWIFT) build --product Attack $(checks) $(SWIFT_FLAGS) >&2
	@WATCHWORD=$(abspath $(program)) "$$($(SWIFT) build --show-bin-path)/Attack" $(ARGS)

# Listens to the form in VTE as a screen reader does, and prints how much is heard.
heard: build
	$(need) heard
	@Tests/Heard/heard $(abspath $(program)) $(ARGS)

# How many tries careless people need in seven languages who do what the form advises.
careless: build
	@Tests/Careless/careless $(abspath $(program)) $(ARGS)

# Plays forms in real terminals with keys of X, and prints a table of terminal by case.
world: build
	$(need) world
	@Tests/World/world $(abspath $(program)) $(ARGS)

# Swift is told once more to count what is run: SwiftPM links the fuzzer, and has C alone count for it.
fuzz:
	$(need) build
	@$(SWIFT) build --package-path Tests/Fuzz --scratch-path .build/fuzz --sanitize fuzzer --sanitize address --quiet \
	  -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp -Xswiftc -O -Xswiftc -use-ld=lld $(SWIFT_FLAGS) >&2
	@Tests/Fuzz/run .build/fuzz $(SECONDS)

# `watchword passwd` where a real Kerberos and a real LDAP have the passwords, in a copy of this machine.
servers:
	$(need) build test programs unpacked
	@SWIFT="$(SWIFT)" FLAGS="$(checks) $(SWIFT_FLAGS)" Tests/Servers/play $(ARGS)

# The blocks of docs/recipes.md with the real programs, and servers for those that need one, in a copy of this machine.
recipes:
	$(need) build test programs unpacked
	@SWIFT="$(SWIFT)" FLAGS="$(checks) $(SWIFT_FLAGS)" Tests/Recipes/play $(ARGS)

lint:
	@$(SWIFT) format lint --strict --recursive Sources Tests docs/examples Package.swift

format:
	@$(SWIFT) format --in-place --recursive Sources Tests docs/examples Package.swift

# A run that has written a picture fails, so that it is looked at; the second run tells whether all is well.
pictures:
	@RECORD=1 $(MAKE) test ONLY=PackageTests ARGS="--filter Pictures" >/dev/null 2>&1 || $(MAKE) test ONLY=PackageTests ARGS="--filter Pictures"

# The pages have the public names of the five products, and the articles. A warning is an error.
docs:
	$(need) build test
	@for target in WatchwordTesting WatchwordFoundation WatchwordHashes; do \
	  WATCHWORD_OPTIMIZED=1 $(SWIFT) build --target $$target $(checks) $(SWIFT_FLAGS) >&2 || exit; done
	@rm -rf .build/symbols && mkdir -p .build/symbols
	@modules="$$($(SWIFT) build --show-bin-path)"; for module in Watchword WatchwordFoundation WatchwordHashes WatchwordStrength WatchwordTesting; do \
	  $(SWIFT) symbolgraph-extract -module-name $$module -target "$$($(SWIFT) -print-target-info | jq -r .target.triple)" \
	    -minimum-access-level public -skip-synthesized-members -output-dir .build/symbols -I "$$modules/Modules" \
	    $(foreach name,Curses Md Utf8proc Zxcvbn,-Xcc -fmodule-map-file=Sources/CWatchword$(name)/module.modulemap) \
	    $(foreach name,Hashes System Terminal,-Xcc -fmodule-map-file="$$modules/CWatchword$(name).build/module.modulemap") \
	    || exit; done
	@docc convert Sources/Watchword/Watchword.docc --additional-symbol-graph-dir .build/symbols --warnings-as-errors \
	  --fallback-display-name Watchword --fallback-bundle-identifier watchword --output-dir .build/docs
	@echo "Written to .build/docs, for a web server; the front pages are documentation/watchword, documentation/watchwordstrength and documentation/watchwordtesting"

install: build
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && packaging/finish $(program) $(locale) "$$folder" && \
	  DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" sh "$$folder/install"

uninstall:
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" packaging/uninstall

# Below .build/deb, for this machine's kind, from the folder packaging, where Debian's tools find its folder debian. Its
# rules build with the target `build` here, and install with `install`.
deb: build
	$(need) deb
	@mkdir -p .build/deb
	@cd packaging && DESTINATION=$(abspath .build/deb) debian/rules binary >&2
	@cd packaging && debian/rules clean >&2

# Below .build/tarball, for this machine's kind, for systems without packages of Debian's.
tarball: build
	$(need) tarball
	@packaging/tarball $(program) $(locale) .build/tarball

# `make run`, `make test` and the package on a SUITE (packaging/suites) that has nothing else, in /var/tmp or the folder that FRESH names.
fresh:
	$(need) fresh
	@SUITE="$(SUITE)" packaging/fresh $(ARGS)

release-check:
	$(need) build test programs unpacked deb tarball fresh release
	@packaging/release-check

check: lint build test

clean:
	rm -rf .build
