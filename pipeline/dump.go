package pipeline

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/ir"
)

// Dumps prints the IR around passes, with mlir-opt's headers.
type Dumps struct {
	// Before and After choose passes by name.
	Before, After       []string
	BeforeAll, AfterAll bool
	// OnlyChange leaves dumps out that would repeat what was there before the
	// pass, OnlyFailure those after passes that succeed. Each stands for
	// AfterAll when neither After nor AfterAll is given.
	OnlyChange, OnlyFailure bool
	// Diff shows what a pass changed, not the whole IR, when OnlyChange is set;
	// Color marks it.
	Diff, Color bool
	// ModuleScope prints the whole top-level op. Nothing runs in parallel then.
	ModuleScope bool
	// Out takes the dumps.
	Out io.Writer
	// Dir, if it is not empty, is a directory to write each dump into, in a file
	// of its own: `builtin_module_m/func_func_f/0_1_cse.mlir` is the second dump
	// of @f in @m. Out is only told about files that cannot be written then.
	Dir string
	// Print writes the text of an op.
	Print func(w io.Writer, o *ir.Op) error

	files   *dumpFiles
	trouble bool // a file could not be written, and Out was told
}

// dumpFiles counts the dumps of each op in one run of a pipeline.
type dumpFiles struct {
	mu     sync.Mutex
	counts map[*ir.Op]int
}

// reset makes counting start again.
func (d *Dumps) reset() { d.files = &dumpFiles{counts: map[*ir.Op]int{}} }

func (d *Dumps) write(path, text string) {
	if path == "" {
		io.WriteString(d.Out, text)
		return
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		d.complain("Error while creating directory %s: %s\n", filepath.Dir(path), err)
		return
	}
	f, err := wholefile.Create(path)
	if err == nil {
		if _, err = io.WriteString(f, text); err == nil {
			err = f.Commit()
		}
		f.Discard()
	}
	if err != nil {
		d.complain("Error opening output file %s: %s\n", path, err)
	}
}

// complain tells Out once that files cannot be written.
func (d *Dumps) complain(format, path string, err error) {
	if !d.trouble {
		d.trouble = true
		fmt.Fprintf(d.Out, format, path, oserr.Reason(err))
	}
}

// Failed reports whether a file could not be written.
func (d *Dumps) Failed() bool { return d.trouble }

// path is the file for the next dump of op, named as mlir-opt does: the dumps
// of op and of each op around it are counted.
func (d *Dumps) path(p *Pass, op *ir.Op) string {
	if d.Dir == "" {
		return ""
	}
	d.files.mu.Lock()
	defer d.files.mu.Unlock()
	counts := d.files.counts
	if n, seen := counts[op]; seen {
		counts[op] = n + 1
	}
	name := p.Name + ".mlir"
	var way []string
	for o := op; o != nil; o = o.Parent() {
		counts[o] += 0 // seen
		name = strconv.Itoa(counts[o]) + "_" + name
		symbol := "no-symbol-name"
		if a := o.Attr("sym_name"); a.Is(ir.StringAttr) {
			symbol = a.Text()
		}
		way = append(way, strings.ReplaceAll(o.Name(), ".", "_")+"_"+strings.NewReplacer("/", "_", "\\", "_").Replace(symbol))
	}
	way = append(way, d.Dir)
	slices.Reverse(way)
	return filepath.Join(append(way, name)...)
}

// dump hands a dump on. A top-level op is followed by one more empty line.
func (d *Dumps) dump(header, text string, p *Pass, op *ir.Op, out sink) {
	if d.ModuleScope || op.Parent() == nil {
		text += "\n"
	}
	out.dump(d.path(p, op), header+text+"\n\n")
}

func (d *Dumps) wantsBefore(p *Pass) bool { return d.BeforeAll || slices.Contains(d.Before, p.Name) }

func (d *Dumps) wantsAfter(p *Pass) bool {
	return d.AfterAll || slices.Contains(d.After, p.Name) || d.After == nil && (d.OnlyChange || d.OnlyFailure)
}

// before dumps op if that was asked for. It returns the text that after
// compares with.
func (d *Dumps) before(p *Pass, op *ir.Op, out sink) string {
	compare := d.OnlyChange && d.wantsAfter(p)
	if !compare && !d.wantsBefore(p) {
		return ""
	}
	text := d.text(op)
	if d.wantsBefore(p) {
		d.dump(d.header("Before", p, "", op), text, p, op, out)
	}
	return text
}

func (d *Dumps) after(p *Pass, op *ir.Op, out sink, before string, failed bool) {
	switch {
	case !d.wantsAfter(p), d.OnlyFailure && !failed:
		return
	case failed:
		d.dump(d.header("After", p, " Failed", op), d.text(op), p, op, out)
		return
	}
	text := d.text(op)
	switch {
	case d.OnlyChange && text == before:
		return
	case d.OnlyChange && d.Diff:
		out.dump(d.path(p, op), d.header("After", p, "", op)+unifiedDiff(before, text, d.Color)+"\n")
	default:
		d.dump(d.header("After", p, "", op), text, p, op, out)
	}
}

func (d *Dumps) header(when string, p *Pass, failed string, op *ir.Op) string {
	scope := ""
	if d.ModuleScope {
		scope = fmt.Sprintf(" ('%s' operation", op.Name())
		if name := ir.SymbolName(op); name != "" {
			scope += ": @" + name
		}
		scope += ")"
	}
	return fmt.Sprintf("// -----// IR Dump %s %s%s (%s)%s //----- //\n", when, p.Title, failed, p.Name, scope)
}

// text is the IR that belongs into a dump about op, without the last line end.
// What a failed pass left behind may not be printable.
func (d *Dumps) text(op *ir.Op) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprintf("// the IR is too broken to be printed: %v", p)
		}
	}()
	for d.ModuleScope && op.Parent() != nil {
		op = op.Parent()
	}
	var b strings.Builder
	if err := d.Print(&b, op); err != nil {
		return fmt.Sprintf("// the IR could not be printed: %v", err)
	}
	return strings.TrimRight(b.String(), "\n")
}
