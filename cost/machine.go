package cost

import (
	"math"

	"github.com/tg-opt/tg/ir"
)

// Machine is a model of what executes a program. Parse makes one from a
// profile, Named finds one. A machine does not change, and serves any number of
// goroutines.
type Machine struct {
	Name string
	// Flops is the peak per second of one worker for each kind of arithmetic, by
	// element type (`f32`); an element type that is not listed has the speed of
	// the nearest.
	Flops [kinds]map[string]float64
	// Calls is the number of calls per second, on f32, of functions and reductions
	// whose speed is known.
	Calls map[string]float64
	// Bandwidth is bytes per second of memory for all workers together,
	// CacheBandwidth those of one worker for the first Cache bytes of an op's traffic.
	Bandwidth, CacheBandwidth, Cache float64
	// Runs, Singles, Swaps and Packing are what one worker moves per second: pieces
	// of consecutive elements, elements one by one, elements of squares whose rows
	// become columns, bytes that are rearranged.
	Runs, Singles, Swaps, Packing float64
	// Square is the extent of these squares.
	Square float64
	// Overhead is seconds per op, Overheads those of kinds and ops that differ; that
	// of `repeat` comes on top where an op repeats operands.
	Overhead  float64
	Overheads map[string]float64
	// Speedup is how much faster all workers are than one, Grain the seconds of
	// work of one that pay for calling another.
	Speedup, Grain float64
	// TileRows and TileCols are the extents of a matrix product that take as long as
	// the smallest. FoldLanes is the number of results that Fold works on side by
	// side.
	TileRows, TileCols, FoldLanes float64
	// Trips is how often a loop is assumed to run of which nothing is known.
	Trips float64
	// Costs are what the profile says that ops cost, by their full names, in place of the model,
	// with all that is inside of them. Input is what each argument of a function costs.
	Costs map[string]float64
	Input float64
	// Abstract says that there is no model: all other ops cost Other, and costs are no seconds, but
	// in a unit that only the profile's author knows.
	Abstract bool
	Other    float64

	file     string // of the profile
	mentions []mention

	// What follows from the above.
	rates     [kinds][elements]float64
	overheads [kinds]float64
}

// Alone is the machine with one worker.
func (m *Machine) Alone() *Machine {
	one := *m
	one.Speedup = 1
	return &one
}

// Seconds is how long work takes, without what regions do.
func (m *Machine) Seconds(w Work) float64 {
	if cost, ok := m.named(w.Op); ok {
		return cost
	}
	switch {
	case w.Kind == Free:
		return 0
	case m.Abstract:
		return m.Other
	}
	return m.overhead(w) + m.spread(m.busy(w)+m.rearranging(w), m.memory(w))
}

// overhead is what an op takes whatever its size.
func (m *Machine) overhead(w Work) float64 {
	seconds, ok := m.Overheads[w.Op]
	if !ok || w.Kind == View { // an op may be one only sometimes
		seconds = m.overheads[w.Kind]
	}
	if w.Repeats {
		seconds += m.Overheads[repeats]
	}
	return seconds
}

// ComputeSeconds is Seconds without overhead and memory traffic: what the work
// takes as a part of a fused op.
func (m *Machine) ComputeSeconds(w Work) float64 {
	if cost, ok := m.named(w.Op); ok {
		return cost
	}
	return m.spread(m.compute(w), 0)
}

// busy is the time of one worker for arithmetic, or for the traffic with the
// cache where that is longer.
func (m *Machine) busy(w Work) float64 {
	return max(m.compute(w), (w.Read+w.Written)/m.CacheBandwidth)
}

func (m *Machine) rearranging(w Work) float64 {
	packed := w.Packed / m.Packing
	if w.Swapped > 0 {
		// What is not in whole squares is moved one by one; what is far away is fetched meanwhile.
		squares := float64(whole(w.Rows, m.Square) * whole(w.Cols, m.Square))
		packed = max(packed, float64(w.Swapped*(squares/m.Swaps+(1-squares)/m.Singles)))
	}
	return w.Runs/m.Runs + w.Singles/m.Singles + w.Filled/m.CacheBandwidth + packed
}

