package hub

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// TestTournamentOnAServerOfOnesOwn uses the server configuration from the documentation.
func TestTournamentOnAServerOfOnesOwn(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../cmd/game-tui/docs/machines.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, found := strings.Cut(string(page), "    authorization {")
	block, _, whole := strings.Cut(block, "\n    }\n")
	if !found || !whole {
		t.Fatal("the page shows no configuration")
	}
	config := filepath.Join(t.TempDir(), "nats.conf")
	if err := os.WriteFile(config, []byte("authorization {"+block+"\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := server.ProcessConfigFile(config)
	if err != nil {
		t.Fatal(err)
	}
	o.Host, o.Port, o.NoSigs, o.NoLog = "127.0.0.1", server.RANDOM_PORT, true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(startTimeout) {
		t.Fatal("the NATS server failed to start")
	}
	p := testPlan(t, 2)
	m := &meeting{T: t, plan: p, url: s.ClientURL()}
	m.file, m.engine = createFile(t, p, nil)
	m.dispatcher = NewDispatcher(m.engine, DispatcherOptions{Log: m.log})
	d := Address{URLs: s.ClientURL(), Token: Token{"coordinator", "SECRET-OF-16-OR-MORE"}}
	conn, err := d.Connect(t.Context(), "coordinator", m.log)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if m.coord, err = NewCoordinator(conn, m.dispatcher, nil); err != nil {
		t.Fatal(err)
	}
	done := m.startWorker(m.worker("one", Token{"anna", "ANOTHER-OF-16-OR-MORE"}))
	m.finish()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := conn.LastError(); err != nil {
		t.Errorf("the coordinator lacks a right: %v", err)
	}
}
