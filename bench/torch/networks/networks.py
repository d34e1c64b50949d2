"""The networks of networks.go in PyTorch, with the same weights, on the same data.

Arguments: the name of a network, a .npz file of its arguments, the names of those to
differentiate by, with commas, and a number of threads. First it writes a line about PyTorch;
then each line on standard input is answered by one:

    gradients FILE  writes the loss and the gradients to a .npz file
    forward N       the seconds of the clock, and of processors, that N evaluations of the loss take
    step N          the same of N evaluations of the loss and all gradients
"""

import os
import sys
import time

import numpy
import torch
from torch.nn import functional


class MLP:
    def __init__(self, arguments):
        self.leaves = arguments
        self.labels = arguments["y"].argmax(1)

    def loss(self):
        a = self.leaves
        hidden = torch.relu(torch.addmm(a["b0"], a["x"], a["w0"]))
        hidden = torch.relu(torch.addmm(a["b1"], hidden, a["w1"]))
        return functional.cross_entropy(torch.addmm(a["b2"], hidden, a["w2"]), self.labels)


class CNN:
    def __init__(self, arguments):
        self.leaves = arguments

    def loss(self):
        a = self.leaves
        inner = functional.conv2d(a["x"], a["w0"], padding=1)
        inner = torch.relu(functional.batch_norm(inner, None, None, a["scale0"], a["shift0"], True, eps=2**-17))
        inner = functional.conv2d(inner, a["w1"], padding=1)
        inner = functional.batch_norm(inner, None, None, a["scale1"], a["shift1"], True, eps=2**-17)
        return functional.mse_loss(torch.relu(inner + a["x"]), a["y"])


class LSTM:
    def __init__(self, arguments):
        steps, batch, width = arguments["x"].shape
        self.module = torch.nn.LSTM(width, width, dtype=arguments["x"].dtype)
        names = {"wi": "weight_ih_l0", "wh": "weight_hh_l0", "bi": "bias_ih_l0", "bh": "bias_hh_l0"}
        for ours, theirs in names.items():
            setattr(self.module, theirs, torch.nn.Parameter(arguments[ours]))
        parameters = {ours: getattr(self.module, theirs) for ours, theirs in names.items()}
        self.leaves = {**arguments, **parameters}

    def loss(self):
        return functional.mse_loss(self.module(self.leaves["x"])[0], self.leaves["y"])


def blas():
    """The file of the library that multiplies matrices, where the system tells."""
    try:
        with open("/proc/self/maps") as maps:
            files = {os.path.basename(line.split()[-1]) for line in maps if "/" in line}
    except OSError:
        return "an unknown BLAS"
    found = sorted(f for f in files if "openblas" in f or "mkl_rt" in f) or sorted(f for f in files if "blas" in f)
    return found[0] if found else "an unknown BLAS"


def main():
    name, file, wrt, threads = sys.argv[1:]
    torch.set_num_threads(int(threads))
    torch.set_num_interop_threads(1)
    with numpy.load(file) as arrays:
        network = {"mlp": MLP, "cnn": CNN, "lstm": LSTM}[name]({k: torch.from_numpy(v) for k, v in arrays.items()})
    leaves = {k: network.leaves[k].requires_grad_() for k in wrt.split(",")}

    def forward():
        with torch.no_grad():
            return network.loss()

    def step():
        loss = network.loss()
        return loss, torch.autograd.grad(loss, list(leaves.values()))

    print(f"PyTorch {torch.__version__}, {blas()}", flush=True)
    for line in sys.stdin:
        command, argument = line.rstrip("\n").split(" ", 1)
        if command == "gradients":
            loss, gradients = step()
            numpy.savez(argument, loss=loss.detach().numpy(), **{k: g.numpy() for k, g in zip(leaves, gradients)})
            print("written", flush=True)
            continue
        run = {"forward": forward, "step": step}[command]
        start, begin = time.perf_counter(), time.process_time()
        for _ in range(int(argument)):
            run()
        print(time.perf_counter() - start, time.process_time() - begin, flush=True)


main()
