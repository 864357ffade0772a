package thepurge

// Remembers is how many rounds tell how restless everybody is: what was before
// weighs 0.7^8, a twentieth.
func (n *Nightwatch) Remembers() int { return 8 }
