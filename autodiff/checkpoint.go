package autodiff

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// CheckpointAttr is an attribute of loops: how the derivative of one gets at the states of its
// rounds. On a function, where it has no value, it says that nothing inside is handed over where
// that is called: the derivative of the call computes it again from the arguments.
const CheckpointAttr = "tg.checkpoint"

// Checkpoint is how the derivative of a loop gets at the states of its rounds.
type Checkpoint struct {
	kind   string // tape, none, sqrt, period, binomial, auto
	number int64
	states int64
}

// ParseCheckpoint reads "tape", "none", "sqrt", "period N", "binomial N" or "auto".
func ParseCheckpoint(text string) (Checkpoint, error) {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	c := Checkpoint{kind: word}
	switch word {
	case "tape", "none", "sqrt", "auto":
		if rest == "" {
			return c, nil
		}
	case "period", "binomial":
		n, err := strconv.ParseInt(strings.TrimSpace(rest), 10, 32)
		if err == nil && n > 0 {
			c.number = n
			return c, nil
		}
		return c, fmt.Errorf("%s needs a number of at least 1, as in '%s 8', but has '%s'", word, word, rest)
	}
	return c, errors.New("must be tape, none, sqrt, period N, binomial N or auto, but is '" + text + "'")
}

// CheckCheckpoint checks the attribute of an op.
func CheckCheckpoint(a *ir.Attr) error {
	if !a.Is(ir.StringAttr) {
		return fmt.Errorf("must be a string, but is %s", a)
	}
	_, err := ParseCheckpoint(a.Text())
	return err
}

// foreign are attributes of Enzyme that mean the same: whether to keep some states only, how many
// rounds there are between two, or how many states.
var foreign = []string{"enzyme.", "enzymexla."}

// checkpoint decides about one loop.
func (e *engine) checkpoint(l *looping) (Checkpoint, error) {
	text := e.opt.Loops
	if a := l.o.Attr(CheckpointAttr); a.Is(ir.StringAttr) {
		text = a.Text()
	}
	for _, dialect := range foreign {
		text = foreignCheckpoint(l.o, dialect, text)
	}
	if text == "" {
		text = "tape"
	}
	c, err := ParseCheckpoint(text)
	if err != nil {
		return c, l.o.Errorf("the way to keep states of a loop %s", err)
	}
	if len(l.o.Results()) > l.state || isSegment(l.o) {
		return Checkpoint{kind: "tape"}, nil // what is collected is collected once
	}
	switch c.kind {
	case "none":
		return Checkpoint{kind: "binomial", states: 1}, nil
	case "binomial":
		return Checkpoint{kind: "binomial", states: c.number}, nil
	case "auto":
		return l.withinBudget(), nil
	}
	return c, nil
}

func foreignCheckpoint(o *ir.Op, dialect, text string) string {
	number := func(name string) (int64, bool) {
		a := o.Attr(dialect + name)
		if !a.Is(ir.IntegerAttr) || a.Int() < 1 {
			return 0, false
		}
		return a.Int(), true
	}
	if n, ok := number("binomial_checkpointing"); ok {
		return fmt.Sprint("binomial ", n)
	}
	if n, ok := number("checkpoint_period"); ok {
		return fmt.Sprint("period ", n)
	}
	if a := o.Attr(dialect + "enable_checkpointing"); a.Is(ir.IntegerAttr) && a.Bool() || a.Is(ir.UnitAttr) {
		return "sqrt"
	}
	return text
}

// withinBudget takes a tape if that fits the budget, else as many states as do.
func (l *looping) withinBudget() Checkpoint {
	budget := float64(l.e.opt.Budget)
	bytes := 0.0
	for _, t := range l.o.ResultTypes() {
		bytes += cost.Bytes(t)
	}
	rounds := max(l.trips.known, l.trips.most)
	switch {
	case budget <= 0:
		return Checkpoint{kind: "tape"}
	case rounds < 0:
		return Checkpoint{kind: "binomial", states: max(1, int64(budget/max(bytes, 1)))}
	}
	n := float64(rounds)
	tape, err := l.tapeBytes()
	switch p := math.Ceil(math.Sqrt(n)); {
	case err == nil && n*tape <= budget:
		return Checkpoint{kind: "tape"}
	case err == nil && float64(p*tape)+float64(math.Ceil(n/max(p, 1))*bytes) <= budget:
		return Checkpoint{kind: "period", number: int64(p)}
	}
	return Checkpoint{kind: "binomial", states: max(1, int64(budget/max(bytes, 1)))}
}

// tapeBytes is what a tape takes of each round.
func (l *looping) tapeBytes() (float64, error) {
	if err := l.differentiate(); err != nil {
		return 0, err
	}
	saved, _ := l.cut()
	saved, _ = l.earlier(saved)
	bytes := 0.0
	for _, v := range saved {
		bytes += cost.Bytes(v.Type())
	}
	l.j.erase()
	return bytes, nil
}
