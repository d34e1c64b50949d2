package report

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fatih/color"

	"github.com/tg-opt/tg/lit"
)

// predictor tells how far a run is from the times of the last one, as lit does: tests without such
// a time are expected to take the average of the others.
type predictor struct {
	completed          int
	elapsed            float64 // seconds, of all tests done
	predictable        int     // tests to do whose time is known
	predictableSeconds float64
	unpredictable      int
}

func newPredictor(tests []*lit.Test) *predictor {
	p := &predictor{}
	for _, test := range tests {
		p.count(test, 1)
	}
	return p
}

func (p *predictor) count(t *lit.Test, n int) {
	if t.PreviousElapsed != 0 {
		p.predictable += n
		p.predictableSeconds += float64(float64(n) * t.PreviousElapsed.Seconds())
	} else {
		p.unpredictable += n
	}
}

// done counts a result and returns which part of the work is done.
func (p *predictor) done(r *lit.Result) float64 {
	p.completed++
	p.elapsed += r.Elapsed.Seconds()
	p.count(r.Test, -1)
	average := (p.elapsed + p.predictableSeconds) / float64(p.completed+p.predictable)
	total := p.elapsed + p.predictableSeconds + float64(average*float64(p.unpredictable))
	if total <= 0 {
		return 0
	}
	return p.elapsed / total
}

// percentages is lit's progress display for anything but a capable terminal: a row of numbers with
// dots that grows.
type percentages struct {
	out     *bufio.Writer
	predict *predictor
	open    bool // the row is not ended
	at      int  // how many of 50 steps it has
}

func (p *percentages) start() { p.show(0) }

func (p *percentages) started(*lit.Test) {}

func (p *percentages) done(r *lit.Result) { p.show(p.predict.done(r)) }

func (p *percentages) show(part float64) {
	if !p.open {
		p.out.WriteString("Testing: ")
		p.open, p.at = true, 0
	}
	next := int(part * 50)
	for i := p.at; i < next; i++ {
		switch i % 5 {
		case 0:
			fmt.Fprintf(p.out, "%2d", i*2)
		case 2, 3:
			p.out.WriteByte('.')
		case 4:
			p.out.WriteByte(' ')
		}
	}
	p.at = next
}

func (p *percentages) clear() {
	if p.open {
		p.out.WriteString("\n")
		p.open = false
	}
}

func (p *percentages) stop(interrupted bool) {
	if !interrupted {
		p.clear()
	}
}

// bar is the progress display of a terminal, one line that is drawn again and again below
// everything else:
//
//	45% [============>               ] 120/266, 2 failed, ETA 0:12  suite :: slow.mlir 3.2s
//
// The test named is the one that has been running for the longest time.
type bar struct {
	mu      *sync.Mutex // of the console; drawing by the clock needs it
	out     *bufio.Writer
	term    *terminal
	predict *predictor
	total   int

	begun   time.Time
	part    float64
	failed  int
	running []runningTest // in the order of their starts
	drawn   time.Time     // zero if the line is not on the screen
	stopped chan struct{}
}

type runningTest struct {
	test  *lit.Test
	since time.Time
}

const (
	drawEvery  = 100 * time.Millisecond // the clock moves
	drawAtMost = 50 * time.Millisecond  // results come
	slowAfter  = time.Second            // the time after which a running test is named
	etaAfter   = time.Second            // the time after which a prediction means something
)

func newBar(mu *sync.Mutex, out *bufio.Writer, t *terminal, tests []*lit.Test) *bar {
	return &bar{mu: mu, out: out, term: t, predict: newPredictor(tests), total: len(tests), stopped: make(chan struct{})}
}

func (b *bar) start() {
	b.begun = time.Now()
	b.draw(b.begun)
	go func() {
		ticker := time.NewTicker(drawEvery)
		defer ticker.Stop()
		for {
			select {
			case <-b.stopped:
				return
			case <-ticker.C:
				b.tick()
			}
		}
	}()
}

// tick draws the line unless the bar was stopped meanwhile.
func (b *bar) tick() {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-b.stopped:
	default:
		b.draw(time.Now())
		b.out.Flush()
	}
}

func (b *bar) started(t *lit.Test) { b.running = append(b.running, runningTest{t, time.Now()}) }

func (b *bar) done(r *lit.Result) {
	b.running = slices.DeleteFunc(b.running, func(t runningTest) bool { return t.test == r.Test })
	b.part = b.predict.done(r)
	if r.Status.IsFailure() {
		b.failed++
	}
	if now := time.Now(); now.Sub(b.drawn) >= drawAtMost {
		b.draw(now)
	}
}

func (b *bar) clear() {
	if !b.drawn.IsZero() {
		b.out.WriteString("\r\x1b[K")
		b.drawn = time.Time{}
	}
}

func (b *bar) stop(interrupted bool) {
	close(b.stopped)
	b.clear()
	if interrupted {
		b.out.WriteString("^C")
	}
}

func (b *bar) draw(now time.Time) {
	fmt.Fprintf(b.out, "\r%s\x1b[K", b.line(now, b.term.columns()-1))
	b.drawn = now
}

// line is the text of the bar in at most so many columns.
func (b *bar) line(now time.Time, columns int) string {
	head := fmt.Sprintf("%3d%% ", int(b.part*100))
	tail := fmt.Sprintf(" %d/%d", b.predict.completed, b.total)
	if b.failed > 0 {
		tail += fmt.Sprintf(", %d failed", b.failed)
	}
	if elapsed := now.Sub(b.begun); b.part > 0.0001 && elapsed > etaAfter {
		tail += ", ETA " + minutes(time.Duration(float64(elapsed)*(1/b.part-1)))
	}
	room := columns - len(head) - len(tail) - len("[]")
	width := min(columns/3, 40, room)
	if width < 5 {
		return (head + strings.TrimSpace(tail))[:max(0, min(columns, len(head)+len(tail)-1))]
	}
	room -= width
	full := min(int(b.part*float64(width)), width)
	return head + "[" + b.painted(strings.Repeat("=", full)) + strings.Repeat("-", width-full) + "]" + tail + b.slowest(now, room)
}

// slowest names the test that has been running longest, if it has for a while and there is room.
func (b *bar) slowest(now time.Time, room int) string {
	if len(b.running) == 0 || now.Sub(b.running[0].since) < slowAfter {
		return ""
	}
	seconds := fmt.Sprintf(" %.1fs", now.Sub(b.running[0].since).Seconds())
	room -= len("  ") + len(seconds)
	if room < 10 {
		return ""
	}
	return "  " + lastColumns(b.term.clean(b.running[0].test.Name()), room) + seconds
}

func (b *bar) painted(text string) string {
	if !b.term.colored || text == "" {
		return text
	}
	c := color.New(color.FgGreen)
	if b.failed > 0 {
		c = color.New(color.FgRed)
	}
	c.EnableColor()
	return c.Sprint(text)
}

// minutes is a duration as m:ss, or h:mm:ss.
func minutes(d time.Duration) string {
	seconds := int(d.Round(time.Second).Seconds())
	if seconds >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
