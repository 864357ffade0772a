package encode

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed" // for the page and the player
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"

	"game-tui/sim/sanitize"
	"game-tui/tui/export/glyph"
)

// The page and its player, which web/make.sh downloads.
var (
	//go:embed web/page.html
	pageText string
	//go:embed web/player.js.gz
	playerJS []byte
	//go:embed web/player.css.gz
	playerCSS []byte
	//go:embed web/LICENSE
	license string
	//go:embed web/NOTICE
	notice string
)

// maxListed is the maximum number of moments in the page's list. Its player has all.
const maxListed = 500

const (
	sharedStyle  = "player.css"
	sharedScript = "player.js"
)

// WriteShared writes the files that pages of films with Shared refer to.
func WriteShared(create func(name string) (io.WriteCloser, error)) error {
	for name, write := range map[string]func(io.Writer) error{sharedStyle: writeStyle, sharedScript: writeScript} {
		out, err := create(name)
		if err != nil {
			return err
		}
		if err := errors.Join(write(out), out.Close()); err != nil {
			return err
		}
	}
	return nil
}

func writeStyle(w io.Writer) error {
	for _, weight := range []struct {
		of   int
		font []byte
	}{{400, glyph.Regular}, {700, glyph.Bold}} {
		fmt.Fprintf(w, "@font-face { font-family: \"game-tui\"; font-weight: %d; src: url(data:font/woff2;base64,%s) format(\"woff2\"); }\n", weight.of, base64.StdEncoding.EncodeToString(weight.font))
	}
	return writeGzipped(w, playerCSS)
}

// writeScript writes the player after its licences.
func writeScript(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "/*\n%s\n*/\n", strings.ReplaceAll(licences(), "*/", "* /")); err != nil {
		return err
	}
	return writeGzipped(w, playerJS)
}

func licences() string { return notice + "\n" + license + "\n" + glyph.License }

// HTML writes a film as a self-contained page, except for the files of Shared. Its content security
// policy forbids scripts to fetch anything.
func HTML(w io.Writer, f *Film) error {
	out := bufio.NewWriter(w)
	p := pageWriter{film: f, out: out}
	for i, text := range strings.Split(pageText, "@") {
		if i%2 == 0 {
			out.WriteString(text)
		} else if err := p.writePart(text); err != nil {
			return err
		}
	}
	return out.Flush()
}

type pageWriter struct {
	film       *Film
	out        *bufio.Writer // keeps its first error for Flush
	momentList bytes.Buffer  // HTML of the moments
	moments    int           // number of moments
	rounds     []string      // each with its time in milliseconds
}

func (p *pageWriter) writePart(name string) error {
	text := ""
	switch name {
	case "at":
		text = "@"
	case "title":
		text = sanitize.HTMLAttr(printable(p.film.Title))
	case "heading":
		text = sanitize.HTML(printable(p.film.Title))
	case "bg":
		text = hex(p.film.Theme.BG)
	case "fg":
		text = hex(p.film.Theme.FG)
	case "shape": // height by width; lines are 1.2 em high
		text = fmt.Sprintf("%.3f", float64(p.film.H)*1.2/(float64(p.film.W)*glyph.Advance))
	case "beside":
		if p.film.SharedFiles {
			text = " 'self' file:"
		}
	case "style":
		return p.writeAsset("<link rel=\"stylesheet\" href=\""+sharedStyle+"\">\n", "<style>\n", writeStyle, "</style>\n")
	case "script":
		return p.writeAsset("<script src=\""+sharedScript+"\"></script>\n", "<script>", func(w io.Writer) error { return writeGzipped(w, playerJS) }, "</script>\n")
	case "cast":
		return p.writeCast()
	case "rounds":
		text = strings.Join(p.rounds, " ")
	case "moments":
		text = p.momentList.String()
		if more := p.moments - maxListed; more > 0 {
			text += fmt.Sprintf("<li>… and %d more; <kbd>[</kbd> and <kbd>]</kbd> jump to them</li>\n", more)
		}
	case "licences":
		if !p.film.SharedFiles { // otherwise they are in the script
			text = "<details><summary>Made with game-tui. Licences of the player and of the font</summary>\n<pre>" + html.EscapeString(licences()) + "</pre>\n</details>\n"
		}
	}
	p.out.WriteString(text)
	return nil
}

// writeAsset writes a reference if the film shares the asset, and its contents between two tags
// otherwise.
func (p *pageWriter) writeAsset(refers, opens string, write func(io.Writer) error, closes string) error {
	if p.film.SharedFiles {
		p.out.WriteString(refers)
		return nil
	}
	p.out.WriteString(opens)
	if err := write(p.out); err != nil {
		return err
	}
	p.out.WriteString(closes)
	return nil
}

func writeGzipped(w io.Writer, data []byte) error {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err == nil {
		_, err = io.Copy(w, z)
	}
	return err
}

// writeCast writes the film as a compressed cast in base64, which has no meaning in HTML.
func (p *pageWriter) writeCast() error {
	e := base64.NewEncoder(base64.StdEncoding, p.out)
	z, _ := gzip.NewWriterLevel(e, gzip.BestCompression) // the level is valid
	film := *p.film
	film.Cast3 = false
	film.Frames = func(yield func(Frame) bool) {
		for frame := range p.film.Frames {
			p.rounds = append(p.rounds, fmt.Sprintf("%d:%d", frame.Round, frame.At.Milliseconds()))
			p.addMoment(frame.Round, frame.Moment)
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

func (p *pageWriter) addMoment(round int, moment string) {
	if moment = printable(moment); moment == "" {
		return
	}
	if p.moments < maxListed {
		fmt.Fprintf(&p.momentList, "<li><a href=\"#%d\"><b>%[1]d</b> <span>%s</span></a></li>\n", round, sanitize.HTML(moment))
	}
	p.moments++
}
