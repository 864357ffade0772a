package relay

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/sim/league/hub"
	"game-tui/sim/record"
)

// testdata/kept contains all messages between an Edge and Publish during a match of The Purge with
// NUM_DAYS 1 and NUM_ROUNDS_PER_DAY 4. Four Demo players play; one of them prints text and fails.
// One round was played before the edge connected, and the rest after a viewer joined. The file is
// never recorded again; a new protocol gets a new file.

// keptLine is a recorded message.
type keptLine struct {
	Subject string            `json:"subject"` // subject of a published message or a request
	Answers string            `json:"answers"` // subject of the request that is answered
	Header  map[string]string `json:"header"`
	Data    []byte            `json:"data"`
}

func keptTalk(t *testing.T) (list []keptLine) {
	t.Helper()
	text, err := os.ReadFile("testdata/kept/edge.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for row := range bytes.Lines(text) {
		var l keptLine
		if err := json.Unmarshal(row, &l); err != nil {
			t.Fatal(err)
		}
		list = append(list, l)
	}
	return list
}

// message returns a recorded line as the message that an edge receives.
func (l *keptLine) message() *nats.Msg {
	m := nats.NewMsg(l.Subject)
	for k, v := range l.Header {
		m.Header.Set(k, v)
	}
	m.Data = l.Data
	return m
}

// keptMatch returns the match that an edge builds from the recorded messages.
func keptMatch(t *testing.T, list []keptLine) *record.Record {
	t.Helper()
	e := NewEdge(nil, "anna", quiet)
	for _, l := range list {
		if l.Subject == frameSubject && !e.receiveFrame(l.message()) || e.invalid {
			t.Fatalf("frame %s is not taken", l.Header[frameHeader])
		}
	}
	if e.matchID != list[0].Header[matchHeader] {
		t.Fatalf("match %s is shown", e.matchID)
	}
	return now(e.series)
}

// TestKeptNews checks that an edge rebuilds the match from the recorded messages and that a
// publisher of this match sends the same frames.
func TestKeptNews(t *testing.T) {
	t.Parallel()
	list := keptTalk(t)
	rec := keptMatch(t, list)
	if over, why := rec.Ended(); !over || why != nil || rec.Rounds() != 4 || rec.Meta().Names[1] != "Demo" || rec.Meta().Seed != 30 {
		t.Errorf("over: %v, %v, %d rounds of %v", over, why, rec.Rounds(), rec.Meta())
	}
	if s := rec.Turn(2).Reports[1]; s.Failure == nil || s.Failure.Detail != "1.2 s" || len(s.Stderr) != 2 || s.Stderr[1] != "<&> ✓" {
		t.Errorf("in round 2 player 1 is %+v", s)
	}
	k := 0
	for _, l := range list {
		if l.Subject != frameSubject {
			continue
		}
		if f, err := encodeFrame("live", rec, k); err != nil || !bytes.Equal(f, l.Data) {
			t.Errorf("frame %d is %.300q, was %.300q, %v", k, f, l.Data, err)
		}
		k++
	}
}

// TestKeptQuestionsAndAnswers checks that an edge sends the recorded requests, gets the recorded
// replies, and can read them.
func TestKeptQuestionsAndAnswers(t *testing.T) {
	t.Parallel()
	list := keptTalk(t)
	whole := keptMatch(t, list)
	own, dial := node(t, hub.Token{Name: "anna", Secret: "0123456789abcdef0123"})
	s := newStage(whole, 1) // state of the match when the edge sent its request
	p, _ := answering(t, own, s)
	p.current.Store(&publishedMatch{id: list[0].Header[matchHeader], frameCache: frameCache{name: "live", record: p.current.Load().record}})
	c := dial()
	asked, watched := 0, 0
	for i, l := range list {
		if l.Subject != requestSubject("anna") {
			continue
		}
		asked++
		var q frameRequest
		if err := json.Unmarshal(l.Data, &q); err != nil {
			t.Fatal(err)
		}
		if again, _ := json.Marshal(q); !bytes.Equal(again, l.Data) {
			t.Errorf("the question is %s, was %s", again, l.Data)
		}
		if q.HasViewers {
			watched++
		}
		m, err := c.Request(l.Subject, l.Data, 20*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if s.joined.Load() != (watched > 0) {
			t.Errorf("after %s somebody watches: %t", l.Data, s.joined.Load())
		}
		want := list[i+1]
		if want.Answers != l.Subject || !bytes.Equal(m.Data, want.Data) || m.Header.Get(matchHeader) != want.Header[matchHeader] || m.Header.Get(errorHeader) != "" {
			t.Errorf("%s: %v %.300q, was %v %.300q", l.Data, m.Header, m.Data, want.Header, want.Data)
		}
		j := &frameDecoder{}
		if err := j.feed(want.Data); err != nil || len(want.Data) > 0 && (j.frameCount != 2 || j.name != "live") {
			t.Errorf("%d frames of %q are read of the answer to %s, %v", j.frameCount, j.name, l.Data, err)
		}
	}
	if asked != 3 || watched != 1 {
		t.Errorf("%d questions, somebody watches %d times", asked, watched)
	}
}
