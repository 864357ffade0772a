package league

import (
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"game-tui/sim/league/schedule"
)

// TestPowerCut simulates power cuts: it copies the image of a file system at random moments during
// a tournament, and resumes from the copy. All acknowledged results must be present. The test
// mounts images and needs root, so it is run by make chaos.
func TestPowerCut(t *testing.T) {
	text := os.Getenv("GAME_TUI_POWER_CUTS")
	if text == "" {
		t.Skip("make chaos, as root, sets GAME_TUI_POWER_CUTS")
	}
	cuts, err := strconv.Atoi(text)
	if err != nil || cuts < 1 {
		t.Fatalf("GAME_TUI_POWER_CUTS=%q", text)
	}
	if os.Geteuid() != 0 {
		t.Fatal("mounting an image wants root")
	}
	dir := t.TempDir()
	image, disk := filepath.Join(dir, "image"), filepath.Join(dir, "disk")
	shell(t, "truncate", "-s", "64M", image)
	shell(t, "mkfs.ext4", "-q", image)
	shell(t, "mkdir", disk)
	p := planOf(t, schedule.All, 8, 100)
	s := p.Schedule()
	name := filepath.Join(disk, "t.jsonl")
	acknowledged := map[int]bool{}
	for cut := range cuts {
		shell(t, "mount", "-o", "loop", image, disk)
		var r *File
		if cut == 0 {
			r, err = Create(name, p, nil)
		} else {
			r, err = Resume(name, ignorePlan)
		}
		lost := 0
		for n := range s.Tasks() {
			if err == nil && r.live.standings.HasResult(n) {
				acknowledged[n] = true // must survive all later power cuts
			} else if acknowledged[n] {
				lost++
			}
		}
		if err != nil || lost != 0 {
			shell(t, "umount", disk)
			t.Fatalf("cut %d: %d acknowledged results are lost, %v", cut, lost, err)
		}
		for range rand.IntN(60) {
			var group []Result
			for range 1 + rand.IntN(4) {
				task := s.Task(rand.IntN(s.Tasks()))
				group = append(group, resultOf(&task))
			}
			if err := r.Append(group...); err != nil {
				t.Fatal(err)
			}
			for i := range group {
				acknowledged[group[i].N] = true
			}
		}
		if _, err := io.WriteString(r.out, `{"n":3,"scores":[[1,`); err != nil { // partial line, not yet synced
			t.Fatal(err)
		}
		next := image + strconv.Itoa(cut)
		shell(t, "cp", "--sparse=always", image, next)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		shell(t, "umount", disk)
		_ = os.Remove(image)
		image = next
	}
	t.Logf("%d results were acknowledged before %d power cuts", len(acknowledged), cuts)
}

func shell(t *testing.T, words ...string) {
	t.Helper()
	if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", words, err, out)
	}
}
