package shell

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// pipeSize is how much a pipe between two commands holds, as one of Linux.
const pipeSize = 64 << 10

// maxRest is how much a command may write after the reader of its pipe has ended. lit reads on for
// ever, which hangs a test of an endless writer; here such a writer gets an error as it does in
// other shells.
const maxRest = 64 << 20

// pipe joins two in-process commands. What the reader leaves goes to rest.
type pipe struct {
	mu        sync.Mutex
	changed   sync.Cond
	buffer    []byte // a ring
	start, n  int    // of what it holds
	writerEnd bool
	readerEnd bool
	broken    bool // both ends are given up
	rest      *capture
}

var ringPool = sync.Pool{New: func() any { return new([pipeSize]byte) }}

func newPipe(rest *capture) *pipe {
	p := &pipe{buffer: ringPool.Get().(*[pipeSize]byte)[:], rest: rest}
	p.changed.L = &p.mu
	return p
}

func (p *pipe) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.n == 0 && !p.writerEnd && !p.readerEnd && !p.broken {
		p.changed.Wait()
	}
	switch {
	case p.broken || p.readerEnd:
		return 0, os.ErrClosed
	case p.n == 0:
		return 0, io.EOF
	}
	n := p.take(b)
	p.changed.Broadcast()
	return n, nil
}

// take moves bytes from the ring to b.
func (p *pipe) take(b []byte) int {
	n := 0
	for n < len(b) && p.n > 0 {
		moved := copy(b[n:], p.buffer[p.start:min(p.start+p.n, pipeSize)])
		n, p.n = n+moved, p.n-moved
		p.start = (p.start + moved) % pipeSize
	}
	return n
}

func (p *pipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	written := 0
	for written < len(b) {
		switch {
		case p.broken || p.writerEnd:
			return written, os.ErrClosed
		case p.readerEnd:
			if p.rest.written() >= maxRest {
				return written, syscall.EPIPE
			}
			n, err := p.rest.Write(b[written:])
			return written + n, err
		case p.n == pipeSize:
			p.changed.Wait()
			continue
		}
		end := (p.start + p.n) % pipeSize
		free := p.buffer[end:min(end+pipeSize-p.n, pipeSize)]
		moved := copy(free, b[written:])
		written, p.n = written+moved, p.n+moved
		p.changed.Broadcast()
	}
	return written, nil
}

// closeWriter tells the reader that nothing follows.
func (p *pipe) closeWriter() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.writerEnd = true
	p.end()
}

// closeReader lets the writer go on without a reader.
func (p *pipe) closeReader() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.readerEnd && p.buffer != nil {
		left := make([]byte, p.n)
		p.take(left)
		p.rest.Write(left)
	}
	p.readerEnd = true
	p.end()
}

// abort makes both ends fail.
func (p *pipe) abort() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = true
	p.end()
}

// end wakes up who waits, and gives the ring back when nobody uses it any more.
func (p *pipe) end() {
	p.changed.Broadcast()
	if p.readerEnd && p.writerEnd && p.buffer != nil {
		ringPool.Put((*[pipeSize]byte)(p.buffer))
		p.buffer, p.n = nil, 0
	}
}

// link leads from one command of a pipeline to the next: a pipe in memory if both run in-process,
// else one of the operating system.
type link struct {
	memory *pipe
	r      *pipeReader
	w      *os.File
	rest   *capture // what the reader leaves

	passed  bool // r was handed to a program, after which a read cannot be interrupted
	stopped chan struct{}
	drained sync.WaitGroup

	mu     sync.Mutex // of the following
	closed bool
	drains bool
	timer  *time.Timer
	until  time.Time // when the children of the writer are given up
}

func newLink(inProcess bool) (*link, error) {
	l := &link{rest: &capture{}, stopped: make(chan struct{})}
	if inProcess {
		l.memory = newPipe(l.rest)
		return l, nil
	}
	r, w, err := os.Pipe()
	l.r, l.w = &pipeReader{file: r}, w
	return l, err
}

// reader is the end for a command that runs in-process.
func (l *link) reader() io.Reader {
	if l.memory != nil {
		return l.memory
	}
	return l.r
}

// pipeReader reads a pipe of the operating system until its writers have ended or are given up. It
// has no other method to read than Read, which io.Copy would prefer.
type pipeReader struct {
	file    *os.File
	givenUp atomic.Bool
	late    int // what was read since
}

// What is still read once the writers are given up: what is in the pipe by then.
const (
	lastRead  = 10 * time.Millisecond // how long a read may take
	lastBytes = 1 << 20               // the most that a pipe can hold unless the administrator allows more, see pipe(7)
)

func (r *pipeReader) Read(b []byte) (int, error) {
	givenUp := r.givenUp.Load()
	if givenUp && r.late >= lastBytes {
		return 0, io.EOF
	}
	n, err := r.file.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) && r.givenUp.Load() {
		r.file.SetReadDeadline(time.Now().Add(lastRead))
		if n, err = r.file.Read(b); errors.Is(err, os.ErrDeadlineExceeded) {
			err = io.EOF
		}
	}
	if givenUp {
		r.late += n
	}
	return n, err
}

// giveUp lets the reader read no more than what is there.
func (r *pipeReader) giveUp() {
	r.givenUp.Store(true)
	r.file.SetReadDeadline(time.Now())
}

func (l *link) writer() io.Writer {
	if l.memory != nil {
		return l.memory
	}
	return l.w
}

// closeWriter is called when the writer has ended. The children of a program may go on until some
// time.
func (l *link) closeWriter(until time.Time) {
	if l.memory != nil {
		l.memory.closeWriter()
		return
	}
	l.w.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.until = until
	if !l.closed && !l.passed {
		l.timer = time.AfterFunc(time.Until(until), l.r.giveUp)
	}
}

// drain is called when the reader has ended: it reads what is left, so that the writer goes on as
// if it were read.
func (l *link) drain() {
	if l.memory != nil {
		l.memory.closeReader()
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.drains || l.closed {
		return
	}
	l.drains = true
	l.drained.Go(func() {
		from := io.Reader(l.r)
		if l.passed {
			from = &pollReader{l.r.file, l.stopped}
		}
		io.CopyN(l.rest, from, maxRest)
		l.r.file.Close()
	})
}

// interrupt makes both ends fail for what runs in-process.
func (l *link) interrupt() {
	if l.memory != nil {
		l.memory.abort()
		return
	}
	now := time.Now()
	l.r.file.SetReadDeadline(now)
	l.w.SetWriteDeadline(now)
}

// close ends the link after both commands have ended, and returns what was left in it.
func (l *link) close() string {
	if l.memory != nil {
		return l.rest.text()
	}
	l.mu.Lock()
	l.closed = true
	if l.timer != nil {
		l.timer.Stop()
	}
	l.mu.Unlock()
	if l.drains && !waitAtMost(&l.drained, time.Until(l.until)) {
		close(l.stopped)
		l.r.giveUp()
		l.drained.Wait()
	}
	l.w.Close()
	l.r.file.Close()
	return l.rest.text()
}
