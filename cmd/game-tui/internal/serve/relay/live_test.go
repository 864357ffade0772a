package relay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/network"
	"game-tui/cmd/game-tui/internal/serve/source"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league/hub"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
)

// talker is a player that prints a lot, sometimes more than one message can hold.
type talker struct{ sim.Player }

func (p talker) Play(ctx context.Context, q *sim.Query) sim.Reply {
	r := p.Player.Play(ctx, q)
	r.Stderr = []string{"round", "<&> ✓"}
	if q.State.Round()%50 == 3 {
		for range 1000 {
			r.Stderr = append(r.Stderr, strings.Repeat("said ", 200))
		}
	}
	if q.State.Round() == 120 {
		r.Failure = &sim.Failure{Round: 120, Reason: sim.FailedCPU, Detail: "1.2 s"}
	}
	return r
}

// played returns a finished match.
func played(t testing.TB, game string, seed int32) *record.Record {
	t.Helper()
	g, _ := catalog.Find(game)
	spec := match.Spec{Game: game, Config: string(configs.Default(game)), Seed: seed}
	var players [sim.Seats]sim.Player
	for i := range players {
		b, _ := ai.Find(game, "Demo")
		spec.Players[i].Name, players[i] = b.Name, b.New()
	}
	players[1] = talker{players[1]}
	_, rec, err := match.Play(context.Background(), g, spec, players, match.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// A stage is a series whose match advances under control of the test.
type stage struct {
	*source.Series
	whole, rec *record.Record // the complete match, and the part played so far
	joined     atomic.Bool
}

// newStage returns a stage on which the given number of rounds have been played.
func newStage(whole *record.Record, rounds int) *stage {
	s := &stage{}
	s.next(whole)
	s.Series = source.NewRelaySeries("live", s.rec, func() { s.joined.Store(true) }, nil)
	s.grow(rounds)
	return s
}

// next prepares another match, which has not started.
func (s *stage) next(whole *record.Record) {
	s.whole, s.rec = whole, record.New(*whole.Meta(), whole.State(0))
}

// begin replaces the match of the series.
func (s *stage) begin(whole *record.Record) {
	s.next(whole)
	s.Replace(s.rec)
}

// grow plays n rounds. If fewer remain, it also ends the match.
func (s *stage) grow(n int) {
	for k := s.rec.Edge(); n > 0 && s.whole.Turn(k) != nil; k++ {
		s.rec.Append(s.whole.Turn(k), s.whole.State(k+1))
		n--
	}
	if n > 0 {
		s.rec.End(nil)
	}
}

// now returns the current match of a series.
func now(s *source.Series) *record.Record {
	rec, _ := s.Current()
	return rec
}

// until waits until ok returns true.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	simtest.Await(t, what, ok, nil)
}

// same fails the test if two matches differ.
func same(t *testing.T, got, want *record.Record) {
	t.Helper()
	var a, b bytes.Buffer
	if _, err := res.Write(&a, got); err != nil {
		t.Fatal(err)
	}
	if _, err := res.Write(&b, want); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Fatalf("recordings of %d and %d bytes differ", a.Len(), b.Len())
	}
	for k := 0; want.Turn(k) != nil; k++ {
		x, y := got.Turn(k), want.Turn(k)
		if fmt.Sprint(x.Orders, x.Events, x.KnownParts) != fmt.Sprint(y.Orders, y.Events, y.KnownParts) || !reflect.DeepEqual(x.Reports, y.Reports) {
			t.Fatalf("round %d: %.300v, want %.300v", k, x.Reports, y.Reports)
		}
	}
}

var quiet = slog.New(slog.DiscardHandler)

