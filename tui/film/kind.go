package film

import (
	"errors"
	"io"

	"game-tui/tui/export"
	"game-tui/tui/screen"
)

// Format says how a film becomes a file, beside its kind.
type Format struct {
	Cell export.Cell // of pictures and drawings
	Cast int         // version of asciicast
}

// Kind is a kind of file.
type Kind struct {
	Name    string // as file names end
	About   string
	One     bool // it shows one screen, the first of the film
	Passes  int  // how often it ranges over the film's frames
	Cells   bool // Format.Cell counts
	Painted bool // pixel by pixel
	Titled  bool // the film's title is in the file
	Write   func(w io.Writer, f *export.Film, o Format) error
}

// Kinds are all kinds, the most useful first.
var Kinds = []Kind{
	{Name: "html", About: "a page that plays the match in any browser", Titled: true, Passes: 1,
		Write: func(w io.Writer, f *export.Film, _ Format) error { return export.HTML(w, f) }},
	{Name: "gif", About: "an animated picture", Passes: 2, Cells: true, Painted: true,
		Write: func(w io.Writer, f *export.Film, o Format) error { return export.GIF(w, f, o.Cell) }},
	{Name: "png", About: "a picture of one round", One: true, Passes: 1, Cells: true, Painted: true,
		Write: func(w io.Writer, f *export.Film, o Format) error {
			return first(f, func(g *screen.Grid) error { return export.PNG(w, g, &f.Theme, o.Cell) })
		}},
	{Name: "svg", About: "a drawing of one round", One: true, Titled: true, Passes: 1, Cells: true,
		Write: func(w io.Writer, f *export.Film, o Format) error {
			return first(f, func(g *screen.Grid) error { return export.SVG(w, g, f.Title, &f.Theme, o.Cell) })
		}},
	{Name: "cast", About: "a terminal recording, for asciinema", Titled: true, Passes: 1,
		Write: func(w io.Writer, f *export.Film, o Format) error { return export.Cast(w, f, o.Cast) }},
	{Name: "txt", About: "one round as text", One: true, Passes: 1,
		Write: func(w io.Writer, f *export.Film, _ Format) error {
			return first(f, func(g *screen.Grid) error { return export.Text(w, g) })
		}},
}

// kindOf finds a kind by its name; nil: there is none.
func kindOf(name string) *Kind {
	for i := range Kinds {
		if Kinds[i].Name == name {
			return &Kinds[i]
		}
	}
	return nil
}

// first hands the first screen of a film to a writer.
func first(f *export.Film, write func(*screen.Grid) error) error {
	for frame := range f.Frames {
		return write(frame.Screen)
	}
	return errors.New("there is no screen to export")
}
