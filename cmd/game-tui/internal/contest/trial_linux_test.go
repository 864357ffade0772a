package contest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/contest/qualify"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/configs"
	"game-tui/sim"
)

// walker is the source of a player that moves all its units and so beats idle players. Each faulty
// variant inserts code at a marker in angle brackets.
const walker = `#!/bin/sh
<start>
while read -r word a b c d rest; do
	case $word in
	init)
		seat=$c id=$((20 * c)) up=20 down=20
		while [ $id -lt $((20 * c + 20)) ]; do
			up="$up
$id m u" down="$down
$id m d" id=$((id + 1))
		done
		<init>
		echo "ready 1 Walker" ;;
	state)
		if [ $((a / 3 % 2)) = 0 ]; then text=$up; else text=$down; fi
		<state>
		printf 'commands %s %d 0 0\n%s' "$a" ${#text} "$text" ;;
	quit) exit 0 ;;
	esac
done
`

// broken lists faulty players with the check that fails and words of the reported reason.
var broken = map[string]struct {
	where, how string
	step       qualify.Step
	reason     string
}{
	"exit":      {"start", "exit 3", qualify.StepStart, "exit code 3"},
	"segv":      {"start", "kill -SEGV $$", qualify.StepStart, "SIGSEGV"},
	"prints":    {"start", "echo hello", qualify.StepStart, `expected "ready 1 …", found "hello"`},
	"deaf":      {"start", "exec >&-", qualify.StepStart, ""},
	"longname":  {"init", "echo ready 1 Maximiliana-Anastasia", qualify.StepStart, "a name of one word, at most 12 bytes"},
	"twonames":  {"init", "echo ready 1 Anna Puig", qualify.StepStart, "a name of one word, at most 12 bytes"},
	"noname":    {"init", "echo ready 1", qualify.StepStart, ""},
	"version":   {"init", "echo ready 2 Walker", qualify.StepStart, `expected "ready 1", found "ready 2"`},
	"says":      {"init", "echo error no memory", qualify.StepStart, "error: no memory"},
	"exit0":     {"state", "[ $a -ge 3 ] && exit 0", qualify.StepCopies, "exit in round 3"},
	"exit7":     {"state", "[ $a -ge 3 ] && exit 7", qualify.StepCopies, "exit code 7"},
	"abort":     {"state", "[ $a -ge 3 ] && kill -ABRT $$", qualify.StepCopies, "SIGABRT"},
	"fpe":       {"state", "kill -FPE $$", qualify.StepCopies, "seat 0: went out: crash in round 0 (SIGFPE"},
	"seat2":     {"state", "[ $seat = 2 ] && exit 1", qualify.StepCopies, "seat 2: went out"},
	"lastround": {"state", "[ $a = 7 ] && exit 1", qualify.StepCopies, "exit in round 7"},
	"round":     {"state", "a=$((a + 1))", qualify.StepCopies, `expected "commands 0", found "commands 1"`},
	"many":      {"state", "text=1001", qualify.StepCopies, "too many orders in round 0"},
	"count":     {"state", "text=x", qualify.StepCopies, "expected a number of orders"},
	"few":       {"state", "text=7", qualify.StepCopies, "order 1 of 7"},
	"order":     {"state", "text='1\n3 q q q'", qualify.StepCopies, "order 1 of 1"},
	"more":      {"state", "text='0\nmore'", qualify.StepCopies, "text after 0 orders"},
	"large":     {"state", "echo commands $a 2000000 0 0", qualify.StepCopies, "a reply of 2000000 bytes"},
	"length":    {"state", "echo commands $a many 0 0", qualify.StepCopies, "expected a length"},
	"debug":     {"state", "echo round $a", qualify.StepCopies, "does your player print to standard output?"},
	"header":    {"state", "printf %0300d 7", qualify.StepCopies, "a header of more than 256 bytes"},
	"waits":     {"state", "read -r x; while :; do read -r x; done", qualify.StepCopies, "no answer within 1s"},
	"sleeps":    {"state", "sleep 0.4", qualify.StepCopies, "all answers together took more than 2s"},
	"loops":     {"state", "while :; do :; done", qualify.StepCopies, "cpu in round 0"},
	"grows":     {"state", "while :; do text=$text$text; done", qualify.StepCopies, "seat 0: went out"},
	"idle":      {"state", "text=0", qualify.StepDummies, "seat 0: "},
	"idleseat1": {"state", "[ $seat = 1 ] && text=0", qualify.StepDummies, "seat 1: "},
}

