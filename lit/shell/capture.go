package shell

import (
	"fmt"
	"sync"
)

// What is kept of an output that goes into the log: its first and its last bytes.
const (
	captureHead = 1 << 20
	captureTail = 1 << 20
)

// capture keeps what a command writes, up to a limit, for several writers.
type capture struct {
	mu    sync.Mutex
	head  []byte
	tail  []byte // at most 2*captureTail, of which the last captureTail count
	total int64
}

func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(p)
	c.total += int64(n)
	fits := min(captureHead-len(c.head), len(p))
	c.head, p = append(c.head, p[:fits]...), p[fits:]
	if len(p) > captureTail {
		p, c.tail = p[len(p)-captureTail:], c.tail[:0]
	}
	if len(c.tail)+len(p) > 2*captureTail {
		c.tail = append(c.tail[:0], c.tail[len(c.tail)-captureTail:]...)
	}
	c.tail = append(c.tail, p...)
	return n, nil
}

// written counts all bytes, kept or not.
func (c *capture) written() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.total
}

// text is the output with a note where something is left out.
func (c *capture) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	tail := c.tail[max(0, len(c.tail)-captureTail):]
	left := c.total - int64(len(c.head)) - int64(len(tail))
	if left == 0 {
		return decode(append(c.head[:len(c.head):len(c.head)], tail...))
	}
	return decode(c.head) + fmt.Sprintf("\n[%d bytes left out: the log keeps the first %d and the last %d]\n", left, captureHead, captureTail) + decode(tail)
}
