"""Joint graphs of small models as PyTorch's min-cut partitioner sees them, with what it chooses.

Each argument is the name of a model; the graphs go to the standard output, one JSON text a line.
The status is 3 where a package is missing. The partitioner is functorch's as it stands: the network that it
makes, with what it bans and how it weighs, is taken where it hands it to networkx.
"""

import json
import math
import sys

try:
    import networkx
    import torch
    from functorch.compile import aot_function, default_decompositions, min_cut_rematerialization_partition
    from torch.nn import functional
except ImportError:
    sys.exit(3)


def parameter(*shape):
    return torch.randn(*shape, requires_grad=True)


def mlp():
    def loss(x, y, w0, b0, w1, b1, w2, b2):
        hidden = torch.relu(torch.addmm(b0, x, w0))
        hidden = torch.relu(torch.addmm(b1, hidden, w1))
        return functional.mse_loss(torch.addmm(b2, hidden, w2), y)

    return loss, [torch.randn(64, 128), torch.randn(64, 10), parameter(128, 256), parameter(256), parameter(256, 256), parameter(256), parameter(256, 10), parameter(10)]


def gelu():
    def loss(x, w0, b0, w1, b1):
        return (x + torch.addmm(b1, functional.gelu(torch.addmm(b0, x, w0)), w1)).square().mean()

    return loss, [parameter(64, 128), parameter(128, 512), parameter(512), parameter(512, 128), parameter(128)]


def norm():
    def loss(x, w, gamma, beta):
        return torch.tanh(functional.layer_norm(x @ w, [256], gamma, beta)).sum()

    return loss, [parameter(64, 128), parameter(128, 256), parameter(256), parameter(256)]


def entropy():
    def loss(x, w, y):
        return -(torch.log_softmax(x @ w, 1) * y).sum(1).mean()

    return loss, [parameter(64, 128), parameter(128, 100), torch.softmax(torch.randn(64, 100), 1)]


def attention():
    def loss(x, wq, wk, wv, wo):
        q, k, v = ((x @ w).reshape(64, 4, 16).transpose(0, 1) for w in (wq, wk, wv))
        weights = torch.softmax(torch.bmm(q, k.transpose(1, 2)) * 0.25, 2)
        return (x + torch.bmm(weights, v).transpose(0, 1).reshape(64, 64) @ wo).square().sum()

    return loss, [parameter(64, 64)] + [parameter(64, 64) for _ in range(4)]


def block():
    def loss(x, w0, scale0, shift0, w1, scale1, shift1):
        inner = functional.conv2d(x, w0, padding=1)
        inner = torch.relu(functional.batch_norm(inner, None, None, scale0, shift0, True))
        inner = functional.batch_norm(functional.conv2d(inner, w1, padding=1), None, None, scale1, shift1, True)
        return torch.relu(inner + x).square().mean()

    weights = [parameter(16, 16, 3, 3), parameter(16), parameter(16)]
    return loss, [parameter(4, 16, 14, 14)] + weights + [parameter(16, 16, 3, 3), parameter(16), parameter(16)]


MODELS = {"mlp": mlp, "gelu": gelu, "norm": norm, "entropy": entropy, "attention": attention, "block": block}

VIEWS = {
    "_unsafe_view", "alias", "detach", "expand", "getitem", "permute", "reshape", "squeeze", "t", "transpose", "unsqueeze", "view",
}
FOLDS = {"sum", "mean", "amax", "var", "var_mean"}


def meta(node):
    return node.meta.get("tensor_meta")


def size(node):
    """The bytes of a tensor; of a node that makes several, -1."""
    m = meta(node)
    return m.shape.numel() * torch.empty((), dtype=m.dtype).element_size() if hasattr(m, "shape") else -1


def numel(node):
    m = meta(node)
    return m.shape.numel() if hasattr(m, "shape") else 0


def operation(node):
    name = getattr(node.target, "__name__", str(node.target))
    return name.split(".")[0]


def flops(node):
    """How many operations a node takes: of products two for each pair, of others one for each
    element that they make, or fold."""
    if node.op != "call_function" or operation(node) in VIEWS:
        return 0
    name, reads = operation(node), [n for n in node.all_input_nodes if hasattr(meta(n), "shape")]
    if name in ("mm", "bmm"):
        return 2 * numel(node) * meta(node.args[0]).shape[-1]
    if name == "addmm":
        return (2 * meta(node.args[1]).shape[-1] + 1) * numel(node)
    if name == "convolution":
        kernel = meta(node.args[1]).shape
        return 2 * numel(node) * kernel[1:].numel()
    if name in FOLDS or numel(node) == 0:
        return sum(numel(n) for n in reads)
    return numel(node)


def dump(name):
    torch.manual_seed(0)
    loss, arguments = MODELS[name]()
    found = {}
    cut = networkx.minimum_cut

    def observed(network, source, sink):
        found["network"], found["result"] = network, cut(network, source, sink)
        return found["result"]

    def partition(module, inputs):
        networkx.minimum_cut = observed
        try:
            forward, backward = min_cut_rematerialization_partition(module, inputs)
        finally:
            networkx.minimum_cut = cut
        found["spec"] = module._out_spec
        found["graph"], found["backward"] = module.graph, backward
        return forward, backward

    def compiled(module, _):
        return module

    aot_function(loss, compiled, compiled, partition, decompositions=default_decompositions)(*arguments).backward()
    network, (value, _) = found["network"], found["result"]
    nodes, number = [], {}
    capacity = lambda a, b: network[a][b]["capacity"] if network.has_edge(a, b) else None
    for node in found["graph"].nodes:
        if node.op == "output":
            continue
        number[node] = len(nodes)
        weight = capacity(node.name + "_in", node.name + "_out")
        behind = capacity(node.name + "_in", "sink") is not None
        nodes.append({
            "name": node.name, "op": operation(node) if node.op == "call_function" else "argument",
            "bytes": size(node), "flops": flops(node), "reads": [number[n] for n in node.all_input_nodes],
            "view": node.op == "call_function" and operation(node) in VIEWS, "forward": False,
            "backward": behind, "banned": capacity("source", node.name + "_in") is not None,
            "weight": -1 if weight is None or math.isinf(weight) else weight,
        })
    count = found["spec"].children_specs[0].num_leaves
    reached = [r for r in next(n for n in found["graph"].nodes if n.op == "output").args[0][:count] if r is not None]
    for node in reached:
        reached.extend(n for n in node.all_input_nodes if n not in reached)
    for node in reached:
        nodes[number[node]]["forward"] = True
    backward = found["backward"].graph.nodes
    saved = [n.name for n in backward if n.op == "placeholder" and not n.name.startswith("tangents")]
    index = {n["name"]: i for i, n in enumerate(nodes)}
    again = [n.name for n in backward if n.op == "call_function" and not nodes[index[n.name]]["backward"]]
    print(json.dumps({
        "name": name, "version": torch.__version__, "cut": value, "nodes": nodes,
        "saved": [index[n] for n in saved], "again": [index[n] for n in again],
    }))


for model in sys.argv[1:]:
    dump(model)
