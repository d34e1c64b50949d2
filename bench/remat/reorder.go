package main

import "errors"

func (b *bench) reorder() error { return errors.New("-reorder: not there yet") }
