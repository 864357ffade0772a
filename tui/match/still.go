package match

import (
	"iter"

	"game-tui/tui/screen"
)

// Stills yields rounds with their screens as pictures for somebody who has no
// keys: the same wherever they are made. The rounds are clamped to those that
// the record has. A screen is valid until the next one. Of the options those that
// do not concern time count.
func (m *Match) Stills(o Options, rounds []int) iter.Seq2[int, *screen.Grid] {
	return func(yield func(int, *screen.Grid) bool) {
		v := m.Viewer()
		defer v.Free()
		u := update{v: v, s: state(&o)}
		u.s.Still, u.s.Front = true, m.Front(o.Me)
		u.grow()
		u.s.Play = u.s.Play.Pause()
		var g screen.Grid
		for _, k := range rounds {
			u.s.Play = u.s.Play.Go(k)
			u.settle()
			v.Draw(&g, &u.s)
			if !yield(u.s.Play.Round, &g) {
				return
			}
		}
	}
}

// Moment is the words of the marked events that led to round k, empty where
// there are none.
func (m *Match) Moment(k int) string {
	t := m.Record.Turn(k - 1)
	if t == nil {
		return ""
	}
	var words []byte
	for i := range t.Events {
		e := &t.Events[i]
		if int(e.Kind) < len(m.legend.Events) && m.legend.Events[e.Kind].Mark {
			if len(words) > 0 {
				words = append(words, "; "...)
			}
			words = m.meta.Game.AppendEvent(words, e, &m.names)
		}
	}
	return string(words)
}
