package memory

// search looks for a lower plan.
func (a *assigner) search(uint64) {}
