package moneyheist

import "game-tui/sim"

func (s *State) Fill(f *sim.Frame)                                                  {}
func (s *State) Inspect(p sim.Pos, names *[sim.Seats]string) []string               { return nil }
func (Game) Legend() *sim.Legend                                                    { return nil }
func (Game) AppendOrderText(dst []byte, o sim.Order) []byte                         { return dst }
func (Game) AppendEvent(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte  { return dst }
func (Game) Derive(before sim.State, done []sim.Order, after sim.State) []sim.Event { return nil }
