package stablehlo

// The enumerations of the specification.
var (
	comparisonDirection = newEnum("comparison_direction", "How two elements are compared.", "EQ", "NE", "GE", "GT", "LE", "LT")
	comparisonType      = newEnum("comparison_type", "By which order two elements are compared.", "NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")
	fftType             = newEnum("fft_type", "Which Fourier transform is meant.", "FFT", "IFFT", "RFFT", "IRFFT")
	precision           = newEnum("precision", "How exact a contraction is asked to be.", "DEFAULT", "HIGH", "HIGHEST")
	rngAlgorithm        = newEnum("rng_algorithm", "How random bits are made.", "DEFAULT", "THREE_FRY", "PHILOX")
	rngDistribution     = newEnum("rng_distribution", "How random numbers are distributed.", "UNIFORM", "NORMAL")
	transpose           = newEnum("transpose", "Whether and how a matrix is transposed.", "TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")
)
