//go:build unix

package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/league"
)

// confidant is a player that writes down the seed of its generator.
const confidant = `#!/bin/sh
while read -r word round name seat seed rest; do
	case $word in
	init) echo "$seat $seed" >> DIR/told; echo ready 1 confidant ;;
	state) printf 'commands %s 2 0 0\n0\n' "$round" ;;
	quit) exit 0 ;;
	esac
done
`

// shortGame returns the configuration of a short match of The Purge.
func shortGame(rounds int) string {
	text := string(configs.Default("thepurge"))
	for name, value := range map[string]string{"NUM_DAYS": "1", "NUM_ROUNDS_PER_DAY": strconv.Itoa(rounds)} {
		text = regexp.MustCompile(name+` .*`).ReplaceAllString(text, name+" "+value)
	}
	return text
}

// secretDir returns a folder with that player and the configuration of a short match.
func secretDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "confidant"), []byte(strings.ReplaceAll(confidant, "DIR", dir)), 0o755)
	writeFile(t, filepath.Join(dir, "short.cnf"), []byte(shortGame(10)), 0o644)
	return dir
}

// told returns what the player was told in each match: its seat and its seed.
func told(t *testing.T, dir string) (list [][2]int) {
	t.Helper()
	for line := range strings.Lines(string(readFile(t, filepath.Join(dir, "told")))) {
		var seat, seed int
		if _, err := fmt.Sscan(line, &seat, &seed); err != nil {
			t.Fatal(err)
		}
		list = append(list, [2]int{seat, seed})
	}
	return list
}

// TestPlayersCannotTellTheSeed checks that in ranked tournaments a player's seed reveals nothing
// about the match's, and that no two matches have the same.
func TestPlayersCannotTellTheSeed(t *testing.T) {
	t.Parallel()
	dir := secretDir(t)
	runs(t, dir, "game-tui tournament ./confidant Demo Null Greedy -i short.cnf --seeds 1000-1004 --sandbox off -o t.jsonl")
	list := told(t, dir)
	if len(list) < 5*sim.Seats {
		t.Fatalf("%d matches", len(list))
	}
	seen := map[int]bool{}
	for _, l := range list {
		if seat, seed := l[0], l[1]; seen[seed] || seed-seat > 0 && seed-seat < 3000 {
			t.Errorf("seat %d is told %d", seat, seed)
		}
		seen[l[1]] = true
	}
}

// TestTwoPlayersHaveTheKitsSeeds checks that comparisons of two versions have the kit's seeds.
func TestTwoPlayersHaveTheKitsSeeds(t *testing.T) {
	t.Parallel()
	dir := secretDir(t)
	runs(t, dir, "game-tui tournament ./confidant --against Demo -i short.cnf --seeds 1000-1001 --sandbox off -o t.jsonl")
	for _, l := range told(t, dir) {
		if seat, seed := l[0], l[1]; seed != 1000+seat+1 && seed != 1001+seat+1 {
			t.Errorf("seat %d is told %d", seat, seed)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "t.jsonl.key")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a key: %v", err)
	}
}

// TestMatchesOfATournamentAreTheSame checks that each match of a finished tournament has the same
// result when it is replayed: by the printed command, by show --ui and by serve.
func TestMatchesOfATournamentAreTheSame(t *testing.T) {
	t.Parallel()
	dir := secretDir(t)
	runs(t, dir, "game-tui tournament ./confidant Demo Null Greedy Nightwatch -i short.cnf --seeds 3-3 --sandbox off -o t.jsonl")
	name := filepath.Join(dir, "t.jsonl")
	standings, a := againOf(t, name)
	for n := range standings.Schedule.Tasks() {
		_, results, err := show.ReadResults(t.Context(), name, standings.Plan, n)
		if err != nil {
			t.Fatal(err)
		}
		task := standings.Schedule.Task(n)
		at, want := league.MatchRef{Task: n}, results[0].SeatScores(&task)
		if !hasProgram(standings, n) { // the sandbox decides about the others
			rec, err := a.Play(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			if got := rec.State(rec.Edge()).Scores(); got != want || rec.Meta().Heading == play.ReplayDiffersHeading {
				t.Errorf("match %v: %v, was %v", at, got, want)
			}
		}
		_, command := show.SeedAndReplayCommand(standings.Plan, standings.Schedule, at)
		again := exec.Command("/bin/sh", "-c", strings.Replace(command, "game-tui", program(t)+" run", 1)+" --sandbox off --csv --quiet")
		again.Dir = dir
		text, err := again.Output()
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%s: %q, %v", command, text, err)
		}
		if got := strings.Join(rows[1][5:9], " "); got != strings.Trim(fmt.Sprint(want), "[]") {
			t.Errorf("%s: %s, was %v", command, got, want)
		}
	}
}

