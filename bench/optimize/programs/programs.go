// Package programs writes the programs that the benchmarks of the optimiser
// run: blocks of neural networks as a framework hands them over, nothing merged
// and nothing simplified, as text in the tg dialect.
//
// The text depends on the parameters alone. Weights are pseudo-random, from a
// generator that starts at the same place every time.
package programs

// Params are the sizes of a program. A program reads those that its
// documentation names; all of them are at least 1.
type Params struct {
	// Batch is the number of examples, Sequence the number of tokens or rows.
	Batch, Sequence int
	// Width is the number of features, Heads what attention divides it into,
	// Hidden the size of a recurrent state or of an inner layer.
	Width, Heads, Hidden int
	// Steps is how often a recurrent cell is unrolled.
	Steps int
	// Extent is the height and the width of an image.
	Extent int
	// Arguments makes the weights arguments of the function; they are constants
	// otherwise.
	Arguments bool
}

// Program is a generator with sizes to begin with. Text is one function, @main.
type Program struct {
	Name, Doc string
	Default   Params
	Text      func(Params) string
}

// All are the programs, in the order of the tables that are made of them. The last three have
// values of 16M floats, which no cache holds.
var All = []Program{
	{"projections", "The three projections of attention, with bias, by themselves: Sequence, Width.", Params{Sequence: 128, Width: 256}, Projections},
	{"attention", "Self-attention with separate projections, softmax and output projection: Sequence, Width, Heads.", Params{Sequence: 128, Width: 256, Heads: 4}, Attention},
	{"gru", "GRU cell, six products for each of the unrolled steps: Batch, Width, Hidden, Steps.", Params{Batch: 1, Width: 128, Hidden: 128, Steps: 20}, GRU},
	{"lstm", "LSTM cell, eight products for each of the unrolled steps: Batch, Width, Hidden, Steps.", Params{Batch: 1, Width: 128, Hidden: 128, Steps: 20}, LSTM},
	{"inception", "Inception block, four branches that begin with 1x1 convolutions or pooling: Batch, Width, Extent.", Params{Batch: 1, Width: 192, Extent: 28}, Inception},
	{"resnet", "Residual block of two 3x3 convolutions, each with batch normalisation from primitives: Batch, Width, Extent.", Params{Batch: 1, Width: 64, Extent: 28}, ResNet},
	{"mlp", "Two layers with bias and a GELU from primitives between them: Sequence, Width, Hidden.", Params{Sequence: 128, Width: 256, Hidden: 1024}, MLP},
	{"softmax", "Softmax of rows, from primitives: Sequence, Width.", Params{Sequence: 16384, Width: 1024}, Softmax},
	{"layer-norm", "Layer normalisation of rows, from primitives: Sequence, Width.", Params{Sequence: 16384, Width: 1024}, LayerNorm},
	{"elementwise", "A chain of five elementwise ops: Sequence, Width.", Params{Sequence: 4096, Width: 4096}, Elementwise},
}
