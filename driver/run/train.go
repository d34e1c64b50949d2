package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"syscall"
	"unsafe"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/arrayfile"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/process"
	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// trainFlags are the flags about training.
type trainFlags struct {
	steps     uint64 // 0 for no training
	update    updateFlag
	options   optionsFlag
	lossEvery uint64
	everyStep bool // lossEvery is given
	state     string
	resume    bool
	saveEvery uint64 // 0 for only at the end
}

// interruption is the end of a training by a signal, after which the state is as
// complete as after any step.
type interruption struct{ signal syscall.Signal }

func (e *interruption) Error() string { return "received " + e.signal.String() }

// training is what is kept from step to step.
type training struct {
	*runner
	*step
	program *interp.Program
	first   int64 // the number of the first step of this run
	done    int64 // steps, of this run
	// now is the state, and next where the next one is made: they change places in each step.
	now, next []*tensor.Tensor
	data      []stream
	inputs    []*tensor.Tensor
	into      []*tensor.Tensor // next, behind the loss
	loss      *tensor.Tensor
}

// stream is an argument that is no parameter: one tensor for all steps, or one after
// the other of those that lie along a leading extent.
type stream struct {
	whole *tensor.Tensor
	count int // 0 for one tensor
	shape []int
}

// at is the tensor of a step.
func (s *stream) at(step int64) *tensor.Tensor {
	if s.count == 0 {
		return s.whole
	}
	size := len(s.whole.Bytes()) / s.count
	k := int(step % int64(s.count))
	return tensor.Wrap(s.whole.DType(), s.shape, s.whole.Bytes()[k*size:(k+1)*size:(k+1)*size])
}

// train runs a training function again and again.
func (r *runner) train(c moduleText) error {
	t, f, err := r.prepareTraining(c)
	if err != nil {
		return err
	}
	if err := t.start(); err != nil {
		return err
	}
	picture, err := r.reportMemory(f)
	if err != nil {
		return err
	}
	defer discard(picture)
	start := r.now()
	result, err := t.run()
	if _, interrupted := err.(*interruption); interrupted {
		fmt.Fprintf(r.stderr, "%s: %v: stopped after step %d, whose state %s has\n", r.setup.Name, err, t.first+t.done, r.flags.training.state)
	}
	if err != nil {
		return err
	}
	r.warn(result.Fallbacks)
	out, err := tool.OpenOutput("", r.stdout)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, tensor.Format(t.loss))
	if err := out.Commit(); err != nil {
		return err
	}
	r.report(result, r.now().Sub(start))
	if picture == nil {
		return nil
	}
	return picture.Commit()
}

// prepareTraining reads the module, adds the function of a step, and compiles that.
func (r *runner) prepareTraining(c moduleText) (*training, *callable, error) {
	if err := r.newSummary(true); err != nil {
		return nil, nil, err
	}
	module, err := r.load(c)
	if err != nil {
		return nil, nil, err
	}
	entry, err := r.entry(module)
	if err != nil {
		return nil, nil, err
	}
	fn, err := readTrained(entry, signatureOf(entry))
	if err != nil {
		return nil, nil, err
	}
	flags := &r.flags.training
	s, err := makeStep(module, fn, &updates{module: module, flag: flags.update, given: flags.options, made: map[*ir.Type]*update{}})
	if err != nil {
		return nil, nil, err
	}
	f, err := r.compile(c.file, module, s.fn, fn.signature, true)
	if err != nil {
		return nil, nil, err
	}
	return &training{runner: r, step: s, program: f.program}, f, nil
}

// start gives the state and the data their values.
func (t *training) start() error {
	if name := t.flags.training.state; name != "" {
		if err := wholefile.Check(name); err != nil {
			return fmt.Errorf("--state: cannot open output file '%s': %s", name, oserr.Reason(err))
		}
	}
	a := t.newArguments(t.signature)
	a.fits = t.takes
	if err := a.given(); err != nil {
		return err
	}
	kept, err := t.restore(a)
	if err != nil {
		return err
	}
	if err := a.rest(); err != nil {
		return err
	}
	var bytes int64
	for _, slot := range t.slots {
		spec, err := interp.SpecOf(slot.typ)
		if err != nil {
			return fmt.Errorf("'%s': %w", slot.name, err)
		}
		size, err := tensor.ByteSize(spec.DType, spec.Shape)
		if err != nil {
			return fmt.Errorf("'%s': %w", slot.name, err)
		}
		if bytes += 2 * int64(size); a.room < bytes {
			return fmt.Errorf("what is kept from step to step needs %d bytes and more, but --max-memory leaves %d", bytes, a.room)
		}
		now := tensor.New(spec.DType, spec.Shape...)
		if slot.arg >= 0 {
			copy(now.Bytes(), a.values[slot.arg].Bytes())
		} else if v := kept[slot.name]; v != nil {
			copy(now.Bytes(), v.Bytes())
		}
		t.now, t.next = append(t.now, now), append(t.next, tensor.New(spec.DType, spec.Shape...))
	}
	for _, i := range t.trained.data {
		t.data = append(t.data, streamOf(t.trained.inputs[i].Type, a.values[i]))
	}
	d, _ := interp.DTypeOf(t.trained.results[t.trained.loss].Type.Elem())
	t.loss = tensor.New(d)
	t.inputs, t.into = make([]*tensor.Tensor, len(t.now)+len(t.data)), make([]*tensor.Tensor, len(t.now)+1)
	return nil
}

