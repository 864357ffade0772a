package admission

import (
	"fmt"
	"net"
	"slices"
	"testing"
	"time"
)

func TestWaitingDoesNotShortenHandshake(t *testing.T) {
	t.Parallel()
	a := New(Limits{HandshakeTimeout: time.Hour, Pending: 2, Sessions: 9, MinPendingAge: time.Hour}, func(Event) {})
	var links []*Link
	for range 5 {
		near, far := net.Pipe()
		defer far.Close()
		links = append(links, a.register(near))
	}
	in := func() (n int) {
		for _, l := range links {
			select {
			case <-l.admitted:
				n++
			default:
			}
		}
		return n
	}
	if in() != 2 {
		t.Fatalf("%d are in", in())
	}
	if why := links[0].StartSession(""); why != "" || in() != 3 {
		t.Errorf("%q, %d are in after one has its session", why, in())
	}
	links[1].Close()
	if why := links[1].StartSession(""); why != RefusalGone {
		t.Errorf("a client that has left starts: %q", why)
	}
	if in() != 4 {
		t.Errorf("%d are in after one has left", in())
	}
	links[4].Close() // this one was waiting to be admitted
	select {
	case <-links[4].admitted:
		t.Error("a client that has left is admitted")
	default:
	}
	for _, l := range links {
		l.Close()
	}
	if n := len(a.waitingLinks) + len(a.pendingLinks) + len(a.pendingByNetwork) + len(a.links) + len(a.connectionsByNetwork) + len(a.sessionsByNetwork) + len(a.sessionsByGroup) + a.sessionCount; n != 0 {
		t.Errorf("%d left over", n)
	}
}

// mustEnter opens a link that is admitted at once.
func mustEnter(t *testing.T, a *Admission) *Link {
	t.Helper()
	near, far := net.Pipe()
	t.Cleanup(func() { far.Close() })
	l := a.register(near)
	if l == nil {
		t.Fatal("the connection is surplus")
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func TestSessionsAreReservedForGroups(t *testing.T) {
	t.Parallel()
	a := New(Limits{HandshakeTimeout: time.Hour, Pending: 9, Sessions: 5, Groups: 3}, func(Event) {})
	var last *Link
	for _, step := range []struct {
		group string
		want  Refusal
	}{{"evil", ""}, {"evil", ""}, {"evil", ""}, {"evil", RefusalReserved}, {"anna", ""}, {"anna", RefusalReserved}, {"evil", RefusalReserved}, {"ben", ""}, {"ben", RefusalFull}, {"evil", RefusalFull}} {
		l := mustEnter(t, a)
		if got := l.StartSession(step.group); got != step.want {
			t.Errorf("%s: %q, want %q", step.group, got, step.want)
		}
		if step.group == "ben" && step.want == "" {
			last = l
		}
	}
	last.Close()
	if got := mustEnter(t, a).StartSession("anna"); got != RefusalReserved {
		t.Errorf("anna has the place of ben: %q", got)
	}
	if got := mustEnter(t, a).StartSession("ben"); got != "" {
		t.Errorf("ben does not come back: %q", got)
	}
}

// Connections with a session do not count.
func TestPendingConnectionsPerAddressAreBounded(t *testing.T) {
	t.Parallel()
	a := New(Limits{HandshakeTimeout: time.Hour, Pending: 9, Sessions: 9, PendingPerAddress: 2}, func(Event) {})
	for range 5 {
		if why := mustEnter(t, a).StartSession(""); why != "" {
			t.Fatal(why)
		}
	}
	mustEnter(t, a)
	last := mustEnter(t, a)
	near, far := net.Pipe()
	defer near.Close()
	defer far.Close()
	if a.register(near) != nil {
		t.Error("a third connection is let in")
	}
	last.Close()
	mustEnter(t, a)
}

func TestEachKindOfEventIsLoggedOnce(t *testing.T) {
	t.Parallel()
	var got []Event
	a := New(Limits{HandshakeTimeout: time.Hour, Pending: 9}, func(e Event) { got = append(got, e) })
	l := mustEnter(t, a)
	for i := range 5 {
		l.Report("login", fmt.Sprint("anna", i))
	}
	l.Report("flood", "")
	l.Close()
	if want := []Event{{"pipe", "login", "anna0"}, {"pipe", "flood", ""}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
