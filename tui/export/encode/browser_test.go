//go:build exportcheck

package encode_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"game-tui/sim/game/catalog"
	"game-tui/tui/cells/screen"
	"game-tui/tui/export/encode"
)

// browser is a Chromium that is controlled through pipes.
type browser struct {
	t    *testing.T
	to   *os.File
	from *bufio.Reader
	id   int
	logs []string // errors that pages logged
}

func startBrowser(t *testing.T) *browser {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Fatal("no Chromium to check with; Debian's is in the package chromium")
	}
	read, toBrowser, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fromBrowser, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
		"--force-color-profile=srgb", "--remote-debugging-pipe", "--user-data-dir="+t.TempDir(), "about:blank")
	cmd.ExtraFiles = []*os.File{read, write} // these become descriptors 3 and 4
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read.Close()
	write.Close()
	b := &browser{t: t, to: toBrowser, from: bufio.NewReaderSize(fromBrowser, 1<<20)}
	// A browser that hangs must not hang the test.
	var late atomic.Bool
	timer := time.AfterFunc(3*time.Minute, func() { late.Store(true); cmd.Process.Kill() })
	t.Cleanup(func() {
		timer.Stop()
		if late.Load() {
			t.Error("the browser took too long")
		} else {
			b.call("", "Browser.close", nil, nil)
		}
		cmd.Wait()
	})
	return b
}

type reply struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// call sends a command to a page or the browser and returns its result.
func (b *browser) call(session, method string, params, result any) {
	b.t.Helper()
	b.id++
	if params == nil {
		params = struct{}{}
	}
	m := map[string]any{"id": b.id, "method": method, "params": params}
	if session != "" {
		m["sessionId"] = session
	}
	data, err := json.Marshal(m)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.to.Write(append(data, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		data, err := b.from.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
		var r reply
		if err := json.Unmarshal(bytes.TrimRight(data, "\x00"), &r); err != nil {
			b.t.Fatal(err)
		}
		switch {
		case r.Method == "Runtime.exceptionThrown" || r.Method == "Log.entryAdded":
			b.logs = append(b.logs, string(r.Params))
		case r.ID != b.id:
		case r.Error != nil:
			b.t.Fatalf("%s: %s", method, r.Error.Message)
		case result != nil:
			if err := json.Unmarshal(r.Result, result); err != nil {
				b.t.Fatal(err)
			}
			return
		default:
			return
		}
	}
}

// tab is a page of a browser.
type tab struct {
	*browser
	session string
}

// open opens a file in a window of the given size.
func (b *browser) open(file string, w, h int) *tab {
	b.t.Helper()
	var target struct{ TargetID string }
	b.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var session struct{ SessionID string }
	b.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	p := &tab{b, session.SessionID}
	p.call(p.session, "Emulation.setDeviceMetricsOverride", map[string]any{"width": w, "height": h, "deviceScaleFactor": 1, "mobile": false}, nil)
	for _, domain := range []string{"Runtime", "Log", "Page"} {
		p.call(p.session, domain+".enable", nil, nil)
	}
	p.call(p.session, "Page.navigate", map[string]any{"url": "file://" + file}, nil)
	return p
}

// eval returns the value of a JavaScript expression, or of its promise.
func (p *tab) eval(expression string, value any) {
	p.t.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	p.call(p.session, "Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &r)
	if r.ExceptionDetails != nil {
		p.t.Fatalf("%s: %s", expression, r.ExceptionDetails)
	}
	if value != nil {
		if err := json.Unmarshal(r.Result.Value, value); err != nil {
			p.t.Fatalf("%s: %s: %v", expression, r.Result.Value, err)
		}
	}
}

// until waits for a JavaScript expression to become true.
func (p *tab) until(expression string) {
	p.t.Helper()
	for n, done := 0, false; !done; n++ {
		if n == 1000 {
			var text string
			p.eval("document.documentElement.textContent.slice(0, 1000)", &text)
			p.t.Fatalf("never comes true: %s; %s", expression, text)
		}
		p.eval(fmt.Sprintf("new Promise(r => setTimeout(() => r(!!(%s)), 20))", expression), &done)
	}
}

func (p *tab) key(text string) {
	p.t.Helper()
	p.call(p.session, "Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": text, "text": text}, nil)
	p.call(p.session, "Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": text}, nil)
}

