package league

import (
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"game-tui/sim"
	"game-tui/sim/league/schedule"
	"game-tui/sim/simtest"
)

func keyedPlan(t *testing.T, players, seeds int) (*Plan, *Key) {
	t.Helper()
	p := planOf(t, schedule.All, players, seeds)
	k := p.AddKey()
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	return p, k
}

func createKeyed(t *testing.T, players, seeds int) (*File, *Plan, *Key) {
	t.Helper()
	p, k := keyedPlan(t, players, seeds)
	r, err := Create(filepath.Join(t.TempDir(), "t.jsonl"), p, k)
	if err != nil {
		t.Fatal(err)
	}
	return r, p, k
}

// TestKeyStaysSecretUntilTheEnd checks that the key is stored only in its own file, readable only
// by the owner. At the end, it moves to the tournament file.
func TestKeyStaysSecretUntilTheEnd(t *testing.T) {
	t.Parallel()
	r, p, k := createKeyed(t, 5, 3)
	name := r.name
	secret := hex.EncodeToString(k[:])
	waits := func(want bool) {
		t.Helper()
		text, err := os.ReadFile(KeyFile(name))
		if want != (err == nil) || want && string(text) != secret+"\n" {
			t.Errorf("the key's file: %q, %v", text, err)
		}
		if info, err := os.Stat(KeyFile(name)); want && runtime.GOOS != "windows" && (err != nil || info.Mode() != 0o600) {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
		record, err := os.ReadFile(name)
		if err != nil || bytes.Contains(record, []byte(secret)) == want {
			t.Errorf("waits %v, and the record: %s, %v", want, record, err)
		}
	}
	waits(true)
	if _, err := Create(name, p, k); !errors.Is(err, os.ErrExist) {
		t.Errorf("written over: %v", err)
	}
	waits(true)
	tasks := p.Schedule().Tasks()
	fill(t, r, tasks-1)
	if err := r.Close(); err != nil { // closed before the last task is played
		t.Fatal(err)
	}
	waits(true)
	r, err := Resume(name, ignorePlan)
	if err != nil || !reflect.DeepEqual(r.live.standings.Schedule.lastKey(), k) {
		t.Fatalf("%v, %v", r.live.standings.Schedule.lastKey(), err)
	}
	fill(t, r, tasks)
	waits(true)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	waits(false)
	text, _ := os.ReadFile(name)
	for range 2 { // the second pass simulates a key left behind by a crash
		r, err = Resume(name, ignorePlan)
		if err != nil || !reflect.DeepEqual(r.live.standings.Schedule.lastKey(), k) {
			t.Fatalf("%v, %v", r.live.standings.Schedule.lastKey(), err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		waits(false)
		if err := createKeyFile(name, k); err != nil {
			t.Fatal(err)
		}
	}
	if now, _ := os.ReadFile(name); !bytes.Equal(now, text) {
		t.Errorf("the key is published twice:\n%s", now)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	b, err := ReadStandings(file)
	if err != nil {
		t.Fatal(err)
	}
	if task := b.Schedule.KeyedTask(7); task.PlayerSeeds == nil || *task.PlayerSeeds != keyedSeeds(*k, task.Seed, 7) {
		t.Errorf("%v", task.PlayerSeeds)
	}
}

// TestKeyOfABrokenFileStaysSecret closes a file after a failed write.
func TestKeyOfABrokenFileStaysSecret(t *testing.T) {
	t.Parallel()
	r, p, _ := createKeyed(t, 4, 1)
	name := r.name
	_ = r.out.Close() // makes the next write fail
	task := p.Schedule().Task(0)
	if err := r.Append(resultOf(&task)); err == nil {
		t.Fatal("written to a closed file")
	}
	_ = r.Close()
	if _, err := ReadKey(name, p); err != nil {
		t.Error(err)
	}
}

// TestFinishedFileResumesWithoutItsKey checks that a damaged line with the key is set aside.
func TestFinishedFileResumesWithoutItsKey(t *testing.T) {
	t.Parallel()
	r, p, _ := createKeyed(t, 4, 1)
	name := r.name
	tasks := p.Schedule().Tasks()
	fill(t, r, tasks)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	lines := linesOf(t, name)
	lines[len(lines)-1] = strings.Replace(lines[len(lines)-1], `{"key":"`, `{"key":"x`, 1)
	if err := os.WriteFile(name, []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, damaged := range []int{1, 0} {
		r, err := Resume(name, ignorePlan)
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := r.Damage(); n != damaged || tasksLeft(r) != 0 || r.live.standings.Schedule.lastKey() != nil {
			t.Errorf("%d damaged, %d left, keys %v", n, tasksLeft(r), r.live.standings.Schedule.lastKey())
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestInvalidKeyFilesAreRefused covers keys that are missing, incomplete, readable by others, or
// from another tournament.
func TestInvalidKeyFilesAreRefused(t *testing.T) {
	t.Parallel()
	p, k := keyedPlan(t, 4, 2)
	_, other := keyedPlan(t, 4, 2)
	line := hex.EncodeToString(k[:]) + "\n"
	for what, c := range map[string]struct {
		make func(name string) error
		want string
	}{
		"missing":   {os.Remove, syscall.ENOENT.Error()},
		"a folder":  {func(name string) error { return errors.Join(os.Remove(name), os.Mkdir(name, 0o700)) }, "not a regular file"},
		"open":      {func(name string) error { return os.Chmod(name, 0o640) }, "other users can read it; run chmod 600 "},
		"another's": {writes(hex.EncodeToString(other[:]) + "\n"), "holds another tournament's key"},
		"cut":       {writes(line[:20]), "expected a key of 64 hexadecimal digits"},
		"empty":     {writes(""), "expected a key"},
		"two lines": {writes(line + line), "expected a key"},
		"huge":      {func(name string) error { return os.Truncate(name, 1<<40) }, "expected a key"}, // without its memory
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			if what == "open" {
				simtest.NeedsUnix(t, "files with modes of Unix")
			}
			name := filepath.Join(t.TempDir(), "t.jsonl")
			r, err := Create(name, p, k)
			if err == nil {
				err = errors.Join(r.Close(), c.make(KeyFile(name)))
			}
			if err != nil {
				t.Fatal(err)
			}
			_, err = Resume(name, ignorePlan)
			if err == nil || !strings.HasPrefix(err.Error(), name+": ") || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func writes(text string) func(string) error {
	return func(name string) error { return os.WriteFile(name, []byte(text), 0o600) }
}

// TestCreateKeepsAnExistingKey checks that Create fails and leaves no tournament file.
func TestCreateKeepsAnExistingKey(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "t.jsonl")
	p, k := keyedPlan(t, 4, 2)
	if err := os.WriteFile(KeyFile(name), []byte("old\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(name, p, k); err == nil || errors.Is(err, os.ErrExist) || !strings.Contains(err.Error(), "t.jsonl.key already exists") {
		t.Errorf("%v", err)
	}
	if text, _ := os.ReadFile(KeyFile(name)); string(text) != "old\n" {
		t.Errorf("%q", text)
	}
	if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a record is left: %v", err)
	}
}

func TestTasksWithoutTheirKeyAreNotPlayed(t *testing.T) {
	t.Parallel()
	p, k := keyedPlan(t, 4, 2)
	s := p.Schedule()
	for _, task := range []schedule.Task{s.Task(1), s.KeyedTask(1)} {
		if _, err := Play(t.Context(), nil, &task); !errors.Is(err, ErrSecretKey) {
			t.Errorf("%v", err)
		}
	}
	s.AddKey(k)
	full := s.KeyedTask(1)
	if full.PlayerSeeds == nil {
		t.Fatalf("%v", full.PlayerSeeds)
	}
	for _, players := range []*sim.PlayerSeeds{nil, {1, 2, 3, -4}} {
		if _, err := p.Schedule().IssuedTask(1, players, nil); err == nil {
			t.Errorf("task 1 with %v", players)
		}
	}
	if task, err := p.Schedule().IssuedTask(1, full.PlayerSeeds, nil); err != nil || !reflect.DeepEqual(task, full) {
		t.Errorf("%v, %v", task, err)
	}
	kit := planOf(t, schedule.All, 4, 2)
	if _, err := kit.Schedule().IssuedTask(1, full.PlayerSeeds, nil); err == nil {
		t.Error("seeds for players that have the kit's")
	}
	task := kit.Schedule().KeyedTask(1)
	if seeds, err := Seeds(&task); err != nil || seeds.Players != nil || seeds.Match != task.Seed {
		t.Errorf("%v, %v", seeds, err)
	}
}

func TestInvalidKeysOfPlansAreRefused(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]func(p *Plan){
		"too few seeds": func(p *Plan) { p.Keys[0].Seeds-- },
		"too many":      func(p *Plan) { p.Keys[0].Seeds++ },
		"twice":         func(p *Plan) { p.Keys = []PlanKey{{1, p.Keys[0].SHA256}, {1, p.Keys[0].SHA256}} },
		"no hash":       func(p *Plan) { p.Keys[0].SHA256 = "secret" },
	} {
		p, _ := keyedPlan(t, 4, 2)
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		change(p)
		p.ID = p.hash()
		if err := p.Check(); err == nil {
			t.Errorf("%s: taken", what)
		}
	}
}

func TestKeyedSeedsDependOnKeySeedAndTask(t *testing.T) {
	t.Parallel()
	key := [32]byte{1, 2, 3}
	is := keyedSeeds(key, 30, 7, 2)
	if want := (sim.PlayerSeeds{296530681, 1956699689, 2006525493, 608866352}); is != want {
		t.Errorf("%v, want %v", is, want)
	}
	seen := map[int32]bool{}
	for _, p := range []sim.PlayerSeeds{is, keyedSeeds([32]byte{1, 2}, 30, 7, 2), keyedSeeds(key, 31, 7, 2), keyedSeeds(key, 30, 8, 2), keyedSeeds(key, 30, 7, 1), keyedSeeds(key, 30, 7)} {
		for _, seed := range p {
			if seed < 0 || seen[seed] {
				t.Errorf("seed %d is below 0, or there twice", seed)
			}
			seen[seed] = true
		}
	}
}
