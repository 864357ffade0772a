package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// output is a file that appears whole under its name, or not at all. Where the
// name is that of a pipe or a device, it is written directly.
type output struct {
	io.Writer
	path, temp string // temp is empty where path is written directly
	file       *os.File
	pack       *gzip.Writer
}

// createOutput opens the file, so that one that cannot be written is found
// before a match is played. "-" is standard output.
func createOutput(path string) (*output, error) {
	if path == "-" {
		return &output{Writer: os.Stdout}, nil
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // keep a link, replace what it leads to
	}
	o := &output{path: path}
	var err error
	if info, serr := os.Stat(path); serr == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: is a folder; name a file in it", path)
	} else if serr == nil && !info.Mode().IsRegular() {
		o.file, err = os.OpenFile(path, os.O_WRONLY, 0)
	} else if serr == nil && info.Mode()&0o200 == 0 {
		err = os.ErrPermission // a name can be given anew to what is write-protected, but should not
	} else {
		dir, base := filepath.Split(path)
		o.temp = filepath.Join(dir, fmt.Sprintf(".%s.%08x", base, rand.Uint32()))
		o.file, err = os.OpenFile(o.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be written: %w", path, cause(err))
	}
	o.Writer = o.file
	if strings.HasSuffix(path, ".gz") {
		o.pack = gzip.NewWriter(o.file)
		o.Writer = o.pack
	}
	return o, nil
}

// commit makes the file appear.
func (o *output) commit() error {
	if o.file == nil {
		return nil
	}
	var err error
	if o.pack != nil {
		err = o.pack.Close()
	}
	if cerr := o.file.Close(); err == nil {
		err = cerr
	}
	if err == nil && o.temp != "" {
		err = os.Rename(o.temp, o.path)
	}
	if err != nil {
		o.discard()
		return fmt.Errorf("%s: cannot be written: %w", o.path, cause(err))
	}
	o.temp = ""
	return nil
}

// discard leaves nothing behind; after commit it does nothing.
func (o *output) discard() {
	if o.file != nil {
		o.file.Close()
	}
	if o.temp != "" {
		os.Remove(o.temp)
	}
}

// cause takes the operation and the path off an error of package os.
func cause(err error) error {
	switch e := err.(type) {
	case *os.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}
