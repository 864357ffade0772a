package launch

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

var loaderFiles = []string{"/etc/ld.so.cache", "/etc/ld.so.preload", "/dev/null", "/dev/urandom"}

// findLoader returns the program's dynamic loader and adds the system libraries to the plan. It does
// nothing for static programs.
func (p *Plan) findLoader() (loader string, err error) {
	fd, err := unix.Open(p.File, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", wrap(p.Path, err)
	}
	defer unix.Close(fd)
	var info unix.Stat_t
	if err = unix.Fstat(fd, &info); err == nil {
		loader, err = loaderOf(descriptor(fd), info.Size)
	}
	if err != nil {
		return "", wrap(p.Path, err)
	}
	if loader == "" {
		return "", nil
	}
	real, err := realPath(loader)
	name := real[strings.LastIndexByte(real, '/')+1:]
	isInLibrary := func(dir string) bool { return strings.HasPrefix(real, dir+"/") }
	if err != nil || !strings.HasPrefix(name, "ld") || !slices.ContainsFunc(p.Libraries, isInLibrary) {
		return "", errors.New("its loader " + strconv.Quote(loader) + " is not a loader of this system")
	}
	p.Readable = slices.Concat(p.Readable, p.Libraries, loaderFiles)
	return real, nil
}

type descriptor int

// ReadAt may return fewer bytes than requested without an error, unlike other io.ReaderAts.
func (d descriptor) ReadAt(b []byte, off int64) (int, error) {
	n, err := unix.Pread(int(d), b, off)
	if n == 0 && err == nil {
		err = io.EOF
	}
	return max(n, 0), err
}

var errNotExecutable = errors.New("truncated or invalid executable")

const (
	elfInterp         = 3
	maxLoaderPath     = 4096 // maximum length of a loader's path
	maxProgramHeaders = 64   // maximum number of program headers; about ten are typical
)

type elfHeader struct {
	Ident         [16]byte
	_             [16]byte
	ProgramOffset uint64
	SectionOffset uint64
	_             [6]byte
	ProgramSize   uint16
	ProgramCount  uint16
	SectionSize   uint16
	SectionCount  uint16
}

type programHeader struct {
	Type   uint32
	_      uint32
	Offset uint64
	_      [2]uint64
	Size   uint64
}

// loaderOf returns the dynamic loader of a 64-bit ELF file, or an empty string if it is static.
func loaderOf(file io.ReaderAt, size int64) (path string, err error) {
	read := func(at uint64, into any) error {
		return binary.Read(io.NewSectionReader(file, int64(at), size), binary.LittleEndian, into)
	}
	var head elfHeader
	if read(0, &head) != nil || string(head.Ident[:6]) != "\x7fELF\x02\x01" || head.ProgramCount > maxProgramHeaders {
		return "", errNotExecutable
	}
	// The section table is usually last, so a truncated file lacks it.
	sections := uint64(head.SectionSize) * uint64(head.SectionCount)
	if head.SectionOffset > uint64(size) || sections > uint64(size)-head.SectionOffset {
		return "", errNotExecutable
	}
	for i := range uint64(head.ProgramCount) {
		var prog programHeader
		if read(head.ProgramOffset+i*uint64(head.ProgramSize), &prog) != nil {
			return "", errNotExecutable
		}
		if prog.Type != elfInterp {
			continue
		}
		b := make([]byte, min(prog.Size, maxLoaderPath))
		if len(b) == maxLoaderPath || read(prog.Offset, b) != nil {
			return "", errNotExecutable
		}
		path = strings.TrimRight(string(b), "\x00")
	}
	return path, nil
}

func realPath(path string) (string, error) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	buf := make([]byte, unix.PathMax)
	n, err := unix.Readlink("/proc/self/fd/"+strconv.Itoa(fd), buf)
	return string(buf[:max(n, 0)]), err
}
