package process

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process/processtest"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// transcriptWord makes the test binary act as the player of the transcript.
const transcriptWord = "__transcript"

// turn is the text that one side sends before the other side answers.
type turn struct {
	mark byte // '>' is sent to the player, '<' by the player
	text string
}

// transcript reads the complete match at the end of PROTOCOL.md.
func transcript(file string) ([]turn, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	_, text, _ = bytes.Cut(text, []byte("\n## A whole match\n"))
	var list []turn
	for line := range strings.Lines(string(text)) {
		line, ok := strings.CutPrefix(line, "    ")
		if !ok || line[0] != '>' && line[0] != '<' {
			continue
		}
		mark := line[0]
		line = strings.TrimPrefix(line[1:], " ")
		if n := len(list) - 1; n < 0 || list[n].mark != mark {
			list = append(list, turn{mark: mark})
		}
		list[len(list)-1].text += line
	}
	return list, nil
}

// playTranscript acts as the player and compares every byte.
func playTranscript(file string) error {
	list, err := transcript(file)
	if err != nil {
		return err
	}
	for _, m := range list {
		if m.mark == '<' {
			if _, err := os.Stdout.WriteString(m.text); err != nil {
				return err
			}
			continue
		}
		got := make([]byte, len(m.text))
		if n, err := io.ReadFull(os.Stdin, got); err != nil || string(got) != m.text {
			return fmt.Errorf("read %q (%v), want %q", got[:n], err, m.text)
		}
	}
	return nil
}

// TestProtocolPageShowsARealMatch plays the match in PROTOCOL.md, byte for byte.
func TestProtocolPageShowsARealMatch(t *testing.T) {
	t.Parallel()
	file, err := filepath.Abs("PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	list, err := transcript(file)
	if err != nil || len(list) < 9 {
		t.Fatalf("%d turns, %v", len(list), err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	payload := func(i int) []byte {
		_, text, _ := strings.Cut(list[i].text, "\n")
		return []byte(text)
	}
	g := thepurge.Game
	settings, _, err := g.ReadSettings(payload(2))
	if err != nil {
		t.Fatal(err)
	}
	in := sim.StartInfo{Game: g, Settings: settings, Seat: 0, Seed: sim.PlayerSeed(30, 0)}
	p, _ := timed(Spec{Command: processtest.Command(self, transcriptWord, file), Limits: sim.DefaultLimits})
	defer p.Close()
	ctx := context.Background()
	var version string
	var players []string
	if p.startMatch(in); p.failure == nil {
		version, players = p.describe(ctx)
	}
	if p.failure != nil {
		t.Fatal(p.failure)
	}
	if version != g.Version() || len(players) != 1 {
		t.Errorf("it describes itself as %q, %q", version, players)
	}
	if name := p.initMatch(ctx, in); name != "Demo" {
		t.Errorf("its name is %q", name)
	}
	for i, want := range []string{"0 m 2 1 b 2 2 m 3 ", "4 m 0 "} {
		state, _, err := g.ReadState(settings, payload(4+2*i))
		if err != nil {
			t.Fatal(err)
		}
		r := p.Play(ctx, &sim.Query{State: state, Settings: settings})
		if r.Failure != nil {
			t.Fatal(r.Failure, r.Stderr)
		}
		got := ""
		for _, o := range r.Orders {
			got += fmt.Sprintf("%d %c %d ", o.Unit, o.Kind, o.Dir)
		}
		if got != want {
			t.Errorf("round %d: orders %q, want %q", i, got, want)
		}
	}
	p.send([]byte("quit\n"))
	if !p.child.Wait(patience(t)) || p.child.Status.Code != 0 {
		t.Errorf("it ended with %+v: %s", p.child.Status, p.stderr.LastLine())
	}
}
