package substitute

// strategy decides which programs of a space are looked at, and when that ends.
type strategy interface {
	// round is called before each round over the program. ahead tells what that is
	// going to search, if nothing is replaced meanwhile.
	round(last bool, ahead func() *waiting)
	// search goes from the start of sp to other states. What is found is the best
	// of those that it came to.
	search(sp *space)
}

// waiting is the different subgraphs that a round is going to search.
type waiting struct {
	// cost is what all that are equal take together, in seconds, by their key.
	cost  map[uint64]float64
	total float64
}

// newStrategy is the strategy that options ask for.
func newStrategy(opt *Options) strategy {
	if opt.Random > 0 {
		return newAnnealing(opt.Seed, opt.Random)
	}
	return &bestFirst{opt}
}
