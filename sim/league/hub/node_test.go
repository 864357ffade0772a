package hub

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"

	"game-tui/sim/simtest"
)

// TestServerWarningsAreLogged covers forbidden messages and message floods.
func TestServerWarningsAreLogged(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	said := map[string]bool{}
	log := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		said[text] = true
	}
	says := func(want string) {
		t.Helper()
		simtest.Await(t, want, func() bool {
			mu.Lock()
			defer mu.Unlock()
			for text := range said {
				if strings.Contains(text, want) {
					return true
				}
			}
			return false
		}, func() string { return fmt.Sprint(said) })
	}
	n, err := StartNode(NodeOptions{Permissions: WorkerPermissions, MaxClients: 2, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	own, err := n.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	if own.Opts.AsyncErrorCB == nil || own.Opts.MaxReconnect >= 0 {
		t.Error("the connection of this program prints errors, or gives up")
	}
	release := make(chan struct{})
	defer close(release)
	sub, err := own.Subscribe("game-tui.>", func(*nats.Msg) { <-release })
	if err == nil {
		err = sub.SetPendingLimits(1, -1)
	}
	if err == nil {
		err = own.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	url, _ := serve(t, n, "127.0.0.1:0")
	d := Address{URLs: url}
	evil, err := d.Connect(t.Context(), "evil", func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer evil.Close()
	for range 10 {
		if err := evil.Publish(subject(anyPlan, anonymousToken.Name, "one", verbJoin), nil); err != nil {
			t.Fatal(err)
		}
	}
	says("nats: slow consumer, messages dropped: game-tui.>")
	if err := evil.Publish("$SYS.REQ.SERVER.PING", nil); err != nil {
		t.Fatal(err)
	}
	says(`Publish Violation - Subject "$SYS.REQ.SERVER.PING"`)
}

func TestConnectionErrorsAreLoggedOnce(t *testing.T) {
	t.Parallel()
	n, err := StartNode(NodeOptions{Permissions: WorkerPermissions, MaxClients: 2, Log: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	url, _ := serve(t, n, "127.0.0.1:0")
	logged := make(chan string, 100)
	d := Address{URLs: url}
	c, err := d.Connect(t.Context(), "worker", func(text string) { logged <- text })
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if err := c.Publish("$SYS.REQ.SERVER.PING", nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	first := simtest.Receive(t, "the first error", logged)
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	if want := url + ": nats: permissions violation: "; !strings.HasPrefix(first, want) || len(logged) > 0 {
		t.Errorf("said %q and %d lines more; want %s…", first, len(logged), want)
	}
}
