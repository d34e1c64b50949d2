# What an accelerator likes, in a unit of its own.
cost nn.conv 100
cost nn.act 50
cost nn.relu6 60
cost nn.clamp 70
cost nn.convact 125
cost other 1
cost input 1
