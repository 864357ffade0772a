package sshload

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// join measures the time to the first frame while clients come at a steady rate.
func (l *Load) join(p *process, f *followers) error {
	times, err := f.join(p.addr, 1000, 50)
	slices.Sort(times)
	l.Report("first frame, median", "ms", percentile(times, 0.5)*1000)
	l.Report("first frame, p99", "ms", percentile(times, 0.99)*1000)
	return err
}

// lag reports how much later than the first of all followers saw the rounds.
func (l *Load) lag(f *followers, what string) {
	sorted, share := f.lags()
	l.Report(what+": lag, p99", "rounds", percentile(sorted, 0.99)/period.Seconds())
	l.Report(what+": lag, median", "ms", percentile(sorted, 0.5)*1000)
	l.Report(what+": lag, max", "ms", percentile(sorted, 1)*1000)
	l.Report(what+": frames seen of all", "%", share*100)
}

// follow measures a server whose clients all follow the match.
func (l *Load) follow(p *process, f *followers) error {
	time.Sleep(time.Second)
	before := p.memory()
	if _, err := f.join(p.addr, 2000, 100); err != nil {
		return err
	}
	time.Sleep(2 * time.Second)
	l.Report("cpu of the server", "% of a core", p.use(f))
	l.lag(f, "2,000 watchers")
	l.Report("memory a following watcher", "MB", (p.memory()-before)/2000)
	return nil
}

// use watches for a while, and returns how much processor time the server took, in % of
// a core.
func (p *process) use(f *followers) float64 {
	used, began := p.cpu(), time.Now()
	f.watch(15 * time.Second)
	return (p.cpu() - used) / time.Since(began).Seconds() * 100
}

// analysis measures the followers of a server that analyses their match for one who
// looks at its win chances.
func (l *Load) analysis(p *process, f *followers) error {
	time.Sleep(time.Second)
	if _, err := f.join(p.addr, 2000, 100); err != nil {
		return err
	}
	looker, err := dial(p.addr, nil)
	if err != nil {
		return err
	}
	defer looker.close()
	time.Sleep(2 * time.Second)
	l.Report("cpu of the server before", "% of a core", p.use(f))
	memory := p.memory()
	if err := looker.press("c"); err != nil {
		return err
	}
	time.Sleep(2 * time.Second)
	begun, err := p.metric("gametui_jobs_done_total")
	if err != nil {
		return err
	}
	l.Report("cpu of the server", "% of a core", p.use(f))
	l.lag(f, "2,000 watchers")
	l.Report("match off its pace, max", "rounds", f.offPace())
	l.Report("memory more than before", "MB", p.memory()-memory)
	done, err := p.metric("gametui_jobs_done_total")
	if err == nil && done == begun {
		err = errors.New("nothing was analysed")
	}
	return err
}

// capacity adds clients until they lag more than two rounds, or a minute is over.
func (l *Load) capacity(p *process, f *followers) error {
	end := time.Now().Add(50 * time.Second)
	held, n := 0, 2000
	for time.Now().Before(end) {
		if _, err := f.join(p.addr, n-len(f.clients), 120); err != nil {
			fmt.Fprintf(l.Progress, "%d watchers: %v\n", n, err)
			break
		}
		lag := math.NaN()
		for range 2 { // something else may have come in between
			f.watch(3 * time.Second)
			sorted, _ := f.lags()
			if lag = percentile(sorted, 0.99) / period.Seconds(); lag <= 2 {
				break
			}
		}
		fmt.Fprintf(l.Progress, "%d watchers: p99 of the lag %.1f rounds\n", n, lag)
		if !(lag <= 2) {
			break
		}
		held = n
		n += 500
	}
	l.Report("watchers held within 2 rounds, at least", "", float64(held))
	return nil
}
