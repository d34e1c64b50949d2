package main

func sizes(ops, computes int) error { return nil }
