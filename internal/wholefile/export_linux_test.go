package wholefile

// AvoidNames turns files without a name on or off.
func AvoidNames(on bool) { avoidNames = on }
