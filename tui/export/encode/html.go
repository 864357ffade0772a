package encode

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"

	"game-tui/sim/sanitize"
	"game-tui/tui/export/glyph"
)

// These files contain the page and its player. web/make.sh downloads the player.
var (
	//go:embed web/page.html
	pageTemplate string
	//go:embed web/player.js.gz
	playerJS []byte
	//go:embed web/player.css.gz
	playerCSS []byte
	//go:embed web/LICENSE
	license string
	//go:embed web/NOTICE
	notice string
)

// maxListedMoments limits the page's list of moments. The player marks all moments.
const maxListedMoments = 500

const (
	sharedStyleFile  = "player.css"
	sharedScriptFile = "player.js"
)

// SharedFiles returns the style sheet and the script for pages written with Film.UseSharedFiles, by
// file name.
func SharedFiles() map[string]string {
	licenseComment := "/*\n" + strings.ReplaceAll(licenses(), "*/", "* /") + "\n*/\n"
	return map[string]string{sharedStyleFile: style(), sharedScriptFile: licenseComment + unzip(playerJS)}
}

func style() string {
	const face = "@font-face { font-family: \"game-tui\"; font-weight: %d; src: url(data:font/woff2;base64,%s) format(\"woff2\"); }\n"
	encoded := base64.StdEncoding.EncodeToString
	return fmt.Sprintf(face, 400, encoded(glyph.RegularWOFF2)) + fmt.Sprintf(face, 700, encoded(glyph.BoldWOFF2)) + unzip(playerCSS)
}

func licenses() string { return notice + "\n" + license + "\n" + glyph.License }

func unzip(data []byte) string {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// HTML writes a film as a page, which is self-contained unless f.UseSharedFiles is set. The page's
// security policy prevents scripts from loading anything.
func HTML(w io.Writer, f *Film) error {
	scriptSources, licenseHTML := " 'self' file:", ""
	css, js := `<link rel="stylesheet" href="`+sharedStyleFile+`">`, `<script src="`+sharedScriptFile+`"></script>`
	if !f.UseSharedFiles {
		scriptSources, css, js = "", "<style>\n"+style()+"</style>", "<script>"+unzip(playerJS)+"</script>"
		licenseHTML = "<details><summary>Made with game-tui. Licences of asciinema-player and the font</summary>\n<pre>" +
			html.EscapeString(licenses()) + "</pre>\n</details>\n"
	}
	title, shape := toPrintable(f.Title), float64(f.H)*1.2/(float64(f.W)*glyph.Advance) // Each line is 1.2 em high.
	head, rest, _ := strings.Cut(pageTemplate, "@cast@")
	out := bufio.NewWriter(w) // Its first error is returned by Flush.
	start := strings.NewReplacer("@beside@", scriptSources, "@title@", sanitize.HTMLAttr(title), "@style@", css+"\n",
		"@bg@", hex(f.Theme.BG), "@fg@", hex(f.Theme.FG), "@shape@", fmt.Sprintf("%.3f", shape), "@heading@", sanitize.HTML(title))
	_, _ = start.WriteString(out, head)
	rounds, moments, err := writeCast(out, f)
	if err != nil {
		return err
	}
	end := strings.NewReplacer("@rounds@", rounds, "@moments@", moments, "@licences@", licenseHTML, "@script@", js+"\n")
	_, _ = end.WriteString(out, rest)
	return out.Flush()
}

// writeCast writes the film as a compressed cast in base64. It returns the rounds with their times
// in milliseconds, and the moments as HTML list items.
func writeCast(w io.Writer, f *Film) (roundTimes, momentItems string, err error) {
	e := base64.NewEncoder(base64.StdEncoding, w)
	z, _ := gzip.NewWriterLevel(e, gzip.BestCompression) // The compression level is valid.
	film := *f
	film.UseCast3 = false
	var times []string
	n := 0
	film.Frames = func(yield func(Frame) bool) {
		for frame := range f.Frames {
			times = append(times, fmt.Sprintf("%d:%d", frame.Round, frame.At.Milliseconds()))
			if moment := toPrintable(frame.Moment); moment != "" {
				if n++; n <= maxListedMoments {
					momentItems += fmt.Sprintf("<li><a href=\"#%d\"><b>%[1]d</b> <span>%s</span></a></li>\n",
						frame.Round, sanitize.HTML(moment))
				}
			}
			if !yield(frame) {
				return
			}
		}
	}
	if err := Cast(z, &film); err != nil {
		return "", "", err
	}
	if n > maxListedMoments {
		momentItems += fmt.Sprintf("<li>… and %d more; <kbd>[</kbd> and <kbd>]</kbd> jump to them</li>\n", n-maxListedMoments)
	}
	return strings.Join(times, " "), momentItems, errors.Join(z.Close(), e.Close())
}