// node starts a server on loopback and returns its own connection. The function dial connects a
// client, optionally with a token.
func node(t *testing.T, tokens ...hub.Token) (own *nats.Conn, dial func() *nats.Conn) {
	t.Helper()
	n, err := network.Listen(network.NodeOptions{Addr: "127.0.0.1:0", Tokens: tokens, Rights: Rights, MaxClients: 10,
		Rate: network.Rate{Messages: 1000, BytesIn: 1 << 20, BytesOut: 100 << 20}, Log: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	if own, err = n.Connect(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(own.Close)
	return own, func() *nats.Conn {
		d := hub.Address{URLs: n.Addr().String()}
		for _, token := range tokens {
			d.Token = token
		}
		c, err := d.Connect(t.Context(), "edge", func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
}

// answering returns a publisher that answers requests and publishes nothing until stop is called.
func answering(t *testing.T, own *nats.Conn, s *stage) (p *publisher, stop func()) {
	t.Helper()
	p = &publisher{conn: own, series: s.Series, log: quiet}
	p.beginMatch(s.rec)
	sub, err := own.Subscribe(requestSubject("*"), p.answerRequest)
	if err == nil {
		err = own.Flush() // registers the subscription before the first request
	}
	if err != nil {
		t.Fatal(err)
	}
	return p, func() {
		if err := errors.Join(sub.Unsubscribe(), own.Flush()); err != nil {
			t.Fatal(err)
		}
	}
}

// message returns the message that the publisher sends for a frame.
func (p *publisher) message(k int, f []byte) *nats.Msg {
	m := nats.NewMsg(frameSubject)
	m.Header.Set(matchHeader, p.current.Load().id)
	m.Header.Set(frameHeader, fmt.Sprint(k))
	m.Data = f
	return m
}

// TestEdgesFollow checks edges that connect before, during and after a match. Each must receive the
// whole match with all output, continue with the next one, and report viewers to the source.
func TestEdgesFollow(t *testing.T) {
	t.Parallel()
	own, dial := node(t)
	first, second := played(t, "harrypotter", 5), played(t, "moneyheist", 6)
	s := newStage(first, 0)
	edge := func() *Edge {
		e := NewEdge(dial(), hub.AnonymousName, quiet)
		go func() { _ = e.Run(t.Context()) }()
		return e
	}
	shown := func(e *Edge) *source.Series { return simtest.Receive(t, "a match", e.Series) }
	edges := []*source.Series{}
	early := edge() // before the publisher starts
	go func() { _ = Publish(t.Context(), own, s.Series, quiet) }()
	edges = append(edges, shown(early))
	edges[0].ViewerJoined()
	until(t, "heard of watchers", s.joined.Load)
	s.grow(70)
	edges = append(edges, shown(edge()))
	until(t, "followed", func() bool { return now(edges[0]).Edge() == 70 && now(edges[1]).Edge() == 70 })
	s.grow(1000)
	edges = append(edges, shown(edge()))
	before := map[*source.Series]*record.Record{}
	for _, e := range edges {
		until(t, "ended", func() bool {
			over, err := now(e).Ended()
			return over && err == nil
		})
		before[e] = now(e)
		same(t, now(e), first)
	}
	s.begin(second)
	s.grow(30)
	s.begin(first) // before the second match ends
	s.grow(1000)
	for _, e := range edges {
		until(t, "gone on", func() bool {
			rec := now(e) // read once, because the second match is also over
			over, _ := rec.Ended()
			return over && rec != before[e] && rec.Meta().Game == first.Meta().Game
		})
		same(t, now(e), first)
	}
}

// TestSilentAfterTwoMissedBeats checks that a source counts as silent after two missed beats. A
// source that only waits still answers. The test sets the clock.
func TestSilentAfterTwoMissedBeats(t *testing.T) {
	t.Parallel()
	own, dial := node(t)
	p, stop := answering(t, own, newStage(played(t, "thepurge", 5), 30))
	clock := time.Unix(1000, 0)
	e := NewEdge(dial(), hub.AnonymousName, quiet)
	e.now = func() time.Time { return clock }
	silent := func(after string, want time.Duration) {
		t.Helper()
		if got := e.silentFor(); got != want {
			t.Errorf("%s: silent for %v, want %v", after, got, want)
		}
	}
	silent("before anything", 0)
	e.catchUp(t.Context())
	silent("an answer", 0)
	for range 10 { // the match is paused
		clock = clock.Add(silenceThreshold / 2)
		e.catchUp(t.Context())
		silent("a pause", 0)
	}
	stop()
	clock = clock.Add(silenceThreshold - 1)
	e.catchUp(t.Context())
	silent("one missed beat", 0)
	clock = clock.Add(2*time.Second + 1)
	e.catchUp(t.Context())
	silent("two", silenceThreshold+2*time.Second)
	e.receiveFrame(p.message(3, nil))
	silent("news", 0)
}

// TestEdgeMissesNews drops messages and checks that the edge requests the missing frames.
func TestEdgeMissesNews(t *testing.T) {
	t.Parallel()
	rec := played(t, "thepurge", 5)
	s := newStage(rec, 1000)
	own, dial := node(t)
	p, _ := answering(t, own, s)
	e := NewEdge(dial(), hub.AnonymousName, quiet)
	for k := range 202 {
		f, err := encodeFrame("live", s.rec, k)
		if err != nil || f == nil {
			t.Fatal(k, err)
		}
		if k%7 == 3 || k > 190 {
			continue
		}
		m := p.message(k, f)
		if !e.receiveFrame(m) {
			e.catchUp(t.Context())
		}
		if e.receiveFrame(m); e.decoder.frameCount < k+1 { // duplicate delivery
			t.Fatalf("frame %d: %d are there", k, e.decoder.frameCount)
		}
	}
	same(t, now(e.series), rec)
}

// TestInvalidDataEndsOnlyTheCurrentMatch checks that invalid data ends the current match and that
// the next match is shown normally.
func TestInvalidDataEndsOnlyTheCurrentMatch(t *testing.T) {
	t.Parallel()
	rec := played(t, "thepurge", 5)
	frameOf := func(k int) []byte {
		f, err := encodeFrame("live", rec, k)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	begin, round, end := frameOf(0), frameOf(1), frameOf(rec.Rounds()+1)
	for name, list := range map[string][][]byte{
		"nothing":              {{}},
		"no beginning":         {round},
		"an end only":          {end},
		"two beginnings":       {begin, begin},
		"a round twice":        {begin, round, round},
		"after the end":        {begin, end, round},
		"an unknown kind":      {begin, []byte("zzz")},
		"a name with a slash":  {bytes.Replace(begin, []byte("live"), []byte("../x"), 1)},
		"a cut header":         {begin[:100]},
		"a cut state":          {begin[:len(begin)-30]},
		"more than a state":    {append(bytes.Clone(begin), "more"...)},
		"a cut round":          {begin, round[:len(round)-30]},
		"more than a round":    {begin, append(bytes.Clone(round), "more"...)},
		"a round without text": {begin, []byte("r\n")},
		"no notes":             {begin, bytes.Replace(round, []byte("r{"), []byte("r["), 1)},
	} {
		j, fault := &frameDecoder{}, error(nil)
		for _, f := range list {
			if fault = j.decodeFrame(f); fault != nil {
				break
			}
		}
		if fault == nil || strings.Contains(fault.Error(), "\n") {
			t.Errorf("%s: %v", name, fault)
		}
	}
	if err := (&frameDecoder{}).feed([]byte{0xff, 0, 0, 0}); !errors.Is(err, errLargeFrame) {
		t.Errorf("a huge frame: %v", err)
	}
}

// FuzzFrames reads arbitrary frames after a valid start.
func FuzzFrames(f *testing.F) {
	rec := played(f, "thepurge", 5)
	begin, err := encodeFrame("live", rec, 0)
	if err != nil {
		f.Fatal(err)
	}
	round, err := encodeFrame("live", rec, 1)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(round, true)
	f.Add([]byte("eover"), true)
	f.Add(begin, false)
	f.Fuzz(func(t *testing.T, data []byte, begun bool) {
		j := &frameDecoder{}
		if begun {
			if err := j.decodeFrame(begin); err != nil {
				t.Fatal(err)
			}
		}
		if j.decodeFrame(data) == nil && j.follower.Record().Edge() > 1 {
			t.Error("more than a round")
		}
		_ = (&frameDecoder{}).feed(data)
	})
}

// TestQuestionsOfHostileEdges checks that an edge gets replies only in its own inbox and cannot
// make the publisher encode more than one reply needs.
func TestQuestionsOfHostileEdges(t *testing.T) {
	t.Parallel()
	own, dial := node(t, hub.NewToken("evil"))
	s := newStage(played(t, "thepurge", 1), 1000)
	p, _ := answering(t, own, s)
	c := dial()
	news := make(chan *nats.Msg, 10)
	if _, err := c.ChanSubscribe(frameSubject, news); err != nil {
		t.Fatal(err)
	}
	if err := c.PublishRequest(requestSubject("evil"), frameSubject, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if m, err := c.Request(requestSubject("evil"), []byte("{}"), 10*time.Second); err != nil || len(m.Data) == 0 {
		t.Fatal(err)
	}
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	if len(news) > 0 {
		t.Error("a question was answered to all who follow")
	}
	first, _ := encodeFrame(s.Name(), s.rec, 0)
	data, from, err := p.current.Load().framesFrom(0, maxFrame)
	if err != nil || from != 4+len(first) || len(data) > from+maxMessageData+maxFrame/8 {
		t.Errorf("%d bytes from %d are made, %v", len(data), from, err)
	}
}

// TestFramesAreEncodedOnce checks that repeated requests get the same bytes.
func TestFramesAreEncodedOnce(t *testing.T) {
	t.Parallel()
	c := frameCache{name: "live", record: played(t, "thepurge", 1)}
	for _, k := range []int{0, 7, c.record.Rounds() + 1} {
		first, err := c.frame(k)
		if err != nil || first == nil {
			t.Fatal(k, err)
		}
		if again, _ := c.frame(k); &again[0] != &first[0] {
			t.Errorf("frame %d was made again", k)
		}
	}
	if f, err := c.frame(1 << 30); f != nil || err != nil {
		t.Errorf("a frame after the end: %q, %v", f, err)
	}
}

// TestMissingRoundsHaveNoFrame checks that a missing round has no state and that no frame contains
// another state in its place.
func TestMissingRoundsHaveNoFrame(t *testing.T) {
	t.Parallel()
	whole := played(t, "thepurge", 1)
	rec := record.New(*whole.Meta(), whole.State(0))
	rec.Append(whole.Turn(0), whole.State(1))
	rec.AppendMissing(&sim.Turn{Round: 1, Missing: true})
	rec.Append(&sim.Turn{Round: 2, Missing: true}, whole.State(3))
	for k, known := range []bool{true, true, false, false} {
		if f, err := encodeFrame("a", rec, k); (f != nil) != known || (err == nil) != known {
			t.Errorf("frame %d: %d bytes, error %v; want one: %v", k, len(f), err, known)
		}
	}
}
