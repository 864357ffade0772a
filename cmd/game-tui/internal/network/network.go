// Package network connects machines over NATS with TLS and tokens. [Access.Listen] starts a server
// that admits clients with a token and limits their rates. [Access.ServerAddress] returns the
// address and credentials of such a server.
package network

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"os"

	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim/league/hub"
)

// Access holds the credentials of a client or a server. The strings are file names; empty ones are
// unused.
type Access struct {
	TokenFile, CertFile, KeyFile, CAFile string
	Insecure                             bool
}

const maxTokenFile = 1 << 20

func (a *Access) readTokens() ([]hub.Token, error) {
	if a.TokenFile == "" {
		return nil, nil
	}
	text, err := files.ReadUTF8(a.TokenFile, maxTokenFile)
	if err != nil {
		return nil, err
	}
	list, err := hub.ReadTokens(text)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", a.TokenFile, err)
	}
	return list, nil
}

// CreateTokenFile creates the token file with one token, called name. It keeps an existing file.
func (a *Access) CreateTokenFile(name string, log func(string)) error {
	if a.TokenFile == "" {
		return nil
	}
	file, err := os.OpenFile(a.TokenFile, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if err != nil {
		return files.WithoutOp(err)
	}
	t := hub.NewToken(name)
	_, err = fmt.Fprintf(file, "# NAME TOKEN, one line for each person you trust\n%s %s\n", t.Name, t.Secret)
	if err := errors.Join(err, file.Close()); err != nil {
		return files.NewWriteError(a.TokenFile, err)
	}
	log(a.TokenFile + ": created with a token named " + name + "; give a copy to everyone who may connect")
	return nil
}

// ServerAddress returns the address of a server with this machine's credentials. It does not connect.
func (a *Access) ServerAddress(ctx context.Context, url string) (hub.Address, error) {
	d := hub.Address{URLs: url, Insecure: a.Insecure}
	list, err := a.readTokens()
	if err != nil {
		return d, err
	}
	if len(list) > 1 {
		return d, fmt.Errorf("%s:2: found %d tokens, expected only this machine's", a.TokenFile, len(list))
	}
	if len(list) == 1 {
		d.Token = list[0]
	}
	if a.CAFile != "" {
		if d.CA, err = files.ReadBounded(a.CAFile, maxTokenFile); err != nil {
			return d, err
		}
	}
	_, err = d.Servers()
	return d, err
}

func (a *Access) Listen(o NodeOptions) (*Node, error) {
	var err error
	if o.Tokens, err = a.readTokens(); err != nil {
		return nil, err
	}
	o.Insecure = a.Insecure
	if a.CertFile != "" {
		pair, err := tls.LoadX509KeyPair(a.CertFile, a.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("--tls-cert %s: %w", a.CertFile, err)
		}
		o.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	return Listen(o)
}

// CheckTLSFlags returns an error for --tls-ca on a server or --tls-cert on a client. In the error,
// clientFlag and serverFlag name what these flags apply to.
func (a *Access) CheckTLSFlags(isServer bool, serverFlag, clientFlag string) error {
	switch {
	case isServer && a.CAFile != "":
		return fmt.Errorf("--tls-ca only applies to %s; omit it here", clientFlag)
	case !isServer && a.CertFile != "": // --tls-key requires --tls-cert
		return fmt.Errorf("--tls-cert only applies to %s; omit it here", serverFlag)
	}
	return nil
}
