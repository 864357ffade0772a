package hub

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nats-io/nats.go"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/decode"
	"game-tui/sim/lazy"
	"game-tui/sim/league"
	"game-tui/sim/playoff"
)

// protocol is the version of the messages of coordinator and workers.
const protocol = 3

// Subjects are PREFIX.PLAN.NAME.ONE.VERB: the id of a plan, the name of a token, a
// session of that token, and what it wants; who joins has no session yet, and names which
// worker it is among those with that token. A token may write to the subjects of its own
// name only, so that nobody can speak for another.
const (
	prefix  = "game-tui"
	anyPlan = "any" // of a worker that knows no plan yet

	verbJoin   = "join"    // hello → welcome
	verbFile   = "file"    // part → its bytes
	verbReady  = "ready"   // ready → answer
	verbTask   = "task"    // want → tasks
	verbStatus = "playing" // playing, without an answer
	verbResult = "result"  // league.Result → taken
	verbOver   = "over"    // to all workers of a plan: PREFIX.PLAN.over
)

// Bounds of messages.
const (
	maxRequest = 96 << 10  // bytes of what a worker sends
	maxAnswer  = 512 << 10 // bytes of what it is answered
	maxPart    = 256 << 10 // bytes of a part of a file
	maxWant    = 1024      // tasks asked for at once
	maxReason  = 200       // bytes of a reason
)

// hello is how a worker introduces itself.
type hello struct {
	Protocol int    `json:"protocol"`
	Engine   string `json:"engine"` // version of the rules
	Cores    int    `json:"cores"`
	System   string `json:"system"`  // linux/amd64
	Sandbox  string `json:"sandbox"` // what keeps programs in there
}

// answer is what every answer may have.
type answer struct {
	Refused string `json:"refused,omitempty"` // why, in one sentence, for good
	Full    string `json:"full,omitempty"`    // why there is no place yet, in one sentence
	Again   bool   `json:"again,omitempty"`   // join again: the session is not known
}

// reply is any answer in JSON; all embed an answer.
type reply interface{ status() answer }

func (a answer) status() answer { return a }

// parseReply parses a coordinator's answer. again reports that the coordinator does not know the session.
func parseReply[T reply](m *nats.Msg) (r T, again bool, err error) {
	if r, err = decode.StrictJSON[T](m.Data, maxAnswer); err != nil {
		return r, false, err
	}
	if a := r.status(); a.Refused != "" {
		return r, false, errRefused(a.Refused)
	}
	return r, r.status().Again, nil
}

// welcome is what is played.
type welcome struct {
	answer
	Session string `json:"session"`
	ID      string `json:"id"`   // of the plan
	Plan    string `json:"plan"` // SHA-256 of its text
	Size    int64  `json:"size"` // bytes of its text
	Broken  []int  `json:"broken,omitempty"`
	Over    bool   `json:"over,omitempty"` // there is nothing more to play, and no session
}

// part asks for a part of a file, by the SHA-256 of all of it.
type filePart struct {
	SHA256 string `json:"sha256"`
	Offset int64  `json:"offset"`
}

// ready means that a worker has the players, but for some.
type ready struct {
	Unplayable []Unplayable `json:"cannot,omitempty"`
}

// Unplayable says that a worker cannot play an entry of the plan.
type Unplayable struct {
	Entry  int    `json:"entry"`
	Reason string `json:"why"`
}

// sentences says what cannot be played, the players of each reason together.
func unplayableLines(p *league.Plan, list []Unplayable) (lines []string) {
	names := map[string][]string{}
	var order []string
	for _, c := range list {
		if c.Entry < 0 || c.Entry >= len(p.Players) {
			continue
		}
		why := clean.Truncate(c.Reason, maxReason)
		if names[why] == nil {
			order = append(order, why)
		}
		names[why] = append(names[why], p.Players[c.Entry].Name)
	}
	for _, why := range order[:min(len(order), maxListed)] {
		lines = append(lines, fmt.Sprintf("cannot play %s: %s", clean.JoinNames(names[why], maxListed), why))
	}
	if more := len(order) - maxListed; more > 0 {
		lines = append(lines, fmt.Sprintf("cannot play others for %d more reasons", more))
	}
	return lines
}

type taskRequest struct {
	N int `json:"n"`
}