// whole is the part of n that lies in whole tiles.
func whole(n, tile float64) float64 { return math.Floor(n/tile) * tile / n }

// memory is the time for traffic that does not fit into the cache: as much as
// does still comes from there.
func (m *Machine) memory(w Work) float64 {
	if traffic := w.Read + w.Written; traffic > m.Cache {
		return m.Cache/(m.CacheBandwidth*m.Speedup) + (traffic-m.Cache)/m.Bandwidth
	}
	return 0
}

// spread is the time for work that takes one worker so long, if memory allows.
func (m *Machine) spread(alone, memory float64) float64 {
	if alone > m.Grain {
		alone /= min(m.Speedup, alone/m.Grain)
	}
	return max(alone, memory)
}

// compute is the time of one worker for the arithmetic.
func (m *Machine) compute(w Work) float64 {
	seconds := 0.0
	switch {
	case m.inParts(&w):
		for _, part := range w.Parts {
			seconds += float64(w.Flops * m.compute(part))
		}
	case w.Flops > 0:
		seconds = w.Flops * m.waste(w) / m.rate(w.Kind, w)
	}
	if w.Epilogue.Simple > 0 {
		seconds += w.Epilogue.Simple / m.rate(Simple, w)
	}
	if w.Epilogue.Calls > 0 {
		seconds += w.Epilogue.Calls / m.rate(Math, w)
	}
	return seconds
}

// inParts reports whether work is a function of which only the parts have a known speed.
func (m *Machine) inParts(w *Work) bool {
	if len(w.Parts) == 0 {
		return false
	}
	_, known := m.Calls[w.Call]
	return !known
}

// rate is operations of a kind per second of one worker. A function is as much
// faster or slower for other types as its kind is.
func (m *Machine) rate(k Kind, w Work) float64 {
	rate := m.rates[k][elementOf(w.Elem)]
	if w.Call != "" && (k == Math || k == Fold) {
		if call, ok := m.Calls[w.Call]; ok {
			return call * rate / m.rates[k][f32]
		}
	}
	return rate
}

// waste is how much longer the arithmetic takes because there is less than loops
// compute at once.
func (m *Machine) waste(w Work) float64 {
	switch {
	case w.Rows == 0:
		return 1
	case w.Kind == Fold:
		return filled(w.Rows, m.FoldLanes)
	}
	return filled(w.Rows, m.TileRows) * filled(w.Cols, m.TileCols)
}

// filled is by how much n grows when it is no less than a tile.
func filled(n, tile float64) float64 {
	if n <= 0 {
		return 1
	}
	return max(n, tile) / n
}

// Rate is how many flops of a kind one worker does per second, at its best.
func (m *Machine) Rate(k Kind, elem *ir.Type) float64 { return m.rates[k][elementOf(elem)] }

// Peak is the floating-point operations per second that all workers do in products of matrices.
func (m *Machine) Peak(elem *ir.Type) float64 { return m.Rate(Contract, elem) * m.Speedup }

// settle computes what follows from the fields of the profile.
func (m *Machine) settle() {
	for k := range kinds {
		m.overheads[k] = m.Overhead
		if o, ok := m.Overheads[k.String()]; ok {
			m.overheads[k] = o
		}
		for e := range elements {
			m.rates[k][e] = m.given(k, e)
		}
	}
}

// given is the rate in the profile of the element type that is nearest to e.
func (m *Machine) given(k Kind, e element) float64 {
	if rate := m.Flops[k][elementNames[e]]; rate > 0 {
		return rate
	}
	for _, other := range nearest[e] {
		if rate := m.Flops[k][elementNames[other]]; rate > 0 {
			return rate
		}
	}
	return m.Flops[k]["f32"]
}
