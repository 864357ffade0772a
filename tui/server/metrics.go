package server

import (
	"expvar"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// writeMetrics writes the server's figures in Prometheus text form.
func (s *Server) writeMetrics(w io.Writer) {
	sessions, pending := s.adm.numbers()
	figure := func(kind, name, help string, n int64) {
		fmt.Fprintf(w, "# HELP gametui_%s %s\n# TYPE gametui_%s %s\ngametui_%s %d\n", name, help, name, kind, name, n)
	}
	gauge := func(name, help string, n int) { figure("gauge", name, help, int64(n)) }
	counter := func(name, help string, n int64) { figure("counter", name+"_total", help, n) }
	gauge("watchers", "sessions in progress", sessions)
	gauge("pending_connections", "connections without a session", pending)
	gauge("audiences", "shared drawings", s.drawings())
	gauge("private_watchers", "watchers who look around on their own", s.private.now())
	opening, toOpen, _ := s.opening.numbers()
	running, waiting, done := s.extras.numbers()
	gauge("opening", "recordings being read", opening)
	gauge("opening_waiting", "recordings that wait to be read", toOpen)
	gauge("jobs", "costly work being done", running)
	gauge("jobs_waiting", "costly work that waits", waiting)
	c := &s.count
	counter("jobs_done", "costly work that was done", done)
	counter("joins", "sessions started", c.joins.Load())
	counter("received_bytes", "bytes from clients", c.in.Load())
	counter("sent_bytes", "bytes to clients", c.out.Load())
	counter("frames", "frames drawn for audiences", c.frames.Load())
	counter("skipped_frames", "frames that watchers did not get for being behind", c.skipped.Load())
	counter("lost_key_bytes", "bytes of keys thrown away for being too many", c.lostKeys.Load())
	counter("panics", "sessions and drawings that broke", c.panics.Load())
	labelled(w, "drops", "connections cut by the server", "reason", &c.drops)
	labelled(w, "refusals", "requests refused", "what", &c.refusals)
	fmt.Fprintf(w, "# TYPE gametui_frame_seconds summary\ngametui_frame_seconds_sum %g\ngametui_frame_seconds_count %d\n",
		time.Duration(c.drawing.Load()).Seconds(), c.frames.Load())
	// These two show a leak.
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	fmt.Fprintf(w, "# TYPE go_goroutines gauge\ngo_goroutines %d\n", runtime.NumGoroutine())
	fmt.Fprintf(w, "# TYPE go_heap_live_bytes gauge\ngo_heap_live_bytes %d\n", live[0].Value.Uint64())
}

func labelled(w io.Writer, name, help, label string, m *expvar.Map) {
	fmt.Fprintf(w, "# HELP gametui_%s_total %s\n# TYPE gametui_%s_total counter\n", name, help, name)
	m.Do(func(v expvar.KeyValue) { fmt.Fprintf(w, "gametui_%s_total{%s=%q} %s\n", name, label, v.Key, v.Value) })
}

// MetricsHandler answers GET /metrics.
func (s *Server) MetricsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		s.writeMetrics(w)
	})
	return mux
}

// dropReason is why a connection was cut, as log and metrics name it.
type dropReason string

const (
	dropHandshake dropReason = "handshake"
	dropCrowded   dropReason = "crowded"
	dropStalled   dropReason = "stalled"
	dropGarbage   dropReason = "garbage"
	dropChannels  dropReason = "channels"
	dropLinger    dropReason = "linger"
	dropClosing   dropReason = "closing"
)

// counters are what the server has done since it started.
type counters struct {
	in, out, lostKeys, frames, skipped, panics, joins atomic.Int64
	drawing                                           atomic.Int64 // nanoseconds that the frames took
	drops, refusals                                   expvar.Map   // by dropReason, and by what was asked for
}
