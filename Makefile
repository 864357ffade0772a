# The project's commands; CI calls these and nothing else. Only Go and make are
# needed: modules and tools come with the first build.

GO       ?= go
BIN      := bin/game-tui
FUZZTIME ?= 10s
# Longest time of the tests of a package: a busy machine is many times as slow.
TIMEOUT  ?= 40m
# The race detector needs a C compiler.
RACE     := $(shell command -v cc >/dev/null 2>&1 && echo -race)
SOURCES  := $(shell git ls-files '*.go' 2>/dev/null || find . -name '*.go')
# Packages whose files or tests start goroutines.
STARTS   := ^[[:space:]]*go [a-z(]|\.Go\(func|sync\.WaitGroup
RACY      = $(sort $(addprefix ./,$(dir $(shell grep -lE '$(STARTS)' $(SOURCES)))))

.PHONY: all build run test race lint vuln fuzz points forecast-check bench bench-ssh chaos bugs coach-check fit fit-values fit-check fit-judge fit-strangers ratings game golden export-check dist dist-check windows-check pictures clean

all: build

# Static like a release: to load the C library takes 1 ms of each start, and each player is started by this program.
build:
	@mkdir -p bin
	CGO_ENABLED=0 $(GO) build -trimpath -o $(BIN) ./cmd/game-tui

# Play a match and watch it.
run: build
	./$(BIN) --seed 30

# All tests at full speed, with every official result.
test:
	$(GO) test -timeout $(TIMEOUT) ./...

# Look for data races with the short tests of packages that start goroutines. A program of these tests
# exits at once; otherwise it waits a second to report races.
race:
ifneq ($(RACE),)
	CGO_ENABLED=1 GORACE=atexit_sleep_ms=0 $(GO) test -race -short -timeout $(TIMEOUT) $(RACY)
endif

# Code for other systems is compiled only to be checked, so it is not optimised.
lint:
	@out=$$(gofmt -l $(SOURCES)); \
	  if [ -n "$$out" ]; then echo "not gofmt'ed:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	GOOS=darwin $(GO) vet -gcflags='all=-N -l' ./...
	GOOS=windows $(GO) vet -gcflags='all=-N -l' ./...
	$(GO) tool staticcheck ./...

# List known vulnerabilities of Go and of the libraries that our code reaches. CI does not run this, since it
# queries a database over the network; VULNDB=file:///DIR reads a local copy.
VULNDB ?= https://vuln.go.dev

vuln:
	@$(GO) build ./... || { echo "make vuln: nothing was checked: the program does not build" >&2; exit 1; }
	@out=$$($(GO) tool govulncheck -db $(VULNDB) ./... 2>&1); code=$$?; \
	  case "$$code $$out" in \
	  "0 "*) echo "$$out" ;; \
	  "3 "*) echo "$$out"; echo "make vuln: vulnerabilities found: upgrade what is named above" >&2 ;; \
	  *"fetching vulnerabilities: "*|*"creating client: "*) \
	    echo "make vuln: nothing was checked: the database at $(VULNDB) cannot be reached: $$(echo "$$out" | tail -n 1)" >&2 ;; \
	  *) echo "$$out"; echo "make vuln: nothing was checked: govulncheck failed" >&2 ;; \
	  esac; \
	  exit $$code

# Every fuzz target of every package, FUZZTIME each.
fuzz:
	@for pkg in $$($(GO) list ./...); do \
	  for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "== $$pkg $$f"; \
	    $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1s $$pkg || exit 1; \
	  done; \
	done

# Account for every point of 1,000 random matches and of their recordings.
points:
	GAME_TUI_POINTS=1000 $(GO) test -count=1 -run PointsAddUp ./sim/stats

# Hold what is forecast from a tournament against 2,000 play-offs of the same players. It takes about
# a minute on two free cores.
forecast-check:
	GAME_TUI_PLAYOFFS=2000 $(GO) test ./sim/league/playoff/forecast -count=1 -v -timeout 60m -run TestForecast

# Figures against their floors; exits non-zero below one.
bench: build
	$(GO) run ./cmd/bench -server $(BIN)

# Of these, what real SSH clients on loopback get from a server process.
bench-ssh: build
	$(GO) run ./cmd/bench -server $(BIN) -only ssh

# Kills tournaments a hundred times each: on one machine; on many the coordinator, workers, servers and players, each
# alone and all at random. Compares the tables with undisturbed ones. Starts 20,000 players, none of which may hang.
# As root, also cuts the power of a disk while a record is written.
chaos:
	GAME_TUI_KILLS=100 $(GO) test ./cmd/game-tui -count=1 -v -timeout 60m -run 'Outlives?Kills'
	GAME_TUI_STARTS=20000 $(GO) test ./ai/process -count=1 -v -timeout 60m -run TestNoStartHangs
	[ $$(id -u) != 0 ] || GAME_TUI_POWER_CUTS=100 $(GO) test ./sim/league -count=1 -v -run TestPowerCut

