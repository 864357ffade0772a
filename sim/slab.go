package sim

// Slab is memory for values of a kind, of which many small pieces are asked for: each by
// itself would cost more than its use. Its zero value is ready.
type Slab[T any] []T

// Cut takes n zero values off the slab; where it is used up, a new one has size values.
// Many at once get memory of their own: pieces live long, and the rest of a slab that is
// too short for them would be lost.
func (s *Slab[T]) Cut(n, size int) []T {
	if n > size/4 {
		return make([]T, n)
	}
	if n > len(*s) {
		*s = make([]T, size)
	}
	part := (*s)[:n:n]
	*s = (*s)[n:]
	return part
}
