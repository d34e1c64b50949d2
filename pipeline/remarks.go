package pipeline

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// RemarkKind says what a pass tells about.
type RemarkKind uint8

const (
	// RemarkPassed is about something that was done.
	RemarkPassed RemarkKind = iota
	// RemarkMissed is about something that could not be done.
	RemarkMissed
	// RemarkFailure is about something that went wrong on the way.
	RemarkFailure
	// RemarkAnalysis is about something that was found out.
	RemarkAnalysis

	remarkKinds
)

func (k RemarkKind) String() string { return [...]string{"Passed", "Missed", "Failure", "Analysis"}[k] }

// Remark is what a pass tells those who want to know what it did, and why.
type Remark struct {
	Kind RemarkKind
	// Name is the pass, Category what the pass calls this sort of remark.
	Name, Category string
	// Function is the symbol name of the isolated op that the remark's op is
	// in, or "".
	Function string
	Loc      ir.Loc
	Text     string
}

// String is the message of the remark, in the form of mlir-opt.
func (m *Remark) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s] %s | Category:%s | ", m.Kind, m.Name, m.Category)
	if m.Function != "" {
		fmt.Fprintf(&b, "Function=%s | ", m.Function)
	}
	b.WriteString("Remark=")
	if strings.ContainsAny(m.Text, " ,{}") {
		b.WriteString(`"` + m.Text + `"`)
	} else {
		b.WriteString(m.Text)
	}
	return b.String()
}

// Remarks says which remarks are wanted and takes them. They come in the same
// order for any number of workers, one at a time.
type Remarks struct {
	// Emit is given every remark that is wanted.
	Emit  func(*Remark)
	wants [remarkKinds][]*regexp.Regexp
}

// Want adds the remarks of that kind in a category that the pattern matches as
// a whole.
func (m *Remarks) Want(k RemarkKind, pattern string) error {
	// By itself first: brackets must match within the pattern.
	if _, err := regexp.Compile(pattern); err != nil {
		return fmt.Errorf("invalid regular expression '%s': %w", pattern, err)
	}
	m.wants[k] = append(m.wants[k], regexp.MustCompile("^(?:"+pattern+")$"))
	return nil
}

func (m *Remarks) wanted(k RemarkKind, category string) bool {
	for _, re := range m.wants[k] {
		if re.MatchString(category) {
			return true
		}
	}
	return false
}

// remarking is what a Run needs while somebody listens.
type remarking struct {
	*Remarks
	// functions maps ops to the function that they are in, so that a remark on
	// each op of a deep nest does not climb it each time.
	functions map[*ir.Op]string
}

// Remarking reports whether anybody wants remarks, for passes that would have
// to work for what they say.
func (r *Run) Remarking() bool { return r.remarks != nil }

// Remember notes where o is, so that a remark can be made about it when it is
// gone. It costs next to nothing when nobody listens.
func (r *Run) Remember(o *ir.Op) {
	if r.remarks != nil {
		r.remarks.function(o)
	}
}

// Passed tells that something was done at o. Remarks of a category are wanted
// or not together. It costs next to nothing when nobody listens.
func (r *Run) Passed(o *ir.Op, category, format string, args ...any) {
	if r.remarks != nil {
		r.remark(RemarkPassed, o, category, format, args)
	}
}

// Missed tells that something could not be done at o, and why.
func (r *Run) Missed(o *ir.Op, category, format string, args ...any) {
	if r.remarks != nil {
		r.remark(RemarkMissed, o, category, format, args)
	}
}

// Failed tells that something went wrong at o, though the pass goes on.
func (r *Run) Failed(o *ir.Op, category, format string, args ...any) {
	if r.remarks != nil {
		r.remark(RemarkFailure, o, category, format, args)
	}
}

// Analysis tells what was found out about o.
func (r *Run) Analysis(o *ir.Op, category, format string, args ...any) {
	if r.remarks != nil {
		r.remark(RemarkAnalysis, o, category, format, args)
	}
}

func (r *Run) remark(k RemarkKind, o *ir.Op, category, format string, args []any) {
	if !r.remarks.wanted(k, category) {
		return
	}
	r.out.remark(&Remark{
		Kind: k, Name: r.pass.Name, Category: category, Function: r.remarks.function(o),
		Loc: o.Loc(), Text: fmt.Sprintf(format, args...),
	})
}

// function is the name of the function that o is, or is in. An op that a pass
// moves to another function may be said to be where it came from.
func (m *remarking) function(o *ir.Op) string {
	var way []*ir.Op
	name := ""
	for o != nil {
		if known, ok := m.functions[o]; ok {
			name = known
			break
		}
		way = append(way, o)
		if o.Has(ir.IsolatedFromAbove) && !o.Has(ir.SymbolTable) {
			if name = ir.SymbolName(o); name != "" {
				break
			}
		}
		o = o.Parent()
	}
	for _, o := range way {
		m.functions[o] = name
	}
	return name
}
