package chance

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"game-tui/sim"
)

// PackSamples writes samples small: numbers of varying length, column by column, gzip
// around them. All samples have the same number of values.
func PackSamples(samples []Sample) ([]byte, error) {
	if len(samples) == 0 {
		return nil, errors.New("there are no samples")
	}
	columns := len(samples[0].Values[0])
	raw := binary.AppendUvarint(nil, uint64(len(samples)))
	raw = binary.AppendUvarint(raw, uint64(columns))
	for _, of := range []func(s *Sample) int{
		func(s *Sample) int { return s.Match },
		func(s *Sample) int { return s.Round },
		func(s *Sample) int { return s.Rounds },
		func(s *Sample) int { return winners(&s.Share) },
	} {
		for i := range samples {
			raw = binary.AppendVarint(raw, int64(of(&samples[i])))
		}
	}
	for seat := range sim.Seats {
		for c := range columns {
			for i := range samples {
				raw = binary.AppendVarint(raw, int64(samples[i].Values[seat][c]))
			}
		}
	}
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is a valid one
	if _, err := w.Write(raw); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// winners is the set of seats that share the win, a bit each.
func winners(share *[sim.Seats]float64) (set int) {
	for seat, n := range share {
		if n > 0 {
			set |= 1 << seat
		}
	}
	return set
}

// maxColumns bounds the values of a seat: score, measures and players.
const maxColumns = 1 + sim.MaxMeasures + 64

// maxPacked bounds what UnpackSamples reads.
const maxPacked = 16 << 20

// UnpackSamples reads what PackSamples wrote.
func UnpackSamples(packed []byte) ([]Sample, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(z, maxPacked))
	if err != nil {
		return nil, err
	}
	in := bytes.NewReader(raw)
	n, err1 := binary.ReadUvarint(in)
	columns, err2 := binary.ReadUvarint(in)
	if err1 != nil || err2 != nil || columns < 1 || columns > maxColumns || n > maxPacked/columns/sim.Seats {
		return nil, errors.New("expected the numbers of samples and of their values")
	}
	samples := make([]Sample, n)
	read := func(set func(s *Sample, v int)) {
		for i := range samples {
			v, e := binary.ReadVarint(in)
			if e != nil {
				err = fmt.Errorf("the samples end early: %w", e)
			}
			set(&samples[i], int(v))
		}
	}
	read(func(s *Sample, v int) { s.Match = v })
	read(func(s *Sample, v int) { s.Round = v })
	read(func(s *Sample, v int) { s.Rounds = v })
	read(func(s *Sample, v int) {
		var scores [sim.Seats]int
		for seat := range scores {
			scores[seat] = v >> seat & 1
		}
		s.Share = Shares(scores)
	})
	for seat := range sim.Seats {
		for range columns {
			read(func(s *Sample, v int) { s.Values[seat] = append(s.Values[seat], v) })
		}
	}
	return samples, err
}
