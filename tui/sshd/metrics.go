package sshd

import (
	"expvar"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"runtime/metrics"
	"time"
)

func (s *Server) writeMetrics(w io.Writer) {
	links := s.admission.Counts()
	figure := func(kind, name, help string, n int64) {
		fmt.Fprintf(w, "# HELP gametui_%s %s\n# TYPE gametui_%s %s\ngametui_%s %d\n", name, help, name, kind, name, n)
	}
	gauge := func(name, help string, n int) { figure("gauge", name, help, int64(n)) }
	counter := func(name, help string, n int64) { figure("counter", name+"_total", help, n) }
	gauge("watchers", "open sessions", links.Sessions)
	gauge("pending_connections", "connections without a session", links.Pending)
	gauge("audiences", "shared screens", s.countAudiences())
	gauge("private_watchers", "viewers with a private screen", s.privateQuota.used())
	opening, toOpen, _ := s.openingJobs.counts()
	running, waiting, done := s.optionalJobs.counts()
	gauge("opening", "recordings being read", opening)
	gauge("opening_waiting", "recordings waiting to be read", toOpen)
	gauge("jobs", "jobs running", running)
	gauge("jobs_waiting", "jobs waiting", waiting)
	c := &s.counters
	counter("jobs_done", "jobs finished", done)
	counter("joins", "sessions started", c.joins.Load())
	counter("received_bytes", "bytes from clients", s.admission.BytesIn.Load())
	counter("sent_bytes", "bytes to clients", s.admission.BytesOut.Load())
	counter("frames", "frames drawn for audiences", c.frames.Load())
	counter("skipped_frames", "frames skipped for slow viewers", c.skippedFrames.Load())
	counter("lost_key_bytes", "input bytes discarded above the rate limit", c.discardedInput.Load())
	counter("panics", "panics in sessions and drawing", c.panics.Load())
	writeLabelledCounter(w, "drops", "connections dropped by the server", "reason", &s.admission.Drops)
	writeLabelledCounter(w, "refusals", "requests refused", "what", &c.refusals)
	fmt.Fprintf(w, "# TYPE gametui_frame_seconds summary\ngametui_frame_seconds_sum %g\ngametui_frame_seconds_count %d\n",
		time.Duration(c.drawingNanos.Load()).Seconds(), c.frames.Load())
	// The number of goroutines and the live heap reveal leaks.
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	fmt.Fprintf(w, "# TYPE go_goroutines gauge\ngo_goroutines %d\n", runtime.NumGoroutine())
	fmt.Fprintf(w, "# TYPE go_heap_live_bytes gauge\ngo_heap_live_bytes %d\n", live[0].Value.Uint64())
}

func writeLabelledCounter(w io.Writer, name, help, label string, m *expvar.Map) {
	fmt.Fprintf(w, "# HELP gametui_%s_total %s\n# TYPE gametui_%s_total counter\n", name, help, name)
	m.Do(func(v expvar.KeyValue) { fmt.Fprintf(w, "gametui_%s_total{%s=%q} %s\n", name, label, v.Key, v.Value) })
}

func (s *Server) MetricsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		s.writeMetrics(w)
	})
	return mux
}
