package main

import "bytes"

func measureAll(table *bytes.Buffer, fp, only, models string, runs int) error { return nil }
