package memory

// Buffer is a piece of storage that is needed for some time.
type Buffer struct {
	ID string
	// Lower and Upper bound the time in which it lives: from Lower on, and not at
	// Upper any more. Only the order of times counts.
	Lower, Upper int64
	// Size is in bytes; a buffer of none is anywhere.
	Size int64
	// Alignment divides its offset; 0 and 1 ask for nothing.
	Alignment int64
	// Fixed says that Offset is given and not to be chosen.
	Fixed  bool
	Offset int64
	// Hint is an offset that is to be tried first; -1 for none.
	Hint int64
	// Gaps are the times within its life in which it, or all but a part of it,
	// is free; ascending, and they do not overlap.
	Gaps []Gap
}

// Gap is the time from Lower on and before Upper in which only the bytes From to
// To of a buffer, To not included, are used: none where they are equal.
type Gap struct {
	Lower, Upper int64
	From, To     int64
}

// Plan says where buffers are.
type Plan struct {
	// Offsets are in bytes, in the order of the buffers.
	Offsets []int64
	// Height is the highest end of a buffer: the size of the arena.
	Height int64
	// Bound is what no plan is lower than: the most bytes that are live at once, the
	// largest buffer, the highest fixed end, or more where a search has proven it.
	Bound int64
	// Optimal is said when no plan is lower.
	Optimal bool
}