// TestSecretMatchesAreNotPlayed checks that matches of an unfinished tournament are replayed only
// with its key, and that no command to replay them is printed.
func TestSecretMatchesAreNotPlayed(t *testing.T) {
	t.Parallel()
	dir := secretDir(t)
	runs(t, dir, "game-tui tournament ./confidant Demo Null Greedy Nightwatch -i short.cnf --seeds 3-4 --sandbox off -o t.jsonl")
	name := filepath.Join(dir, "t.jsonl")
	key := unfinish(t, name)
	out, err := exec.Command(program(t), "tournament", "show", name).CombinedOutput()
	if said := string(out); err != nil || strings.Contains(said, "--seed") || !strings.Contains(said, "until then the players' seeds are secret") {
		t.Errorf("show says\n%s\n%v", said, err)
	}
	standings, a := againOf(t, name)
	n := 0
	for ; !standings.HasResult(n) || hasProgram(standings, n); n++ { // the first match without the program
	}
	at := league.MatchRef{Task: n}
	if _, err := a.Play(t.Context(), at); !errors.Is(err, league.ErrSecretKey) {
		t.Errorf("played without the key: %v", err)
	}
	writeFile(t, league.KeyFile(name), []byte(key), 0o600)
	rec, err := a.Play(t.Context(), at)
	if err != nil || rec.Meta().Heading == play.ReplayDiffersHeading {
		t.Errorf("with the key: %v, %v", rec, err)
	}
}

// TestVerifyKnowsTheKey checks who can verify a tournament with a secret key: anyone after its end,
// and before it whoever has the key.
func TestVerifyKnowsTheKey(t *testing.T) {
	t.Parallel()
	dir := secretDir(t)
	runs(t, dir, "game-tui tournament ./confidant Demo Null Greedy Nightwatch -i short.cnf --seeds 3-4 --sandbox off -o t.jsonl")
	name, word := filepath.Join(dir, "t.jsonl"), filepath.Join(dir, "confidant")
	out, _, err := verifyAll(t, name, false, word)
	if want := name + ": 40 of 40 matches replayed, 40 identical, 0 different\n"; err != nil || out != want {
		t.Errorf("%s%v", out, err)
	}
	key := unfinish(t, name)
	if out, _, err := verifyAll(t, name, false, word); err == nil || !strings.Contains(err.Error(), league.ErrSecretKey.Error()) {
		t.Errorf("without the key: %s%v", out, err)
	}
	writeFile(t, league.KeyFile(name), []byte(key), 0o600)
	out, _, err = verifyAll(t, name, false, word)
	if want := name + ": 39 of 39 matches replayed, 39 identical, 0 different\n"; err != nil || out != want {
		t.Errorf("%s%v", out, err)
	}
}

// againOf returns the standings of a tournament file and what replays its matches.
func againOf(t *testing.T, name string) (*league.Standings, *show.Replayer) {
	t.Helper()
	standings, err := league.ReadStandings(bytes.NewReader(readFile(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	a, err := show.NewReplayer(name, standings.Plan)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return standings, a
}

// hasProgram reports whether a program plays in a task.
func hasProgram(b *league.Standings, n int) bool {
	lineUp := b.Schedule.Task(n).LineUp
	return slices.ContainsFunc(lineUp[:], func(e int) bool { return b.Plan.Players[e].Program != nil })
}

// unfinish removes the last result and the key from a tournament file and returns the key.
func unfinish(t *testing.T, name string) string {
	t.Helper()
	text := readFile(t, name)
	lines := strings.SplitAfter(string(text), "\n")
	writeFile(t, name, []byte(strings.Join(lines[:len(lines)-3], "")), 0o644)
	return keyIn(t, string(text))
}

// keyIn returns the key at the end of a tournament file, in the form of a key file.
func keyIn(t *testing.T, record string) string {
	t.Helper()
	_, key, _ := strings.Cut(record, "\n{\"key\":\"")
	key, _, ok := strings.Cut(key, `"`)
	if !ok {
		t.Fatalf("there is no key in\n%s", record)
	}
	return key + "\n"
}
