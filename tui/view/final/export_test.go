package final

import (
	"context"
	"time"
)

// Step loads missing matches and advances the show, as Run does.
func (s *Show) Step(d time.Duration) {
	for n := s.nextHeat(); n >= 0; n = s.nextHeat() {
		s.load(context.Background(), n)
	}
	s.advance(d)
}
