package export

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"

	"game-tui/tui/export/glyph"
)

// web holds the page and the player that is in it; web/make.sh fetches that.
//
//go:embed web/page.html web/player.js.gz web/player.css.gz web/LICENSE web/NOTICE
var web embed.FS

// maxListed bounds the moments that a page lists; its player has them all.
const maxListed = 500

// HTML writes a film as one page that plays it and needs nothing else: no
// network, no other file. Its policy forbids scripts to fetch anything.
func HTML(w io.Writer, f *Film) error {
	out := bufio.NewWriter(w)
	p := page{film: f, out: out}
	text, err := web.ReadFile("web/page.html")
	if err != nil {
		return err
	}
	for {
		before, rest, ok := bytes.Cut(text, []byte("@"))
		out.Write(before)
		if !ok {
			return out.Flush()
		}
		name, after, _ := bytes.Cut(rest, []byte("@"))
		known, err := p.part(string(name))
		if err != nil {
			return err
		}
		if text = after; !known { // an at sign of the page's own
			out.WriteByte('@')
			text = rest
		}
	}
}

// page is a page that is being written.
type page struct {
	film   *Film
	out    *bufio.Writer // its first error stays, and Flush returns it
	listed bytes.Buffer  // the moments
	n      int           // of moments
}

// part writes what stands for a name in the page, and reports whether it is one.
func (p *page) part(name string) (bool, error) {
	switch name {
	case "title":
		p.out.WriteString(html.EscapeString(printable(p.film.Title)))
	case "bg":
		p.out.WriteString(hex(p.film.Theme.BG))
	case "fg":
		p.out.WriteString(hex(p.film.Theme.FG))
	case "shape": // height by width; the page's lines are 1.2 em high
		fmt.Fprintf(p.out, "%.3f", float64(p.film.H)*1.2/(float64(p.film.W)*glyph.Advance))
	case "regular":
		return true, p.base64(glyph.Regular)
	case "bold":
		return true, p.base64(glyph.Bold)
	case "css", "js":
		return true, p.packed("web/player." + name + ".gz")
	case "cast":
		return true, p.cast()
	case "moments":
		p.moments()
	case "notice", "license":
		text, err := web.ReadFile("web/" + strings.ToUpper(name))
		p.out.WriteString(html.EscapeString(string(text)))
		return true, err
	case "fontlicense":
		p.out.WriteString(html.EscapeString(glyph.License))
	default:
		return false, nil
	}
	return true, nil
}

func (p *page) base64(data []byte) error {
	e := base64.NewEncoder(base64.StdEncoding, p.out)
	e.Write(data)
	return e.Close()
}

// packed writes a file of the player, which is kept packed.
func (p *page) packed(name string) error {
	f, err := web.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	_, err = io.Copy(p.out, z)
	return err
}

// cast writes the film as base64 of a packed cast: nothing in it can mean
// anything to a browser.
func (p *page) cast() error {
	e := base64.NewEncoder(base64.StdEncoding, p.out)
	z, err := gzip.NewWriterLevel(e, gzip.BestCompression)
	if err != nil {
		return err
	}
	film := *p.film
	film.Cast3 = false
	film.Frames = func(yield func(Frame) bool) {
		for frame := range p.film.Frames {
			p.list(frame.Moment)
			if !yield(frame) {
				return
			}
		}
	}
	if err := Cast(z, &film); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return e.Close()
}

// list keeps a moment for the list below the player.
func (p *page) list(moment string) {
	if moment = printable(moment); moment == "" {
		return
	}
	if p.n < maxListed {
		fmt.Fprintf(&p.listed, "<li><button data-marker=\"%d\">%s</button></li>\n", p.n, html.EscapeString(moment))
	}
	p.n++
}

func (p *page) moments() {
	p.out.Write(p.listed.Bytes())
	if more := p.n - maxListed; more > 0 {
		fmt.Fprintf(p.out, "<li>… and %d more, where <kbd>[</kbd> and <kbd>]</kbd> stop</li>\n", more)
	}
}