// takes is an error for a value that argument i cannot have: a parameter has its
// type, and data perhaps one leading extent more.
func (t *training) takes(i int, v *tensor.Tensor) error {
	p := t.trained.inputs[i]
	spec, err := interp.SpecOf(p.Type)
	if err != nil || spec.Matches(v) {
		return err
	}
	stream := false
	if v.Rank() == p.Type.Rank()+1 && v.DType() == spec.DType {
		part := tensor.Unbound(v.DType(), v.Shape()[1:])
		stream = spec.Matches(&part)
	}
	_, isParameter := t.gradients[i]
	switch {
	case isParameter && stream:
		return fmt.Errorf("parameter %%%s of function @%s is a %s, but the value is a %s, as data are; they are no parameters if the function is differentiated by others alone, wrt=",
			p.Name, t.function, p.Type, interp.TypeOf(t.ctx, v))
	case isParameter:
		return fmt.Errorf("parameter %%%s of function @%s is a %s, but the value is a %s", p.Name, t.function, p.Type, interp.TypeOf(t.ctx, v))
	case stream && v.Shape()[0] > 0:
		return nil
	case stream:
		return fmt.Errorf("argument %%%s of function @%s is given a %s, in which there is nothing for a step", p.Name, t.function, interp.TypeOf(t.ctx, v))
	}
	return fmt.Errorf("argument %%%s of function @%s is a %s, and may be given one leading extent more, for one after the other in each step, but the value is a %s",
		p.Name, t.function, p.Type, interp.TypeOf(t.ctx, v))
}

// streamOf is what steps take of a value that training.takes allows.
func streamOf(typ *ir.Type, v *tensor.Tensor) stream {
	if v.Rank() == typ.Rank() {
		return stream{whole: v}
	}
	return stream{whole: v, count: v.Shape()[0], shape: v.Shape()[1:]}
}

// run makes the steps, until all are made, one fails, or a signal asks for the end, and writes the
// state of those that are made. It returns the result of the last one.
func (t *training) run() (result *interp.Result, err error) {
	limit, cancel := context.Background(), context.CancelFunc(func() {})
	if t.flags.limit > 0 {
		limit, cancel = context.WithTimeout(limit, t.flags.limit)
	}
	defer cancel()
	stop, signal := context.Background(), func() syscall.Signal { return 0 }
	if t.flags.training.state != "" { // without one, nothing would be left of what is done
		stop, signal = process.Interruptible(stop)
	}
	result, err = t.steps(limit, stop)
	if t.flags.training.state != "" && (err == nil || t.done > 0) {
		err = errors.Join(err, t.save())
	}
	if s := signal(); err == nil && s != 0 && t.done < int64(t.flags.training.steps) {
		err = &interruption{s}
	}
	return result, err
}

func (t *training) steps(limit, stop context.Context) (result *interp.Result, err error) {
	f := &t.flags.training
	for t.done < int64(f.steps) && stop.Err() == nil {
		if result, err = t.one(limit); err != nil {
			return nil, err
		}
		t.done++
		t.show()
		if f.saveEvery > 0 && t.done%int64(f.saveEvery) == 0 && t.done < int64(f.steps) {
			if err := t.save(); err != nil {
				return nil, err
			}
		}
	}
	return result, nil
}

// one makes a step.
func (t *training) one(limit context.Context) (*interp.Result, error) {
	number := t.first + t.done
	copy(t.inputs, t.now)
	for i := range t.data {
		t.inputs[len(t.now)+i] = t.data[i].at(number)
	}
	t.into[0] = t.loss
	copy(t.into[1:], t.next)
	opt := t.options()
	// The random numbers of a step are its own, however many steps a run makes.
	opt.Results, opt.Seed = t.into, tensor.RandomWord(t.flags.draw, int(number))
	result, err := t.execute(limit, t.program, t.inputs, opt)
	if err != nil {
		return nil, err
	}
	for i, out := range result.Outputs {
		// What the program hands on without computing it lies elsewhere.
		if to := t.into[i].Bytes(); len(to) > 0 && unsafe.SliceData(to) != unsafe.SliceData(out.Bytes()) {
			copy(to, out.Bytes())
		}
	}
	t.now, t.next = t.next, t.now
	return result, t.checks(result.Checks)
}

