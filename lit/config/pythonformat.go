package config

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/tg-opt/tg/lit"
)

// pythonFormat runs the tests of formats made in Python, each in one of several processes that are
// forked from the one which evaluated the configurations, as many as run at a time.
type pythonFormat struct {
	reader *pythonReader
	tests  map[*lit.Test]int // their numbers in the driver

	busy map[int]bool // processes that run a test; guarded by reader.run.mu
}

type (
	pythonExecute struct {
		Test         int    `json:"test"`
		Timeout      int    `json:"timeout"` // in seconds
		Temp         string `json:"temp"`
		XFail        bool   `json:"xfail"`
		XFailNot     bool   `json:"xfailNot"`
		ExcludeXFail bool   `json:"excludeXFail"`
	}
	// pythonResult is a result, or what a test asks for before there is one: RUN lines to execute
	// by these settings.
	pythonResult struct {
		Code        string         `json:"code"`
		Label       string         `json:"label"`
		Failure     bool           `json:"failure"`
		Output      string         `json:"output"`
		Elapsed     *float64       `json:"elapsed"` // in seconds; nil if nobody measured it
		Start       float64        `json:"start"`   // in seconds since 1970
		Attempts    int            `json:"attempts"`
		MaxAttempts int            `json:"maxAttempts"`
		Metrics     []lit.Metric   `json:"metrics"`
		Micro       []pythonResult `json:"micro"`
		Missing     []string       `json:"missing"`
		Path        string         `json:"path"`
		Keep        bool           `json:"keep"`
		Parts       []pythonResult `json:"parts"`

		Script  *pythonSettings `json:"script"`
		Message *pythonMessage  `json:"message"`
		Print   *string         `json:"print"`
		Ended   string          `json:"ended"`
	}
	// scriptAnswer tells what came of RUN lines, before anything was expected of them.
	scriptAnswer struct {
		Code        string   `json:"code"`
		Output      string   `json:"output"`
		Attempts    int      `json:"attempts"`
		MaxAttempts int      `json:"maxAttempts"`
		XFails      []string `json:"xfails"`
		Requires    []string `json:"requires"`
		Unsupported []string `json:"unsupported"`
	}
)

// Execute runs a test.
func (f *pythonFormat) Execute(ctx context.Context, t *lit.Test, e *lit.Execution) lit.Result {
	process, number := f.reader.process, f.take()
	result, err := f.execute(ctx, process, number, t, e)
	if err != nil {
		return lit.Result{Status: lit.Unresolved, Output: err.Error()}
	}
	f.free(number)
	return f.result(t, result)
}

// take returns the number of a process that runs no test. Only an idle process is given back.
func (f *pythonFormat) take() int {
	f.reader.run.mu.Lock()
	defer f.reader.run.mu.Unlock()
	for number := evaluator + 1; ; number++ {
		if !f.busy[number] {
			f.busy[number] = true
			return number
		}
	}
}

func (f *pythonFormat) free(number int) {
	f.reader.run.mu.Lock()
	defer f.reader.run.mu.Unlock()
	delete(f.busy, number)
}

func (f *pythonFormat) execute(ctx context.Context, p *pythonProcess, number int, t *lit.Test, e *lit.Execution) (*pythonResult, error) {
	request := pythonExecute{Test: f.tests[t], Timeout: int(e.Timeout / time.Second), Temp: e.TempDir, XFail: t.XFail, XFailNot: t.XFailNot,
		ExcludeXFail: t.ExcludeXFail}
	if err := p.send(number, request); err != nil {
		return nil, err
	}
	for {
		line, err := p.next(ctx, number)
		if err != nil {
			return nil, err
		}
		result := &pythonResult{}
		if err := json.Unmarshal(line, result); err != nil {
			return nil, err
		}
		switch {
		case result.Message != nil || result.Print != nil:
			f.reader.said(&pythonAnswer{Message: result.Message, Print: result.Print})
		case result.Ended != "":
			f.free(number) // the next one has this number
			return nil, errors.New("the Python process of this test ended with " + result.Ended)
		case result.Script != nil:
			if err := p.send(number, f.script(ctx, t, e, result.Script)); err != nil {
				return nil, err
			}
		default:
			return result, nil
		}
	}
}

// script runs the RUN lines of a test by what the format says at the moment.
func (f *pythonFormat) script(ctx context.Context, t *lit.Test, e *lit.Execution, c *pythonSettings) scriptAnswer {
	s := f.reader.run.suite(c.settings(t.Suite.Name), t.Suite.Name, t.Suite.Dir, t.Suite.ExecDir)
	s.Timeout = t.Suite.Timeout
	of := *t
	of.Suite, of.Format = s, nil
	result, conditions := e.Script(ctx, &of)
	return scriptAnswer{result.Status.String(), result.Output, max(result.Attempts, 1), result.MaxAttempts,
		append([]string{}, conditions.XFails...), append([]string{}, conditions.Requires...), append([]string{}, conditions.Unsupported...)}
}

// result is a result of the driver as that of a test.
func (f *pythonFormat) result(t *lit.Test, r *pythonResult) lit.Result {
	result := lit.Result{Test: t, Status: lit.OwnStatus(r.Code, r.Label, r.Failure), Output: r.Output, Attempts: r.Attempts, MaxAttempts: r.MaxAttempts,
		Metrics: r.Metrics, Missing: r.Missing, Untimed: r.Elapsed == nil}
	if r.Elapsed != nil {
		result.Elapsed = time.Duration(*r.Elapsed * float64(time.Second))
	}
	if r.Start > 0 {
		result.Start = time.UnixMicro(int64(r.Start * 1e6))
	}
	for i := range r.Micro {
		micro := f.result(&lit.Test{Suite: t.Suite, Path: r.Micro[i].Path, File: t.File}, &r.Micro[i])
		result.Micro = append(result.Micro, &micro)
	}
	for i := range r.Parts {
		part := f.result(&lit.Test{Suite: t.Suite, Path: r.Parts[i].Path, File: t.File, Format: f}, &r.Parts[i])
		result.Parts = append(result.Parts, &part)
	}
	result.Replaced = r.Parts != nil && !r.Keep
	return result
}