func TestQualifyFindsEachBrokenPlayer(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it plays with forty programs")
	}
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, "players", name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	made := func(where, how string) string {
		text := strings.ReplaceAll(walker, "<"+where+">", how)
		return strings.NewReplacer("<start>", "", "<init>", "", "<state>", "").Replace(text)
	}
	for name, b := range broken {
		write(name+"/main.sh", made(b.where, b.how))
	}
	good := []string{"a", "b", "c", "d", "e", "f", "g"}
	for _, name := range good {
		write(name+"/main.sh", made("", "")+"# "+name)
	}
	write("empty/readme.md", "nothing")
	write("loose.txt", "a text")
	config := filepath.Join(dir, "short.cnf")
	text := regexp.MustCompile(`(NUM_ROUNDS\s+)\d+`).ReplaceAll(configs.Default("harrypotter"), []byte("${1}8"))
	text = regexp.MustCompile(`(POINTS_FOR_CONVERTING_WIZARD\s+)\d+`).ReplaceAll(text, []byte("${1}1")) // moving units is enough to win
	if err := os.WriteFile(config, text, 0o644); err != nil {
		t.Fatal(err)
	}

	var out, said bytes.Buffer
	limits := sim.JudgeLimits
	limits.CPU, limits.Wall, limits.MatchWall = 400*time.Millisecond, time.Second, 2*time.Second
	c := &Config{Stdout: &out, Stderr: &said, Dummy: resolve.NewTyped("Null"),
		Request: play.Request{Input: config, Seed: new(int32(30)), Sandbox: sandbox.Off, FolderSandbox: sandbox.Off, Limits: limits}}
	_, err := Qualify(context.Background(), c, []resolve.Typed{resolve.NewTyped(filepath.Join(dir, "players"))}, report.JSON)
	if err != play.ErrDiffers {
		t.Fatal(err)
	}
	verdicts := map[string]qualify.Verdict{}
	for d := json.NewDecoder(&out); d.More(); {
		var v qualify.Verdict
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		verdicts[v.Player] = v
	}
	if len(verdicts) != len(broken)+len(good)+1 { // one more for the text file, which is not a player
		t.Errorf("got %d verdicts, want %d", len(verdicts), len(broken)+len(good)+1)
	}
	for _, name := range good {
		if v := verdicts[name]; !v.Passed || v.OwnName != "Walker" || len(v.Matches) != qualify.MatchCount {
			t.Errorf("%s: %+v", name, v)
		}
	}
	for name, b := range broken {
		if v := verdicts[name]; v.Passed || v.FailedStep != b.step || !strings.Contains(v.Reason, b.reason) {
			t.Errorf("%s: step %q: %s; want %q: %s", name, v.FailedStep, v.Reason, b.step, b.reason)
		}
	}
	if v := verdicts["empty"]; v.Passed || v.FailedStep != qualify.StepStart || v.Reason == "" {
		t.Errorf("empty: %+v", v)
	}
	if got, want := said.String(), "skipped in "+filepath.Join(dir, "players")+": loose.txt\n"; strings.Count(got, want) != 1 {
		t.Errorf("got %q, want %q in it once", got, want)
	}
}

func TestFinalNamesLeftOutPlayersOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"ok", "empty"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "ok", "main.sh"), []byte("#!/bin/sh\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := &FinalConfig{MatchesPerGroup: 1, Config: Config{Dummy: resolve.NewTyped("Null"), Plain: true, Stdout: io.Discard, Stderr: io.Discard, Workers: WorkersConfig{Cores: 2, MaxWorkers: 1},
		Request: play.Request{Game: "thepurge", Seed: new(int32(1)), Output: filepath.Join(t.TempDir(), "f.jsonl"), Sandbox: sandbox.Off, FolderSandbox: sandbox.Off, Limits: sim.DefaultLimits}}}
	c.Show.Speed = 1
	if err := RunFinal(t.Context(), c, []resolve.Typed{resolve.NewTyped(dir)}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.Request.Output)
	if err != nil || strings.Count(string(text), `{"player":"empty"`) != 1 {
		t.Errorf("%v: %.300s", err, text)
	}
}
