package main

import (
	"encoding/binary"

	"github.com/tg-opt/tg/tensor"
	ort "github.com/yalue/onnxruntime_go"
)

// theirOp is a session of ONNX Runtime with a graph of one op.
type theirOp struct {
	options       *ort.SessionOptions
	session       *ort.DynamicAdvancedSession
	input, output *ort.Tensor[float32]
}

func newTheirs(name string, x *tensor.Tensor) (*theirOp, error) {
	var o theirOp
	var err error
	if o.options, err = ort.NewSessionOptions(); err != nil {
		return nil, err
	}
	if err = o.options.SetIntraOpNumThreads(1); err == nil {
		err = o.options.SetInterOpNumThreads(1)
	}
	if err == nil {
		o.session, err = ort.NewDynamicAdvancedSessionWithONNXData(model(name, x.Len()), []string{"x"}, []string{"y"}, o.options)
	}
	shape := ort.NewShape(int64(x.Len()))
	if err == nil {
		o.input, err = ort.NewTensor(shape, tensor.Data[float32](x))
	}
	if err == nil {
		o.output, err = ort.NewEmptyTensor[float32](shape)
	}
	if err != nil {
		o.destroy()
		return nil, err
	}
	return &o, nil
}

func (o *theirOp) destroy() {
	if o.session != nil {
		o.session.Destroy()
	}
	if o.input != nil {
		o.input.Destroy()
	}
	if o.output != nil {
		o.output.Destroy()
	}
	o.options.Destroy()
}

func (o *theirOp) sample() error {
	for range executions {
		if err := o.session.Run([]ort.Value{o.input}, []ort.Value{o.output}); err != nil {
			return err
		}
	}
	return nil
}

// The numbers of fields are those of onnx.proto; opset 20 is the first that has Gelu.
const (
	formatVersion = 9
	opset         = 20
	elementF32    = 1 // TensorProto.FLOAT
)

// model is the protocol buffer of a graph y = op(x) on n elements of f32.
func model(name string, n int) []byte {
	node := join(message(1, []byte("x")), message(2, []byte("y")), message(4, []byte(name)))
	graph := join(message(1, node), message(2, []byte("graph")), message(11, valueInfo("x", n)), message(12, valueInfo("y", n)))
	return join(integer(1, formatVersion), message(7, graph), message(8, integer(2, opset)))
}

// valueInfo is the name and type of a value.
func valueInfo(name string, n int) []byte {
	shape := message(1, integer(1, uint64(n)))
	tensorType := join(integer(1, elementF32), message(2, shape))
	return join(message(1, []byte(name)), message(2, message(1, tensorType)))
}

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