// shownLosses is how many lines about the loss there are by default.
const shownLosses = 20

// show writes the loss of a step that has been made.
func (t *training) show() {
	f := &t.flags.training
	every := f.lossEvery
	if !f.everyStep {
		every = max(1, f.steps/shownLosses)
	}
	if every == 0 || t.done%int64(every) != 0 && t.done != int64(f.steps) && t.done != 1 {
		return
	}
	fmt.Fprintf(t.stderr, "step %d: loss %s\n", t.first+t.done, t.loss.ElementString(0))
}

// stepName is under what the number of steps is in a file of a state.
const stepName = "tg.step"

// save writes the state.
func (t *training) save() error {
	number, err := tensor.FromSlice(nil, []int64{t.first + t.done})
	if err != nil {
		return err
	}
	named := []tensor.Named{{Name: stepName, Tensor: number}}
	for i, slot := range t.slots {
		named = append(named, tensor.Named{Name: slot.name, Tensor: t.now[i].WithOneNaN()})
	}
	if err := arrayfile.Write(t.flags.training.state, named); err != nil {
		return fmt.Errorf("--state: %w", err)
	}
	return nil
}

// restore reads the state of earlier steps, if it is to be gone on with: it gives
// the parameters their values, and returns what the updates keep, by name.
func (t *training) restore(a *arguments) (map[string]*tensor.Tensor, error) {
	f := &t.flags.training
	if _, err := os.Stat(f.state); !f.resume || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	in, err := t.openArchive(f.state)
	if err != nil {
		return nil, fmt.Errorf("--state: %w", err)
	}
	defer in.Close()
	read := func(name string, typ *ir.Type) (*tensor.Tensor, error) {
		v, err := in.Read(name, a.room)
		if err != nil {
			return nil, fmt.Errorf("--state: %s: %w; go on with the function and the --update that wrote it, or leave --resume away to begin anew", f.state, err)
		}
		if got := interp.TypeOf(t.ctx, v); got != typ {
			return nil, fmt.Errorf("--state: %s: '%s' is a %s, but this training of @%s needs a %s", f.state, name, got, t.function, typ)
		}
		a.room -= int64(len(v.Bytes()))
		return v, nil
	}
	number, err := read(stepName, t.ctx.Tensor(nil, t.ctx.I64()))
	if err != nil {
		return nil, err
	}
	if t.first = number.Int64At(0); t.first < 0 || t.first > math.MaxInt64/2 {
		return nil, fmt.Errorf("--state: %s: '%s' is %d, which no number of steps is", f.state, stepName, t.first)
	}
	kept := map[string]*tensor.Tensor{}
	for _, slot := range t.slots {
		v, err := read(slot.name, slot.typ)
		if err != nil {
			return nil, err
		}
		if slot.arg >= 0 {
			a.values[slot.arg], a.from[slot.arg] = v, f.state
		} else {
			kept[slot.name] = v
		}
	}
	return kept, nil
}

// checkTraining is an error for flags about training that make no sense.
func (f *flags) checkTraining(s *tool.Setup, seen func(string) bool) error {
	t := &f.training
	if !seen("steps") {
		for _, name := range []string{"update", "update-option", "loss-every", "state", "resume", "save-every"} {
			if seen(name) {
				return s.Errorf("--%s is about a training, which --steps=N asks for", name)
			}
		}
		return nil
	}
	for _, name := range []string{"compare", "repeat", "warmup", "trace"} {
		if seen(name) {
			return s.Errorf("--%s and --steps exclude each other", name)
		}
	}
	switch {
	case t.steps == 0:
		return s.Errorf("--steps=0 makes no step; write how many are to be made, such as --steps=100")
	case len(f.outputs) > 0:
		return s.Errorf("--output is for the results of one run; with --steps, --state=FILE.npz has the parameters")
	case t.state == "" && (t.resume || t.saveEvery > 0):
		return s.Errorf("--resume and --save-every are about the file that --state=FILE.npz names, which is missing")
	case seen("save-every") && t.saveEvery == 0:
		return s.Errorf("--save-every=0 never writes the state; leave it away to write it at the end alone")
	}
	t.everyStep = seen("loss-every")
	if t.update.name == "" && t.update.functions == nil {
		t.update.name = updateNames[0]
	}
	if t.state == "" {
		return nil
	}
	if _, err := arrayfile.OfArchive(t.state); err != nil {
		return s.Errorf("--state: %w", err)
	}
	return nil
}
