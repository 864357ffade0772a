package hub

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"game-tui/sim/league"
)

func fileOf(word int, name, text string) league.ProgramFile {
	sum := sha256.Sum256([]byte(text))
	return league.ProgramFile{ArgIndex: word, Name: name, SHA256: hex.EncodeToString(sum[:]), Size: int64(len(text))}
}

// TestFilesAreFetchedAndChecked covers large, empty, changed, missing and foreign files.
func TestFilesAreFetchedAndChecked(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("0123456789abcdef", maxPart/16*3+5)
	p := testPlan(t, 1)
	p.Players[0].BuiltinName, p.Players[0].Program = "", &league.Program{Argv: []string{"./a"}, Files: []league.ProgramFile{
		fileOf(0, "a/large", large), fileOf(0, "a/empty", ""), fileOf(0, "a/changed", "before"), fileOf(0, "a/shorter", "before"), fileOf(0, "a/gone", "gone"),
	}}
	m := newMeeting(t, sealed(t, p), nil, DispatcherOptions{}, nil)
	is := map[string]string{}
	for i, text := range []string{large, "", "beforf", "bef"} {
		is[p.Players[0].Program.Files[i].SHA256] = text
	}
	m.coord.read = func(sum string, b []byte, at int64) (int, error) {
		text, ok := is[sum]
		if !ok {
			return 0, errors.New("cannot be read")
		}
		return copy(b, text[min(at, int64(len(text))):]), nil
	}
	got := map[string]string{}
	o := m.worker("one", Token{})
	stop := errors.New("seen")
	o.Prepare = func(ctx context.Context, p *league.Plan, _ []int, fetch league.FetchFunc) (*Players, error) {
		for _, f := range append(p.Players[0].Program.Files, fileOf(0, "a/strange", "strange")) {
			var text bytes.Buffer
			if err := fetch(ctx, f, &text); err != nil {
				got[f.Name] = err.Error()
			} else {
				got[f.Name] = text.String()
			}
		}
		return nil, stop
	}
	if err := Work(t.Context(), o); !errors.Is(err, stop) {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a/large": large, "a/empty": "", "a/changed": errFileChanged.Error(), "a/shorter": errFileChanged.Error(), "a/gone": "cannot be read", "a/strange": "no such file in this tournament",
	} {
		if got[name] != want {
			t.Errorf("%s: %.80q, want %.80q", name, got[name], want)
		}
	}
}

func FuzzReadTokens(f *testing.F) {
	f.Add([]byte("# x\nanna 0123456789abcdef\n\nben\t0123456789abcdef0\r\n"))
	f.Add([]byte("anna 0123456789abcdef anna"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := ReadTokens(text)
		if (err == nil) == (len(list) == 0) || err != nil && strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%d tokens, %v", len(list), err)
		}
	})
}

func FuzzMessages(f *testing.F) {
	f.Add("game-tui.any.anna.one.join", []byte(`{"protocol":1,"engine":"v1","cores":1}`))
	f.Add("game-tui.0123.anna.one.playing", []byte(`{"begun":{"1":2},"bye":true}`))
	f.Fuzz(func(t *testing.T, subject string, data []byte) {
		if w := sender(&nats.Msg{Subject: subject}); w != "" && strings.ContainsFunc(w, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%q is %q", subject, w)
		}
		for _, rewritten := range []func(string) string{rewrite[hello], rewrite[taskRequest], rewrite[workerStatus], rewrite[readyMessage], rewrite[fileRequest], rewrite[welcome], rewrite[taskReply]} {
			rewritten(string(data))
		}
		_, _ = decodePlan(data)
	})
}