# Plant 32 bugs in players of a kit and look for them, and for none in 22 players without.
bugs:
	GAME_TUI_PLANTED=1 $(GO) test ./cmd/game-tui/internal/kitcheck -count=1 -v -timeout 60m -run TestPlantedBugs

# Plant habits that cost points in good players and see what the coach claims first, and that it claims nothing
# of equals. It takes about an hour of a core. SEED=N plays other matches.
coach-check:
	GAME_TUI_COACH=$(or $(SEED),1) $(GO) test ./cmd/game-tui/internal/coach -count=1 -v -timeout 24h -run 'TestPlanted$$|TestEquals'

# Play matches of the built-in players and fit the tables of win chances and their errors. The tests judge
# the tables. It takes about six minutes on two free cores.
fit:
	$(GO) run ./cmd/fit

# Play 200 rounds of 50 matches of each game to the end, 200 times each, and store who wins, for fit-check.
# It takes about ten minutes on two free cores.
fit-values:
	$(GO) run ./cmd/fit -values

# Compare analyses with those values: how many values are within the bands, how wide these are, how well
# chances are calibrated, and how many turning points are found.
fit-check:
	GAME_TUI_FIT_CHECK=1 $(GO) test ./cmd/fit -count=1 -v -timeout 60m -run TestBands

# Compare the estimate of win chances with what happened in the recordings of a folder, DIR=folder: Brier score
# by tenth of the match, beside that of "the leader wins", and calibration.
fit-judge:
	@[ -n "$(DIR)" ] || { echo "which recordings? type make fit-judge DIR=folder"; exit 1; }
	GAME_TUI_FIT_JUDGE=$(abspath $(DIR)) $(GO) test ./cmd/fit -count=1 -v -timeout 60m -run TestJudgeRecordings

# Fit the tables for players that are not built in to the recordings of a folder, DIR=folder, and store samples
# of these for the tests and for make fit. The recordings must be whole matches with the default rules. Delete a
# table without which the tests pass.
fit-strangers:
	@[ -n "$(DIR)" ] || { echo "which recordings? type make fit-strangers DIR=folder"; exit 1; }
	GAME_TUI_FIT_STRANGERS=$(abspath $(DIR)) $(GO) test ./cmd/fit -count=1 -v -timeout 60m -run TestFitStrangers

# Play the matches by which game-tui players rates the players of a game, GAME=name: a tournament of all players, and one
# in which each of the three strongest of the first plays three times. On one core the files are the same byte for byte.
# It takes about ten minutes a game on a free core.
RATE = ./$(BIN) tournament --plain --game $(GAME) --no-limits --cores 1

ratings: build
	@[ -n "$(GAME)" ] || { echo "which game? type make ratings GAME=name"; exit 1; }
	rm -f build/$(GAME).jsonl build/$(GAME)-strong.jsonl
	@mkdir -p build
	all=$$(./$(BIN) --game $(GAME) -l) && \
	  $(RATE) $$all --seed 800001 --matches $(or $(MATCHES),600) -o build/$(GAME).jsonl && \
	  best=$$(./$(BIN) tournament show build/$(GAME).jsonl --csv | awk -F, 'NR > 1 && NR < 5 { print $$2 }') && \
	  $(RATE) $$all $$best $$best --seed 900001 --matches $(or $(STRONG),480) -o build/$(GAME)-strong.jsonl
	mv build/$(GAME).jsonl build/$(GAME)-strong.jsonl ai/ratings

# All that the tests ask of a game and that is computed: recordings and results where it has none,
# orders of its players, tables of win chances with what judges them, golden files. A game as
# small as the model game takes about a minute on two free cores.
game:
	@[ -n "$(GAME)" ] || { echo "which game? type make game GAME=name"; exit 1; }
	$(GO) test ./sim/match -count=1 -run TestEveryGameHasTestData -update
	$(GO) test ./ai -count=1 -run TestOrders -update
	$(GO) run ./cmd/fit -game $(GAME)
	$(GO) run ./cmd/fit -game $(GAME) -values
	$(MAKE) golden

# Write the golden files anew; look at the difference before you commit it.
golden:
	$(GO) test ./tui/view/match ./tui/view/tournament ./tui/view/final ./tui/sshd ./tui/console -run TestGolden -update
	$(GO) test ./cmd/game-tui ./tui/export -run Golden -update

