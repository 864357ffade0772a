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

// testdata/kept/worker3.jsonl has all messages of a Node while Work with one core played at a
// Coordinator: a tournament of The Purge with NUM_DAYS 1 and NUM_ROUNDS_PER_DAY 40, five built-in
// players, a program that the worker could not start, and a key. Requests that are refused precede it.
// The file is never recorded again; a new protocol gets a new file.

// recordedMessage is a message of the recording. The first line has the key instead.
type recordedMessage struct {
	Key     string `json:"key"`     // of the first line: of the players' seeds
	Subject string `json:"subject"` // of a question
	Answers string `json:"answers"` // the subject of the question that is answered
	Error   string `json:"error"`   // header of an answer
	Data    string `json:"data"`
}

// readRecording reads the recording.
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

// rewriters returns functions for the types that a message may have, or none for bytes.
func rewriters(l *recordedMessage) []func(string) string {
	if l.Subject != "" {
		return map[string][]func(string) string{verbJoin: {rewrite[hello]}, verbFile: {rewrite[filePart]}, verbReady: {rewrite[ready]}, verbTask: {rewrite[taskRequest]}, verbResult: {rewrite[league.Result]}}[verbOf(l.Subject)]
	}
	return map[string][]func(string) string{verbJoin: {rewrite[answer], rewrite[welcome]}, verbReady: {rewrite[answer]}, verbTask: {rewrite[tasks]}, verbResult: {rewrite[receipt]}}[verbOf(l.Answers)]
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

// recordedPlan returns the plan that the worker received.
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

// TestCoordinatorRepliesAsRecorded repeats the recorded requests. Only the random name of the
// session differs.
func TestCoordinatorRepliesAsRecorded(t *testing.T) {
	t.Parallel()
	key, list := readRecording(t)
	p := recordedPlan(t, list)
	anna := Token{"anna", "0123456789abcdef0123"}
	m := newMeeting(t, p, []Token{anna}, DispatcherOptions{Broken: []int{5}}, key)
	program := "#!/bin/sh\nkill -SEGV $$\n"
	m.coord.read = func(_ string, b []byte, at int64) (int, error) { return copy(b, program[at:]), nil }
	c := m.connect(anna)
	answers := map[string][]recordedMessage{} // by question
	for _, l := range list {
		answers[l.Answers] = append(answers[l.Answers], l)
	}
	then, now := "", "" // names of the session
	for _, l := range list {
		if len(answers[l.Subject]) == 0 || l.Subject == "" {
			continue // an answer, or what has none
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
