// Package exact computes the functions that tg has, as kernels, to any precision: what these are
// measured against. It shares nothing with them but the names; all is over math/big, from power
// series, continued fractions and asymptotic series, and package math gives first approximations.
//
// A Format rounds an exact value to one of the types of numbers, and says how many units in the
// last place a number is away from it.
package exact
