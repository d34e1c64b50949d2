cost other 1
cost npu.conv 100
