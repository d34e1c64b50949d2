package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// CustomCall is what stands behind the name of a stablehlo.custom_call. Exactly one of
// ToTG and Run says what it does.
type CustomCall struct {
	// Name is the target, such as "acme.norm".
	Name string
	// Doc is a sentence about it.
	Doc string
	// ToTG makes ops of what o computes, as the slot of that name does. What they are
	// is optimised with the rest of the program.
	ToTG func(c *Rewriter, o *ir.Op) error
	// Run computes the results, which must have the types that the call says, with
	// extents that are known before the run. It is called once for each time that the
	// call is executed, in the order of the program, and must neither change the operands
	// nor keep them. It may be called in several runs at the same time.
	Run func(call *Call, operands []*tensor.Tensor) (results []*tensor.Tensor, err error)
}

// Call is one place in a program that calls something by name.
type Call struct {
	// Attrs are all attributes of the call, such as `backend_config`; nil for none.
	Attrs *ir.Attr
	// Results are the types that the results have.
	Results []*ir.Type
}

var customCalls = ir.NewProvision[[]*CustomCall]("custom calls")

// Provide tells c what is called by names in its programs, besides what is told already.
// It is an error to tell a name twice. Do it before the programs are converted.
func Provide(c *ir.Context, calls ...*CustomCall) error {
	known := slices.Clone(customCalls.Of(c))
	for _, call := range calls {
		switch {
		case call.Name == "":
			return fmt.Errorf("a custom call has no name")
		case find(known, call.Name) != nil:
			return fmt.Errorf("there is a custom call '%s' already", call.Name)
		case (call.ToTG == nil) == (call.Run == nil):
			return fmt.Errorf("the custom call '%s' needs either ToTG or Run", call.Name)
		}
		known = append(known, call)
	}
	slices.SortFunc(known, func(a, b *CustomCall) int { return strings.Compare(a.Name, b.Name) })
	customCalls.Provide(c, known)
	return nil
}

// Provided are the custom calls that c has been told, sorted by name.
func Provided(c *ir.Context) []*CustomCall { return customCalls.Of(c) }

// LookupCall is the custom call of that name that c has been told, or nil.
func LookupCall(c *ir.Context, name string) *CustomCall { return find(customCalls.Of(c), name) }

func find(calls []*CustomCall, name string) *CustomCall {
	if i := slices.IndexFunc(calls, func(c *CustomCall) bool { return c.Name == name }); i >= 0 {
		return calls[i]
	}
	return nil
}
