cost mutmal 100
cost other 1
