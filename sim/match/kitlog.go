package match

import (
	"fmt"

	"game-tui/sim"
	"game-tui/sim/record"
)

// AppendKitLog appends what the official program prints to standard error during the match.
func AppendKitLog(dst []byte, rec *record.Record) []byte {
	meta := rec.Meta()
	dst = fmt.Appendf(dst, "info: seed %d\ninfo: loading game\ninfo: loaded game\n", meta.Seed)
	for _, name := range meta.Names {
		dst = fmt.Appendf(dst, "info: loading player %s\n", name)
	}
	dst = append(dst, "info: players loaded\n"...)
	for k := range rec.Rounds() {
		turn := rec.Turn(k)
		if turn == nil {
			return dst
		}
		dst = fmt.Appendf(dst, "info: start round %d\n", k)
		for seat := range turn.Reports {
			dst = fmt.Appendf(dst, "info:     start player %d\n", seat)
			for _, line := range turn.Reports[seat].Stderr {
				dst = append(append(dst, line...), '\n')
			}
			dst = fmt.Appendf(dst, "info:     end player %d\n", seat)
		}
		if rec.State(k+1) == nil {
			return dst
		}
		dst = fmt.Appendf(dst, "info: end round %d\n", k)
	}
	return appendKitResult(dst, meta, rec.State(rec.Rounds()).Scores())
}

func appendKitResult(dst []byte, meta *record.Meta, scores [sim.Seats]int) []byte {
	for seat, name := range meta.Names {
		dst = fmt.Appendf(dst, "info: player %s got score %d\n", name, scores[seat])
	}
	dst = append(dst, "info: player(s)"...)
	if meta.Game.NamelessWinners() {
		for range sim.Winners(scores) {
			dst = append(dst, " got top score\n"...)
		}
	} else {
		for _, seat := range sim.Winners(scores) {
			dst = append(append(dst, ' '), meta.Names[seat]...)
		}
		dst = append(dst, " got top score\n"...)
	}
	return append(dst, "info: game played\n"...)
}
