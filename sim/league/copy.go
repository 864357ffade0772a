package league

import (
	"bufio"
	"io"

	"game-tui/sim/sanitize"
)

// Copy copies a tournament file after change has renamed its players. words converts reasons of
// outs.
func Copy(to io.Writer, from io.Reader, change func(*Plan), words func(string) string) error {
	in, err := NewReader(from)
	if err != nil {
		return err
	}
	p := *in.Plan
	change(&p)
	if err := p.Seal(); err != nil {
		return err
	}
	out := bufio.NewWriter(to) // reported by Flush
	_, _ = out.Write(formatLine(&p))
	amended := 0
	amend := func() { // before the results of added seeds
		for _, a := range in.Plan.Amendments[amended:] {
			_, _ = out.Write(formatLine(a))
			amended++
		}
	}
	for res, err := range in.Results() {
		if err != nil {
			return err
		}
		amend()
		for i := range res.Outs {
			o := &res.Outs[i].Failure
			o.Detail = sanitize.Truncate(words(o.Detail), maxDetail)
		}
		_, _ = out.Write(formatLine(res))
	}
	amend()
	for _, key := range in.Keys {
		_, _ = out.Write(key.line())
	}
	return out.Flush()
}
