package league

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"game-tui/sim/league/schedule"
)

func locked(t *testing.T, name string) bool {
	t.Helper()
	held, err := IsLocked(name)
	if err != nil {
		t.Fatal(err)
	}
	return held
}

// createClosed creates a tournament file and closes it.
func createClosed(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "t.jsonl")
	r, err := Create(name, planOf(t, schedule.All, 4, 1), nil)
	if err == nil {
		err = r.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestFileIsLockedWhileOpen(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "t.jsonl")
	r, err := Create(name, planOf(t, schedule.All, 4, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !locked(t, name) {
		t.Error("the record that was created is not locked")
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if locked(t, name) {
		t.Error("the closed record is locked")
	}
	if r, err = Resume(name, ignorePlan); err != nil {
		t.Fatal(err)
	}
	if !locked(t, name) {
		t.Error("the resumed record is not locked")
	}
	if err := r.ReplacePlan(r.live.standings.Plan); err != nil {
		t.Fatal(err)
	}
	if !locked(t, name) {
		t.Error("the record with another plan is not locked")
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestLockedRefusesFoldersAndMissingFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{dir, filepath.Join(dir, "nowhere")} {
		if held, err := IsLocked(name); held || err == nil {
			t.Errorf("%s: got %t, %v, want an error", name, held, err)
		}
	}
}

// TestResumeRefusesAReplacedFile locks a file that was replaced after it was opened. Results
// written to it would be lost.
func TestResumeRefusesAReplacedFile(t *testing.T) {
	t.Parallel()
	name := createClosed(t)
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name+".new", text, 0o600)
	}
	if err == nil {
		err = os.Rename(name+".new", name)
	}
	if err != nil {
		t.Skip("an open file cannot be replaced here: ", err)
	}
	if _, _, err := resume(name, f, ignorePlan); !errors.Is(err, ErrInUse) {
		t.Errorf("got error %v, want %v", err, ErrInUse)
	}
}

func TestLockedNeverMakesResumeFail(t *testing.T) {
	t.Parallel()
	name := createClosed(t)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if _, err := IsLocked(name); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 100 {
		r, err := Resume(name, ignorePlan)
		if err != nil {
			t.Error(err)
			break
		}
		if !locked(t, name) {
			t.Error("a record that is open is not locked")
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	close(done)
	readers.Wait()
}
