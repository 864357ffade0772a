package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"game-tui/cmd/game-tui/internal/network"
	"game-tui/cmd/game-tui/internal/serve/relay"
	"game-tui/cmd/game-tui/internal/serve/source"
	"game-tui/sim/league/hub"
)

// RelayOptions holds the options for following another server or publishing matches to others.
type RelayOptions struct {
	network.Access
	PublishAddr, SourceURL string
	MaxEdges               int
}

func (l *RelayOptions) check(args []string) error {
	switch {
	case l.SourceURL != "" && len(args) > 0:
		return fmt.Errorf("--from shows another server's match; omit %s", strings.Join(args, " "))
	case l.MaxEdges < 1:
		return errors.New("--max-edges must be at least 1")
	case l.PublishAddr == "" && l.SourceURL == "":
		return nil
	}
	return l.CheckTLSFlags(l.PublishAddr != "" && !strings.Contains(l.PublishAddr, "://"), "--publish ADDRESS", "--from and --publish URL")
}

// follow connects to another server, waits for its first match and returns its series.
func (l *RelayOptions) follow(ctx context.Context, group *errgroup.Group, log *slog.Logger) (*source.Series, error) {
	conn, d, err := l.connect(ctx, l.SourceURL, log)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, conn.Close)
	edge := relay.NewEdge(conn, d.TokenName(), log)
	group.Go(func() error { return edge.Run(ctx) })
	log.Info("waiting for a match", "from", l.SourceURL)
	select {
	case series := <-edge.Series:
		return series, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *RelayOptions) connect(ctx context.Context, url string, log *slog.Logger) (*nats.Conn, hub.Address, error) {
	d, err := l.ServerAddress(ctx, url)
	if err != nil {
		return nil, d, err
	}
	conn, err := d.Connect(ctx, "serve", func(text string) { log.Info(text) })
	return conn, d, err
}

func (l *RelayOptions) publish(ctx context.Context, group *errgroup.Group, log *slog.Logger, s *source.Series) error {
	if s == nil {
		return errors.New("--publish needs a live match; omit --replays, or add --loop")
	}
	var conn *nats.Conn
	var node *network.Node
	var err error
	if strings.Contains(l.PublishAddr, "://") {
		conn, _, err = l.connect(ctx, l.PublishAddr, log)
	} else {
		if err := l.CreateTokenFile("edge", func(text string) { log.Info(text) }); err != nil {
			return err
		}
		node, err = l.Listen(network.NodeOptions{Addr: l.PublishAddr, Rights: relay.Rights, MaxClients: l.MaxEdges, MaxClientsFlag: "--max-edges", Log: func(text string) { log.Info(text) },
			// Answering takes 5 ms, and edges ask every 2 s.
			Rate: network.Rate{Messages: 100, BytesIn: 64 << 10, BytesOut: 100 << 20}})
		if err != nil {
			return fmt.Errorf("--publish %w", err)
		}
		if conn, err = node.Connect(); err != nil {
			node.Close()
			return err
		}
		log.Info("publishing", "address", node.Addr().String())
	}
	if err != nil {
		return err
	}
	group.Go(func() error {
		err := relay.Publish(ctx, conn, s, log)
		conn.Close()
		if node != nil {
			node.Close()
		}
		return err
	})
	return nil
}