// tasks are the numbers of tasks to play, and the seeds of the players in their matches, where
// these come from a key. The key stays with the coordinator.
type tasks struct {
	answer
	Tasks   []int               `json:"tasks,omitempty"`
	Players [][]sim.PlayerSeeds `json:"players,omitempty"`
	Matches []*playoff.Match    `json:"matches,omitempty"` // of a play-off: what the tasks are
	Over    bool                `json:"over,omitempty"`    // there will be no more
}

// taken answers a result.
type receipt struct {
	answer
	Late bool `json:"late,omitempty"` // the session does not hold the task any more: the result does not count
}

// playing says how far a worker is: matches begun by task. It comes from the loop
// that plays; a worker that has nothing in hand sends an empty one.
type workerStatus struct {
	Started map[int]int `json:"begun,omitempty"`
	GaveUp  []int       `json:"missed,omitempty"` // tasks that its machine held up, and that it gives back
	Bye     bool        `json:"bye,omitempty"`    // it knows that it is over
}

var (
	hexID  = lazy.Regexp(`^[0-9a-f]{16}$`)
	hexSum = lazy.Regexp(`^[0-9a-f]{64}$`)
)

// subject is where a worker sends a message.
func subject(plan, name, one, verb string) string {
	return strings.Join([]string{prefix, plan, name, one, verb}, ".")
}

func overSubject(plan string) string { return prefix + "." + plan + "." + verbOver }

// restartSubject is where a coordinator announces that it has started or is connected again.
var restartSubject = overSubject(anyPlan)

// sender is the session that sends a message, or the worker that joins; empty for a message that
// no worker sends.
func sender(m *nats.Msg) string {
	w := strings.Split(m.Subject, ".")
	if len(w) != 5 || !clean.IsToken(w[2]) || !clean.IsToken(w[3]) || !MayAnswer(m, w[2]) {
		return ""
	}
	return w[2] + "/" + w[3]
}

// MayAnswer reports whether a message may be answered: whoever asks under a name names
// the name's inbox for the answer. Whoever answers may write to all subjects, and would
// otherwise be made to write where the one who asks may not.
func MayAnswer(m *nats.Msg, name string) bool {
	return m.Reply == "" || strings.HasPrefix(m.Reply, Inbox(name)+".")
}

// encode writes a message. Its types always marshal.
func encode(v any) []byte {
	data, _ := json.Marshal(v)
	return data
}

// decodePlan reads the text of a plan, and checks it.
func decodePlan(text []byte) (*league.Plan, error) {
	p, err := decode.StrictJSON[league.Plan](text, league.MaxPlan)
	if err != nil {
		return nil, err
	}
	return &p, p.Check()
}

// errChanged says that a file is not what its hash says.
var errChanged = errors.New("has changed on the coordinator's machine since the tournament began")

func (s *session) fetchPlan(ctx context.Context, w *welcome) error {
	var text bytes.Buffer
	if err := s.fetch(ctx, w.Plan, w.Size, &text); err != nil {
		return fmt.Errorf("the plan of the tournament: %w", err)
	}
	p, err := decodePlan(text.Bytes())
	if err == nil && p.ID != w.ID {
		err = errors.New("it is another one's")
	}
	if err != nil {
		return fmt.Errorf("the plan of the tournament: %s", clean.Line(err.Error()))
	}
	s.plan = p
	return nil
}

// fetch writes a file of so many bytes, part by part.
func (s *session) fetch(ctx context.Context, sum string, size int64, w io.Writer) error {
	h := sha256.New()
	for at := int64(0); at < size; {
		data, err := s.part(ctx, filePart{sum, at})
		if err != nil {
			return err
		}
		if len(data) == 0 || int64(len(data)) > size-at || len(data) > maxPart {
			return errChanged
		}
		if _, err := io.MultiWriter(h, w).Write(data); err != nil {
			return err
		}
		at += int64(len(data))
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return errChanged
	}
	return nil
}

func (s *session) part(ctx context.Context, p filePart) (data []byte, err error) {
	err = s.ask(ctx, verbFile, p, func(m *nats.Msg) (again bool, err error) {
		data = m.Data
		switch why := m.Header.Get(errorHeader); why {
		case "":
			return false, nil
		case errJoin.Error():
			return true, nil
		default:
			return false, errors.New(clean.Truncate(why, maxReason))
		}
	})
	return data, err
}