// shot returns a screenshot of the page.
func (p *tab) shot() []byte {
	p.t.Helper()
	var r struct{ Data []byte }
	p.call(p.session, "Page.captureScreenshot", map[string]any{"format": "png"}, &r)
	return r.Data
}

func (p *tab) ready() {
	p.t.Helper()
	p.until(`document.documentElement?.dataset.ready == "yes" && document.querySelector(".ap-term-text")`)
}

// shows waits until the player's text contains the given words.
func (p *tab) shows(words string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`document.querySelector(".ap-term-text").textContent.includes(%q)`, words))
}

// quiet fails the test if a page reported anything.
func (b *browser) quiet() {
	b.t.Helper()
	if len(b.logs) > 0 {
		b.t.Errorf("the browser complains: %q", b.logs)
	}
}

func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func picture(t *testing.T, data []byte) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// wholeFilms returns a film of all rounds of a match of each game.
func wholeFilms(t *testing.T) []*encode.Film {
	t.Helper()
	var all []*encode.Film
	for _, g := range catalog.Names() {
		all = append(all, recorded(t, g, "rival-s2001", 1))
	}
	return all
}

// Keys step by round and by marker, the list leads to moments, and cells have their colours.
func TestHTMLPlaysInABrowser(t *testing.T) {
	b := startBrowser(t)
	for _, f := range wholeFilms(t) {
		p := b.open(file(t, "match.html", written(t, "html", f)), 1200, 1100)
		round := func(n int) {
			t.Helper()
			p.shows(fmt.Sprintf(" round %d/", n))
		}
		p.ready()
		round(0)
		checkTerminal(t, p, screenAt(f, 0), &f.Theme)
		for n, key := range []string{".", ".", ",", "5"} {
			p.key(key)
			round([...]int{1, 2, 1, half(f)}[n])
		}
		p.key("]")
		next := nextMoment(f, half(f))
		round(next)
		checkTerminal(t, p, screenAt(f, next), &f.Theme)
		p.key(",")
		round(next - 1)
		p.eval(`document.querySelector("#moments a").click()`, nil)
		first := nextMoment(f, 0)
		round(first)
		p.eval(`document.querySelector("#on").click()`, nil)
		round(first + 1)
		p.eval(`document.querySelector("#back").click()`, nil)
		round(first)
		p.key(" ")
		round(first + 3)
		var loaded bool
		if p.eval(`[...document.fonts].length == 2 && [...document.fonts].every(f => f.status == "loaded")`, &loaded); !loaded {
			t.Errorf("%s: fonts are not loaded", f.Title)
		}
	}
	b.quiet()
}

// The page also fits phones and wide screens.
func TestHTMLOpensRoundOfAddressInABrowser(t *testing.T) {
	b := startBrowser(t)
	f := wholeFilms(t)[0]
	name := file(t, "match.html", written(t, "html", f))
	for _, size := range [][2]int{{390, 844}, {844, 390}, {1200, 1100}, {1200, 880}, {2560, 1200}} {
		p := b.open(name+"#120", size[0], size[1])
		p.ready()
		p.shows(" round 120/")
		p.eval(`location.hash = "#40"`, nil)
		p.shows(" round 40/")
		var fits struct {
			Wide         float64
			Height       float64
			Beside, Seen bool
		}
		p.eval(`(() => { const list = document.querySelector("#moments").getBoundingClientRect(), player = document.querySelector("#player").getBoundingClientRect();
			return { wide: document.documentElement.scrollWidth, height: player.height, beside: list.left >= player.right && player.width >= 2 * list.width,
				seen: [...document.querySelectorAll("#go *, #moments a, .ap-control-bar")].every(e => e.getBoundingClientRect().right <= innerWidth) }; })()`, &fits)
		if fits.Wide > float64(size[0]) || !fits.Seen || fits.Height > float64(size[1]) {
			t.Errorf("%v: %+v", size, fits)
		}
		if fits.Beside != (3*size[0] >= 4*size[1] && size[0] >= 1200) {
			t.Errorf("%v: the list is beside the player: %v", size, fits.Beside)
		}
	}
	b.quiet()
}

