package cost

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// Timing says what calibration measures of an op, and so what a profile may know of it.
type Timing struct {
	// Overhead is the op on next to nothing, in as few pieces as can be, for an op whose overhead
	// is not that of its kind; else it has no text.
	Overhead Program
	// Functions are those that the op calls.
	Functions []Function
}

// Program is an op to time.
type Program struct {
	Inputs []string // types of operands, such as 4x4xf32
	// Op is the text of the op: its operands are %a0, %a1 and so on, or %r, which is the first
	// result of the op before it.
	Op string
	// Results, if not 0, is how many there are.
	Results int
	// Positive inputs are from 1 to 3, others f32 from -1 to 1.
	Positive bool
}

// Function is a function whose speed a profile may know.
type Function struct {
	Name string // what Work.Call is
	Program
	// Calls is how many calls the op makes in the program.
	Calls float64
	// Kind is Math or Fold: whose overhead the op has if it has none of its own.
	Kind Kind
	// Integers says that the program computes with i32: the speed on f32, which a profile tells, is
	// as much greater or less as that of other functions.
	Integers bool
}

// Timed is filled by ops whose speed calibration measures apart from that of their kind.
var Timed = ir.NewSlot[Timing]("timing")

// TimedElements is the number of elements that calibration calls a function for.
const TimedElements = 4096

// TimedCalls is what calibration measures of an elementwise op that calls the function of its own
// name for each element of its operands, which have one type.
func TimedCalls(def *ir.OpDef, operands int, elem string, positive bool) Timing {
	typ := fmt.Sprintf("%dx%s", TimedElements, elem)
	p := Program{Inputs: slices.Repeat([]string{typ}, operands), Op: def.Name() + " %a0", Positive: positive}
	for i := 1; i < operands; i++ {
		p.Op += fmt.Sprintf(", %%a%d", i)
	}
	p.Op += " : tensor<" + typ + ">"
	return Timing{Functions: []Function{{Name: def.Mnemonic(), Program: p, Calls: TimedElements, Kind: Math, Integers: elem == "i32"}}}
}

// timedNames are the ops and the functions that profiles may know, sorted.
func timedNames(dialects []*ir.Dialect) (ops, functions []string) {
	for _, d := range dialects {
		for _, def := range d.Ops() {
			t, _ := Timed.Get(def)
			if t.Overhead.Op != "" {
				ops = append(ops, def.Name())
			}
			for _, f := range t.Functions {
				functions = append(functions, f.Name)
			}
		}
	}
	slices.Sort(ops)
	slices.Sort(functions)
	return ops, functions
}

// mention is an op or a function that the text of a profile names.
type mention struct {
	line, col int
	key, name string
	function  bool
	op        bool // whose cost is given
}

// Check finds ops and functions in the text of the profile that no dialect of c has. A machine that
// comes with the program has none.
func (m *Machine) Check(c *ir.Context) error {
	if len(m.mentions) == 0 {
		return nil
	}
	ops, functions := timedNames(c.Dialects())
	ops = append(otherOverheads(), ops...)
	for _, at := range m.mentions {
		if at.op {
			if missing := missingOp(c, at.name); missing != "" {
				return fmt.Errorf("%s:%d:%d: error: '%s': %s", m.file, at.line, at.col, at.key, missing)
			}
			continue
		}
		what, names := "kind or op", ops
		if at.function {
			what, names = "function", functions
		}
		if !slices.Contains(names, at.name) {
			return fmt.Errorf("%s:%d:%d: error: '%s': there is no %s '%s'%s", m.file, at.line, at.col, at.key, what, at.name, spelling.DidYouMean(at.name, names))
		}
	}
	return nil
}
