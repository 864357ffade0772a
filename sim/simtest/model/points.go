package model

import "game-tui/sim"

// sources are what gives points, and what costs some.
var sources = []string{"apples picked", "apples sown"}

// Account tells where points come from: orders show what was sown, and all else was
// picked.
func (game) Account(first sim.State) sim.Account { return &account{state: first.(*State)} }

type account struct {
	state *State
	sown  [sim.Seats]int
}

// Add counts what was sown in a round.
func (a *account) Add(t *sim.Turn, after sim.State) {
	for i := range t.Done {
		o := &t.Done[i]
		if u := a.state.Picker(o.Unit); o.Kind == 's' && u.ID >= 0 {
			a.sown[u.Team] += int(sown(o))
		}
	}
	a.state = after.(*State)
}

// Points are those of the last state.
func (a *account) Points() (p sim.Points) {
	for team, score := range a.state.Points {
		p[0][team], p[1][team] = score+a.sown[team], -a.sown[team]
	}
	return p
}
