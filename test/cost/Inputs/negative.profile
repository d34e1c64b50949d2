cost other  -1
