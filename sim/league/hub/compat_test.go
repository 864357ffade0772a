package hub

import (
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"game-tui/sim/decode"
	"game-tui/sim/league"
)

// testdata/kept/worker3.jsonl contains all messages between a Coordinator and a Node while Work
// played on one core. The tournament is The Purge with NUM_DAYS 1 and NUM_ROUNDS_PER_DAY 40, with a
// key. It has five built-in players and a program that the worker could not start. The first
// requests are refused. The file is never recorded again; a new protocol gets a new file.

// recordedMessage is a message in the recording. The first line contains only the key.
type recordedMessage struct {
	Key     string `json:"key"`     // key of the players' seeds, in the first line only
	Subject string `json:"subject"` // subject of a request
	Answers string `json:"answers"` // subject of the answered request
	Error   string `json:"error"`   // error header of a reply
	Data    string `json:"data"`
}

// readRecording returns the recorded messages.
func readRecording(t *testing.T) (key *league.Key, list []recordedMessage) {
	t.Helper()
	text, err := os.ReadFile("testdata/kept/worker3.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for row := range bytes.Lines(text) {
		l, err := decode.StrictJSON[recordedMessage](row, maxAnswer)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, l)
	}
	key = new(league.Key)
	if _, err := hex.Decode(key[:], []byte(list[0].Key)); err != nil {
		t.Fatal(err)
	}
	return key, list[1:]
}

func verbOf(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

func rewrite[T any](text string) string {
	v, err := decode.StrictJSON[T]([]byte(text), maxAnswer)
	if err != nil {
		return err.Error()
	}
	return string(encode(v))
}

// rewriters returns functions that decode and encode a message as each type it may have. It returns
// none for raw bytes.
func rewriters(l *recordedMessage) []func(string) string {
	if l.Subject != "" {
		return map[string][]func(string) string{verbJoin: {rewrite[hello]}, verbFile: {rewrite[fileRequest]}, verbReady: {rewrite[readyMessage]}, verbTask: {rewrite[taskRequest]}, verbResult: {rewrite[league.Result]}}[verbOf(l.Subject)]
	}
	return map[string][]func(string) string{verbJoin: {rewrite[replyStatus], rewrite[welcome]}, verbReady: {rewrite[replyStatus]}, verbTask: {rewrite[taskReply]}, verbResult: {rewrite[receipt]}}[verbOf(l.Answers)]
}

func TestRecordedMessagesRoundTrip(t *testing.T) {
	t.Parallel()
	_, list := readRecording(t)
	seen := map[string]bool{}
	for _, l := range list {
		types := rewriters(&l)
		if types == nil {
			continue
		}
		seen[verbOf(l.Subject+l.Answers)] = true
		same := false
		for _, rewritten := range types {
			same = same || rewritten(l.Data) == l.Data
		}
		if !same {
			t.Errorf("%s%s: %s is another message now: %s", l.Subject, l.Answers, l.Data, types[len(types)-1](l.Data))
		}
	}
	if len(seen) != 5 {
		t.Errorf("messages of %v, want those of all verbs but the status, of which fields are ignored", seen)
	}
}

// recordedPlan returns the plan sent to the worker.
func recordedPlan(t *testing.T, list []recordedMessage) *league.Plan {
	t.Helper()
	for _, l := range list {
		if verbOf(l.Answers) == verbFile && strings.HasPrefix(l.Data, "{") {
			p, err := decodePlan([]byte(l.Data))
			if err != nil {
				t.Fatal(err)
			}
			if again := string(encode(p)); again != l.Data {
				t.Errorf("the plan is written %s, was %s", again, l.Data)
			}
			return p
		}
	}
	t.Fatal("there is no plan")
	return nil
}

// TestCoordinatorRepliesAsRecorded sends the recorded requests again. The replies may differ only
// in the random session name.
func TestCoordinatorRepliesAsRecorded(t *testing.T) {
	t.Parallel()
	key, list := readRecording(t)
	p := recordedPlan(t, list)
	anna := Token{"anna", "0123456789abcdef0123"}
	m := newMeeting(t, p, []Token{anna}, DispatcherOptions{BrokenEntries: []int{5}}, key)
	program := "#!/bin/sh\nkill -SEGV $$\n"
	m.coord.read = func(_ string, b []byte, at int64) (int, error) { return copy(b, program[at:]), nil }
	c := m.connect(anna)
	answers := map[string][]recordedMessage{} // replies by subject of the request
	for _, l := range list {
		answers[l.Answers] = append(answers[l.Answers], l)
	}
	then, now := "", "" // recorded and current session name
	for _, l := range list {
		if len(answers[l.Subject]) == 0 || l.Subject == "" {
			continue // a reply, or a message without one
		}
		want := answers[l.Subject][0]
		answers[l.Subject] = answers[l.Subject][1:]
		got, err := c.Request(strings.ReplaceAll(l.Subject, "."+then+".", "."+now+"."), []byte(l.Data), 20*time.Second)
		if err != nil {
			t.Fatalf("%s: %v", l.Subject, err)
		}
		a, err := decode.StrictJSON[welcome](got.Data, maxAnswer)
		b, err2 := decode.StrictJSON[welcome]([]byte(want.Data), maxAnswer)
		if verbOf(l.Subject) == verbJoin && errors.Join(err, err2) == nil && a.Session != "" {
			then, now = b.Session, a.Session
			a.Session = then
			got.Data = encode(a)
		}
		if string(got.Data) != want.Data || got.Header.Get(errorHeader) != want.Error {
			t.Errorf("%s %s: %s%s, was %s%s", l.Subject, l.Data, got.Data, got.Header.Get(errorHeader), want.Data, want.Error)
		}
	}
	if n := m.dispatcher.Counts().Workers; n != 1 || now == "" {
		t.Errorf("%d workers are here, session %q", n, now)
	}
}
