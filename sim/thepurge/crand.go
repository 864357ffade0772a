package thepurge

// cRand is the C library's rand() with seed 1, from which the official program,
// which never seeds it, takes its shuffles: an additive generator over the last
// 31 values.
type cRand struct {
	last [31]uint32 // a ring: the oldest value is at next
	next uint8
}

// cSeed1 is the generator before its first call.
var cSeed1 = newCRand()

func newCRand() (c cRand) {
	v := int64(1)
	for i := range c.last {
		c.last[i] = uint32(v)
		v = 16807 * v % 2147483647
	}
	// The library drops the first values: calls begin at value 344, of which
	// values 31 to 33 repeat the first three.
	c.next = 3
	for range 344 - 34 {
		c.call()
	}
	return c
}

// call returns the next value, 31 bits.
func (c *cRand) call() uint32 {
	i := c.next
	back := i + 28 // three values ago
	if back >= 31 {
		back -= 31
	}
	v := c.last[i] + c.last[back]
	c.last[i] = v
	if i++; i == 31 {
		i = 0
	}
	c.next = i
	return v >> 1
}

// shuffle is the standard library's legacy shuffle of four directions: always
// three calls.
func (c *cRand) shuffle(v [4]Dir) [4]Dir {
	for a := uint32(1); a < 4; a++ {
		b := c.call() % (a + 1)
		v[a], v[b] = v[b], v[a]
	}
	return v
}