// half returns the screen in the middle of a film.
func half(f *encode.Film) int {
	n := 0
	for range f.Frames {
		n++
	}
	return (n - 1) / 2
}

// nextMoment returns the first screen with a moment after another screen.
func nextMoment(f *encode.Film, from int) int {
	n := 0
	for frame := range f.Frames {
		if n > from && frame.Moment != "" {
			return n
		}
		n++
	}
	return -1
}

// checkTerminal compares the pixels of a screenshot with a screen, in all half cells without
// letters.
func checkTerminal(t *testing.T, p *tab, g *screen.Grid, theme *encode.Theme) {
	t.Helper()
	// The large button covers the canvas, which is drawn one frame after the text.
	p.eval(`document.querySelector("#player").classList.add("used")`, nil)
	p.eval(`new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))`, nil)
	var box struct{ X, Y, Width, Height float64 }
	p.eval(`(() => { const r = document.querySelector(".ap-term canvas").getBoundingClientRect();
		return { x: r.x, y: r.y, width: r.width, height: r.height }; })()`, &box)
	m := picture(t, p.shot())
	shown := image.NewRGBA(image.Rect(0, 0, g.W*8, g.H*16))
	for y := range shown.Rect.Max.Y {
		for x := range shown.Rect.Max.X {
			shown.Set(x, y, m.At(int(box.X+(float64(x)+.5)*box.Width/float64(g.W*8)), int(box.Y+(float64(y)+.5)*box.Height/float64(g.H*16))))
		}
	}
	checkPicture(t, shown, g, theme, defaultCell)
	checkWords(t, p, g)
}

// checkWords compares the letters in the player's terminal. Blocks are no text there.
func checkWords(t *testing.T, p *tab, g *screen.Grid) {
	t.Helper()
	var rows [][]struct {
		At   int
		Text string
	}
	p.eval(`[...document.querySelectorAll(".ap-line")].map(row => [...row.children].map(part =>
		({ at: Number(part.style.getPropertyValue("--offset")), text: part.textContent })))`, &rows)
	if len(rows) != g.H {
		t.Fatalf("%d rows, want %d", len(rows), g.H)
	}
	for y, row := range rows {
		line := make([]rune, g.W)
		for _, part := range row {
			copy(line[part.At:], []rune(part.Text))
		}
		for x, c := range g.Row(y) {
			if c.R > ' ' && c.R < 0x7f && line[x] != c.R {
				t.Fatalf("cell (%d,%d) holds %q, want %q", x, y, line[x], c.R)
			}
		}
	}
}

func TestSVGInABrowser(t *testing.T) {
	b := startBrowser(t)
	for _, f := range wholeFilms(t) {
		g := screenAt(f, 60)
		p := b.open(file(t, "screen.svg", written(t, "svg", film(f.Title, g))), g.W*8, g.H*16)
		p.until(`document.querySelector("use")`)
		checkPicture(t, picture(t, p.shot()), g, &f.Theme, defaultCell)
	}
	b.quiet()
}

func TestHTMLRunsNoTitleInABrowser(t *testing.T) {
	b := startBrowser(t)
	for _, attack := range attacks {
		attack = strings.ReplaceAll(attack, "alert(1)", "document.documentElement.dataset.owned=1")
		f := film(attack, one(attack), one("b"))
		page := b.open(file(t, "match.html", written(t, "html", f)), 800, 600)
		page.ready()
		drawing := b.open(file(t, "screen.svg", written(t, "svg", f)), 800, 600)
		drawing.until(`document.querySelector("title")`)
		for _, p := range []*tab{page, drawing} {
			var owned bool
			if p.eval(`"owned" in document.documentElement.dataset`, &owned); owned {
				t.Errorf("%q runs", attack)
			}
		}
	}
	b.quiet()
}
