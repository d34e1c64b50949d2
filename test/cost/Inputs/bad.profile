name = bad
bandwith = 1000
