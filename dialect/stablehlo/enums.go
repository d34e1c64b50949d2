package stablehlo

// The enumerations of the specification.
var (
	comparisonDirection = newEnum("comparison_direction", "How two elements are compared.", "EQ", "NE", "GE", "GT", "LE", "LT")
	comparisonType      = newEnum("comparison_type", "By which order two elements are compared.", "NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")
	precision           = newEnum("precision", "How exact a contraction is asked to be.", "DEFAULT", "HIGH", "HIGHEST")
	rngAlgorithm        = newEnum("rng_algorithm", "How random bits are made.", "DEFAULT", "THREE_FRY", "PHILOX")
	rngDistribution     = newEnum("rng_distribution", "How random numbers are distributed.", "UNIFORM", "NORMAL")
)
