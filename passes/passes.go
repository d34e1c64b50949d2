// Package passes holds the passes of one file or two, most of which are MLIR's, with its names
// and its outcome to the byte, and those that every pipeline for tg needs: constants are folded,
// StableHLO is converted. A pass is a literal of pipeline.Pass; the larger ones are packages
// below this one, each with its pass in the variable Pass. Package driver registers them all.
package passes
