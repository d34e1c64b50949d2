package trial

import (
	"math"
	"runtime"
	"sync"

	"github.com/tg-opt/tg/internal/exact"
)

// A Point is a result of a function, and what is wrong with it.
type Point struct {
	X, Y, Got float64
	Want      float64 // the exact value, rounded
	Error     float64 // in units in the last place
	Absolute  float64 // beside the exact value
}

// Same reports whether the result is the exact value, rounded, with the same sign if it is a zero.
func (p Point) Same() bool {
	return math.Float64bits(p.Got) == math.Float64bits(p.Want) || p.Got != p.Got && p.Want != p.Want
}

// Evaluate is the point of a function; y is ignored where it has one argument.
func Evaluate(name string, format exact.Format, x, y, got float64) Point {
	value := func(bits uint) exact.Value { return exact.Binary(name)(x, y, bits) }
	if one := exact.Unary(name); one != nil {
		value = func(bits uint) exact.Value { return one(x, bits) }
	}
	want := value(uint(format.Precision) + 20)
	p := Point{X: x, Y: y, Got: got, Want: format.Round(value), Error: format.Error(got, want)}
	if want.Number != nil && got-got == 0 && !want.Number.IsInf() {
		p.Absolute = p.Error * format.Unit(want)
	}
	return p
}

// A Summary is what is found for many points.
type Summary struct {
	Count         int
	Worst         Point // the first with the greatest error
	Misrounded    int   // how many are not the nearest numbers
	FirstWrong    Point // the first of those
	WorstNear     Point // the one with the greatest absolute error among those whose values are below 1
	WorstPositive Point // the first with the greatest error among those with positive arguments
	OutOfBounds   []Point
}

// Measure evaluates all results; out says which of them to list. y may be nil.
func Measure(name string, format exact.Format, x, y, got []float64, out func(p Point) bool) Summary {
	points := make([]Point, len(x))
	inChunks(len(x), func(i int) {
		second := 0.0
		if y != nil {
			second = y[i]
		}
		points[i] = Evaluate(name, format, x[i], second, got[i])
	})
	return summarize(points, out)
}

// inChunks does something with the numbers from 0 up to n, on all processors.
func inChunks(n int, do func(i int)) {
	const chunk = 256
	var done sync.WaitGroup
	work := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		done.Go(func() {
			for first := range work {
				for i := first; i < min(first+chunk, n); i++ {
					do(i)
				}
			}
		})
	}
	for first := 0; first < n; first += chunk {
		work <- first
	}
	close(work)
	done.Wait()
}

func summarize(points []Point, out func(p Point) bool) Summary {
	s := Summary{Count: len(points)}
	for i, p := range points {
		if i == 0 || p.Error > s.Worst.Error {
			s.Worst = p
		}
		if math.Abs(p.Want) < 1 && p.Absolute > s.WorstNear.Absolute {
			s.WorstNear = p
		}
		if p.X > 0 && p.Error > s.WorstPositive.Error {
			s.WorstPositive = p
		}
		if !p.Same() {
			if s.Misrounded == 0 {
				s.FirstWrong = p
			}
			s.Misrounded++
		}
		if out != nil && out(p) {
			s.OutOfBounds = append(s.OutOfBounds, p)
		}
	}
	return s
}

// Add counts other points in.
func (s *Summary) Add(more Summary) {
	if s.Count == 0 {
		*s = more
		return
	}
	if more.Worst.Error > s.Worst.Error {
		s.Worst = more.Worst
	}
	if more.WorstNear.Absolute > s.WorstNear.Absolute {
		s.WorstNear = more.WorstNear
	}
	if more.WorstPositive.Error > s.WorstPositive.Error {
		s.WorstPositive = more.WorstPositive
	}
	if s.Misrounded == 0 {
		s.FirstWrong = more.FirstWrong
	}
	s.Count += more.Count
	s.Misrounded += more.Misrounded
	s.OutOfBounds = append(s.OutOfBounds, more.OutOfBounds...)
}
