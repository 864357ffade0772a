package hub

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// TestOwnServer plays a tournament over a server with the configuration that the page
// about machines shows.
func TestOwnServer(t *testing.T) {
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
	if !s.ReadyForConnections(startTime) {
		t.Fatal("the server does not start")
	}
	p := testPlan(t, 2)
	m := &meeting{T: t, plan: p, url: s.ClientURL()}
	m.file, m.engine = begin(t, p, nil)
	m.desk = NewDesk(m.engine, DeskOptions{Log: m.log})
	d := Dial{URL: s.ClientURL(), Token: Token{"coordinator", "SECRET-OF-16-OR-MORE"}}
	conn, err := d.Connect(t.Context(), "coordinator", m.log)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if m.coord, err = NewCoordinator(conn, m.desk, nil); err != nil {
		t.Fatal(err)
	}
	done := m.starts(m.worker("one", Token{"anna", "ANOTHER-OF-16-OR-MORE"}))
	m.ends()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := conn.LastError(); err != nil {
		t.Errorf("the coordinator lacks a right: %v", err)
	}
}

// TestTLS lets workers in who trust the certificate, and says to the others what to do.
func TestTLS(t *testing.T) {
	t.Parallel()
	cert, pem := certificate(t)
	token := NewToken("anna")
	n, err := StartNode(NodeOptions{Addr: "127.0.0.1:0", Tokens: []Token{token}, TLS: cert, Rights: WorkerRights, Clients: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	own, err := n.Connect()
	if err != nil {
		t.Fatalf("its own connection: %v", err)
	}
	defer own.Close()
	for _, c := range []struct {
		ca   []byte
		want string
	}{{pem, ""}, {nil, "name one that it can trust with --tls-ca"}} {
		d := Dial{URL: "tls://" + n.Addr().String(), Token: token, CA: c.ca}
		l, err := d.Connect(t.Context(), "x", func(s string) { t.Error(s) })
		if err == nil {
			l.Close()
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// certificate makes one for this machine, and the text by which it is trusted.
func certificate(t testing.TB) (*tls.Config, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MinVersion: tls.VersionTLS12},
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}
