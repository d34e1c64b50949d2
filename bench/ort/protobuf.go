package main

import "encoding/binary"

// The numbers of fields are those of onnx.proto; opset 20 is the first that has Gelu.
const (
	formatVersion = 9
	opset         = 20
	// The types of elements are those of TensorProto.
	elementF32 = 1
	elementI32 = 6
	elementI64 = 7
	// The kinds of attributes are those of AttributeProto.
	attributeFloat  = 1
	attributeInt    = 2
	attributeString = 3
	attributeInts   = 7
)

// message is a field that has a length: a message or string.
func message(field uint64, content []byte) []byte {
	head := binary.AppendUvarint(binary.AppendUvarint(nil, field<<3|2), uint64(len(content)))
	return append(head, content...)
}

// integer is a field that is a number.
func integer(field, v uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(nil, field<<3), v)
}

func join(fields ...[]byte) []byte {
	var all []byte
	for _, f := range fields {
		all = append(all, f...)
	}
	return all
}

// node is a NodeProto with one result.
func node(op, result string, operands []string, attributes ...[]byte) []byte {
	return nodeOf(op, []string{result}, operands, attributes...)
}

func nodeOf(op string, results, operands []string, attributes ...[]byte) []byte {
	var b []byte
	for _, x := range operands {
		b = append(b, message(1, []byte(x))...)
	}
	for _, v := range results {
		b = append(b, message(2, []byte(v))...)
	}
	b = append(b, message(4, []byte(op))...)
	for _, a := range attributes {
		b = append(b, message(5, a)...)
	}
	return message(1, b)
}

func attribute(name string, v int) []byte {
	return join(message(1, []byte(name)), integer(3, uint64(v)), integer(20, attributeInt))
}

func attributeText(name, text string) []byte {
	return join(message(1, []byte(name)), message(4, []byte(text)), integer(20, attributeString))
}

func attributeList(name string, list ...int) []byte {
	b := message(1, []byte(name))
	for _, v := range list {
		b = append(b, integer(8, uint64(v))...)
	}
	return append(b, integer(20, attributeInts)...)
}

func attributeNumber(name string, bits uint32) []byte {
	b := binary.AppendUvarint(message(1, []byte(name)), 2<<3|5)
	return append(binary.LittleEndian.AppendUint32(b, bits), integer(20, attributeFloat)...)
}

// initializer is a constant of a GraphProto.
func initializer(name string, element uint64, shape []int, raw []byte) []byte {
	var b []byte
	for _, n := range shape {
		b = append(b, integer(1, uint64(n))...)
	}
	return message(5, join(b, integer(2, element), message(8, []byte(name)), message(9, raw)))
}

// valueInfo is the name and type of an input or output.
func valueInfo(name string, element uint64, shape []int) []byte {
	var dims []byte
	for _, n := range shape {
		dims = append(dims, message(1, integer(1, uint64(n)))...)
	}
	return join(message(1, []byte(name)), message(2, message(1, join(integer(1, element), message(2, dims)))))
}

// modelOf is the ModelProto of a graph's fields.
func modelOf(graph []byte) []byte {
	return join(integer(1, formatVersion), message(7, append(graph, message(2, []byte("graph"))...)), message(8, integer(2, opset)))
}
