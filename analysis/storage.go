package analysis

import (
	"errors"

	"slices"

	"github.com/tg-opt/tg/ir"
)

// Storage says how the results of an op lie in memory, and what the op needs
// besides. The zero value is that of an op whose results have storage of their
// own, all written by the op, and that needs nothing more.
type Storage struct {
	// Views says for each result of which operand it is bytes, with another shape
	// or dtype: no data moves and nothing runs. Either all results are views or,
	// where Views is nil, none is.
	Views []View
	// Takes lists which results may take over the storage of which operands, when
	// these die here, have the size of the result, and nobody else has them: the
	// op may write the result while it reads the operand. Of several for a result
	// the first that can be is taken. Where results are handed over, it is the
	// values of a loop's state that may lie where the first ones did. Whoever has the
	// list must not change it.
	Takes []Taking
	// Handed says that results are what regions of the op or a function that it
	// calls hand over, so that they may be the values of others.
	Handed bool
	// Whole says that the op reads its regions and runs none of their ops by itself.
	Whole bool
	// Carries, of a loop, says which region carries the state: the state lies in the
	// results from the beginning to the end, and nowhere else. A result behind the state
	// holds what the region yields behind the next state, of each round, one behind the
	// other; the value of a round may be made in its place there.
	Carries *Carrying
	// Workspace is how many bytes the op needs besides operands and results while
	// it runs, when loops are run by so many workers; nil for none. The number
	// does not depend on the machine. What is of one small size, whatever the
	// shapes are, does not count.
	Workspace func(workers int) int
	// Tables is how many bytes at most are taken once, when the program is made, for what the
	// kernel keeps from then on and for making it; 0 for little.
	Tables int
	// Packs lists operands that the op would rather read in another form, of those that are Kept;
	// nil for none. Workspace is enough for reading them either way.
	Packs func(kept []bool) []Pack
}

// State is how many values the state of the loop o has: its first results.
func (c *Carrying) State(o *ir.Op) int {
	if r := o.RegionAt(c.Region); !r.Empty() {
		return min(r.First().NumArgs()-c.Arg, o.NumResults())
	}
	return o.NumResults()
}

// View is the bytes of an operand from an offset on.
type View struct{ Operand, Offset int }

// Carrying is the region of a loop that makes the next state. Argument Arg of the
// region and the following ones are the state, as the results of the op are; of
// its terminator, operand Yield and the following ones are what it becomes, and
// the operands of the op from Init on what it begins with. The loop reads no
// operand once it has begun. Other regions that take the state have it as their
// arguments from the first on.
type Carrying struct{ Region, Arg, Yield, Init int }

// Taking is a result in the storage of an operand.
type Taking struct{ Result, Operand int }

// StorageOf is filled by all ops that are executed. The types of operands and
// results that it is asked with have known extents.
var StorageOf = ir.NewSlot[func(*ir.Inference) Storage]("storage")

// ElementBytes is how many bytes an element of that type takes when it is
// executed: a truth value one, an index eight. It is 0 for types of which there
// are no values then.
func ElementBytes(elem *ir.Type) int {
	switch elem.Kind() {
	case ir.IndexType:
		return 8
	case ir.IntegerType:
		if elem.Width() == 1 && elem.Signedness() != ir.Unsigned {
			return 1
		}
		if w := elem.Width(); w == 8 || w == 16 || w == 32 || w == 64 {
			return w / 8
		}
	case ir.FloatType:
		if w := elem.Width(); w == 16 || w == 32 || w == 64 {
			return w / 8
		}
	case ir.ComplexType:
		if part := elem.Elem(); part.IsFloat() && part.Width() >= 32 {
			return 2 * ElementBytes(part)
		}
	}
	return 0
}

// OwnStorage is the storage of ops whose results have their own.
func OwnStorage(*ir.Inference) Storage { return Storage{} }

// Viewing is the storage of ops of one operand and one result that is the same
// bytes.
func Viewing(*ir.Inference) Storage { return Storage{Views: []View{{}}} }

// HandedStorage is the storage of ops whose results come from regions or calls.
func HandedStorage(*ir.Inference) Storage { return Storage{Handed: true} }

// UpdatingStorage is the storage of ops whose result, of the type of the first
// operand, may be computed where that is.
func UpdatingStorage(*ir.Inference) Storage { return Storage{Takes: takingFirst[:1:1]} }

// ElementwiseStorage is the storage of ops that read of each operand, for each
// element of a result, nothing but the element at the same place, before they
// write it: their one result may take over every operand that has its shape and
// elements of its size.
func ElementwiseStorage(in *ir.Inference) Storage {
	var s Storage
	out := in.Results[0]
	for i, t := range in.Operands {
		switch {
		case t != out && (!slices.Equal(t.Shape(), out.Shape()) || ElementBytes(t.ElemOrSelf()) != ElementBytes(out.ElemOrSelf())):
		case i == len(s.Takes) && i < len(takingFirst):
			s.Takes = takingFirst[: i+1 : i+1]
		default:
			s.Takes = append(s.Takes, Taking{Operand: i})
		}
	}
	return s
}

// takingFirst are the lists in which a result may take over any of the first
// operands, shared by the many ops that have one.
var takingFirst = [...]Taking{{Operand: 0}, {Operand: 1}, {Operand: 2}, {Operand: 3}}

// Check fails for facts about operands or results that an op of so many does not
// have.
func (s *Storage) Check(operands, results int) error {
	within := s.Views == nil || len(s.Views) == results
	for _, v := range s.Views {
		within = within && 0 <= v.Operand && v.Operand < operands
	}
	for _, t := range s.Takes {
		within = within && 0 <= t.Operand && t.Operand < operands && 0 <= t.Result && t.Result < results
	}
	if !within {
		return errors.New("says in the slot analysis.StorageOf of operands or results that it does not have")
	}
	return nil
}