# What export writes, opened in Chromium (Debian's package chromium).
export-check:
	$(GO) test -count=1 -tags exportcheck -run Browser ./tui/export/encode

# What a release consists of, in build/dist: static programs, Debian packages, checksums.
GORELEASER ?= $(GO) run github.com/goreleaser/goreleaser/v2@v2.15.1

dist:
	VERSION=$$(git describe --exact-match --tags 2>/dev/null | sed 's/^v//' | grep . || \
	    TZ=UTC git log -1 --format=0.0.0~%cd.%h --abbrev=12 --date=format-local:%Y%m%d%H%M%S) \
	COMMIT_TIME=$$(git log -1 --format=%ct) COMMIT_DATE=$$(TZ=UTC git log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ) \
	  $(GORELEASER) release --clean --snapshot -f cmd/game-tui/dist/goreleaser.yaml
	cd build/dist && for f in game-tui_*/*; do \
	  d=$${f%%/*}; mv $$f $${d%_v*}$${f#*/game-tui} && rmdir $$d; done
	cp build/pages/game-tui_LICENSES.txt build/dist
	mkdir build/dist/empty
	cd build/dist && sha256sum -c --quiet SHA256SUMS

# Build what is committed a second time elsewhere: the same bytes. The package
# installs into an empty folder, and the program in it plays (needs dpkg).
dist-check: dist
	rm -rf build/again build/root
	git clone -q . build/again
	$(MAKE) -C build/again dist
	cmp build/dist/SHA256SUMS build/again/build/dist/SHA256SUMS
	mkdir -p build/root/var/lib/dpkg/info build/root/var/lib/dpkg/updates
	touch build/root/var/lib/dpkg/status build/root/var/lib/dpkg/available
	dpkg --root=build/root --force-not-root --force-script-chrootless -i build/dist/game-tui_linux_$$($(GO) env GOARCH).deb
	build/root/usr/bin/game-tui run Demo Demo Demo Demo --seed 30 -o build/root/30.res
	rm -rf build/again build/root

# The short tests of all packages, and the scripts of the program, compiled for Windows, under Wine. It takes about a
# quarter of an hour on two cores. PACKAGES=./sim/... tests only those. WINE_FAULTS are tests that fail because of Wine.
# Wine 8 lacks a library that Go needs, and the call with which Go removes files. The overlay selects an older call.
PACKAGES    ?= ./...
WINE        ?= $(firstword $(wildcard /usr/lib/wine/wine64) wine64)
WINE_FAULTS ?= ^TestNothingLeaks$$
WINE_DIR    := $(CURDIR)/build/wine
WINE_DLL    := $(WINE_DIR)/drive_c/windows/system32/bcryptprimitives.dll
AT_WINDOWS   = $(shell $(GO) env GOROOT)/src/internal/syscall/windows/at_windows.go

windows-check: export GOFLAGS := -overlay=$(CURDIR)/build/overlay.json
windows-check: export WINEPREFIX := $(WINE_DIR)
windows-check: export WINEDEBUG := -all
windows-check: export GAME_TUI_PROGRAM := Z:$(CURDIR)/build/game-tui.exe
windows-check:
	@command -v $(WINE) x86_64-w64-mingw32-gcc >/dev/null || \
	  { echo "type as root: apt-get install --no-install-recommends wine64 gcc-mingw-w64-x86-64"; exit 1; }
	mkdir -p $(WINE_DIR)
	sed 's/^var TestDeleteatFallback bool/var TestDeleteatFallback = true/' $(AT_WINDOWS) >build/at_windows.txt
	echo '{"Replace": {"$(AT_WINDOWS)": "$(CURDIR)/build/at_windows.txt"}}' >build/overlay.json
	$(WINE) wineboot -i
	[ -e $(WINE_DLL) ] || x86_64-w64-mingw32-gcc -shared -o $(WINE_DLL) cmd/game-tui/testdata/windows/prng.c -ladvapi32
	GOOS=windows CGO_ENABLED=0 $(GO) build -o build/game-tui.exe ./cmd/game-tui
	GOOS=windows CGO_ENABLED=0 $(GO) test -short -vet=off -p 1 -timeout $(TIMEOUT) -skip '$(WINE_FAULTS)' -exec $(WINE) $(PACKAGES)
	@! ls -d $(WINE_DIR)/drive_c/users/*/Temp/game-tui-* 2>/dev/null # left behind

# Make the pictures of README and pages anew, of recordings of the repository.
pictures:
	$(GO) test ./cmd/game-tui -count=1 -run Picture -update

clean:
	rm -rf bin build
