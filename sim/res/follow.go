package res

import (
	"game-tui/sim"
	"game-tui/sim/record"
)

// A Follower builds the record of a recording that arrives round by round. It is not safe for concurrent use.
type Follower struct {
	reader
	rec   *record.Record
	state sim.State // latest state
	round int
}

// Follow starts with the header and first state of a recording.
func Follow(text []byte, games []sim.Game) (*Follower, error) {
	f := &Follower{reader: reader{text: text, size: len(text)}}
	meta, err := f.header(games)
	if err != nil {
		return nil, err
	}
	if f.state, err = f.reader.state(meta, 0); err != nil {
		return nil, err
	}
	if err := f.checkEnd(); err != nil {
		return nil, err
	}
	f.rec = record.New(*meta, f.state)
	return f, nil
}

func (f *Follower) Record() *record.Record { return f.rec }

// Round reads the commands of a round and, unless the match broke, the next state. If details is
// not nil, it returns the turn with more detail. After an error the record is unchanged.
func (f *Follower) Round(text []byte, broke bool, details func(round int, done []sim.Order) (*sim.Turn, error)) error {
	f.text, f.pos = text, 0
	f.size += len(text)
	meta := f.rec.Meta()
	if f.round >= meta.Settings.Rounds() {
		return sim.InputErrorf(0, "unexpected round after round %d", f.round-1)
	}
	turn, next, err := f.reader.round(meta, f.round, f.state, broke)
	if err == nil {
		err = f.checkEnd()
	}
	if err == nil && details != nil {
		if turn, err = details(f.round, turn.Executed); err == nil {
			err = f.useMemory(f.round, record.TurnBytes(turn))
		}
	}
	if err != nil {
		return err
	}
	f.rec.Append(turn, next)
	f.round++
	if next != nil {
		f.state = next
	}
	return nil
}

func (f *Follower) checkEnd() error {
	if len(NewScanner(f.text[f.pos:]).Word()) > 0 {
		return sim.InputErrorf(f.pos, "unexpected text after the round")
	}
	return nil
}
