package main

func Example() {
	main()
	// Output: 4xf32=0 0.7615942 0.9640276 -0.9640276
}
