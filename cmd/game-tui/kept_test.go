package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/notes"
	"game-tui/sim/res"
)

// The files of testdata/kept never change: its README.md says how they were made.
// testdata/script/kept.txtar holds the output of commands for them.

// kept returns the contents of a file.
func kept(t *testing.T, name string) []byte {
	t.Helper()
	text := readFile(t, filepath.Join("testdata", "kept", name))
	return text
}

// TestKeptRecordingsAreWrittenAsTheyWere reads a kept recording with its notes and checks that
// writing them gives the same bytes.
func TestKeptRecordingsAreWrittenAsTheyWere(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"harrypotter.res.gz", "moneyheist.res.gz", "thepurge.res"} {
		rec, text, noted, err := files.OpenRecording(t.Context(), filepath.Join("testdata", "kept", name))
		if err != nil || !noted {
			t.Fatalf("%s: with notes: %v, %v", name, noted, err)
		}
		var b bytes.Buffer
		if _, err := res.Write(&b, rec); err != nil || !bytes.Equal(b.Bytes(), text) {
			t.Errorf("%s: %d bytes are written, %d were read, %v", name, b.Len(), len(text), err)
		}
		_, rounds, _ := bytes.Cut(kept(t, name+".notes"), []byte("\n"))
		var again []byte
		for k := 0; rec.Turn(k) != nil; k++ {
			if again, err = notes.AppendRound(again, rec.Turn(k)); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(again, rounds) {
			t.Errorf("%s: the notes are written otherwise:\n%.600s\nwere\n%.600s", name, again, rounds)
		}
	}
}

// TestKeptRecordsAreWrittenAsTheyWere reads a kept tournament file and checks that writing plan and
// results gives the same lines.
func TestKeptRecordsAreWrittenAsTheyWere(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"whole.jsonl", "open.jsonl"} {
		text := kept(t, name)
		var lines []string
		add := func(v any, err error) {
			line, fault := json.Marshal(v)
			if err = errors.Join(err, fault); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, strings.TrimSuffix(string(line), "}"))
		}
		in, err := league.NewReader(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		add(in.Plan, nil)
		for r, err := range in.Results() {
			add(r, err)
		}
		var want []string
		for line := range strings.Lines(string(text)) {
			if line, _, _ = strings.Cut(line, `,"sum":"`); !strings.HasPrefix(line, `{"key":`) {
				want = append(want, line)
			}
		}
		if !slices.Equal(lines, want) {
			t.Errorf("%s:\n%s\nwas\n%s", name, strings.Join(lines, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestKeptTokens checks that a kept file of tokens admits the same worker.
func TestKeptTokens(t *testing.T) {
	t.Parallel()
	list, err := hub.ReadTokens(kept(t, "tokens"))
	if want := (hub.Token{Name: "worker", Secret: "7310a0aefaae7ec66243414aa2f5bb3edc311049"}); err != nil || len(list) != 1 || list[0] != want {
		t.Errorf("%v, %v, want %v", list, err, want)
	}
}

// TestServeWithKeptKeys checks that a server with a kept host key, keys and passwords has the same
// identity and admits the same viewers.
func TestServeWithKeptKeys(t *testing.T) {
	t.Parallel()
	host := filepath.Join(t.TempDir(), "host")
	writeFile(t, host, kept(t, "host_ed25519"), 0o600)
	dir := filepath.Join("testdata", "kept")
	out := startServer(t, "--replays", dir, "--host-key", host, "--authorized-keys", filepath.Join(dir, "authorized_keys"), "--password-file", filepath.Join(dir, "passwords"))
	addr := out.find(t, listening)
	holder := func(name string) ssh.AuthMethod {
		key, err := ssh.ParsePrivateKey(kept(t, name))
		if err != nil {
			t.Fatal(err)
		}
		return ssh.PublicKeys(key)
	}
	var seen string
	for _, c := range []struct {
		who  string
		with ssh.AuthMethod
		in   bool
	}{
		{"holder", holder("kept_key"), true},
		{"late", holder("late_key"), false}, // expired
		{"anna", ssh.Password("a password of anna"), true},
		{"anna", ssh.Password("another"), false},
	} {
		conn, err := ssh.Dial("tcp", addr, &ssh.ClientConfig{User: c.who, Auth: []ssh.AuthMethod{c.with}, HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
			seen = ssh.FingerprintSHA256(key)
			return nil
		}})
		if (err == nil) != c.in {
			t.Errorf("%s is let in: %v, want %v", c.who, err == nil, c.in)
		}
		if err == nil {
			conn.Close()
		}
	}
	if want := "SHA256:KX6kV12s6DRoGxl+Le1aQLzaiyQ5dpel/8ge8/INCA4"; seen != want {
		t.Errorf("the host key is %s, want %s", seen, want)
	}
}
