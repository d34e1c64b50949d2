package main

import (
	"fmt"

	"github.com/tg-opt/tg/tensor"
	ort "github.com/yalue/onnxruntime_go"
)

// session is a graph in ONNX Runtime, with its inputs and its result.
type session struct {
	options *ort.SessionOptions
	session *ort.DynamicAdvancedSession
	inputs  []ort.Value
	output  ort.Value
	result  func() []float64
}

func newSession(b *builder, result value, threads int) (*session, error) {
	s := &session{}
	if err := s.open(b, result, threads); err != nil {
		s.destroy()
		return nil, err
	}
	return s, nil
}

func (s *session) open(b *builder, result value, threads int) (err error) {
	if s.options, err = ort.NewSessionOptions(); err != nil {
		return err
	}
	if err := s.options.SetIntraOpNumThreads(threads); err != nil {
		return err
	}
	if err := s.options.SetInterOpNumThreads(1); err != nil {
		return err
	}
	var names []string
	for _, in := range b.inputs {
		v, err := valueOf(in.data)
		if err != nil {
			return err
		}
		names, s.inputs = append(names, in.name), append(s.inputs, v)
	}
	switch result.element {
	case "i8":
		err = emptyOutput[int8](s, result.shape)
	case "i32":
		err = emptyOutput[int32](s, result.shape)
	default:
		err = emptyOutput[float32](s, result.shape)
	}
	if err != nil {
		return err
	}
	s.session, err = ort.NewDynamicAdvancedSessionWithONNXData(b.model(result), names, []string{result.name}, s.options)
	return err
}

// emptyOutput is where a result goes of elements of a type.
func emptyOutput[T int8 | int32 | float32](s *session, shape []int) error {
	t, err := ort.NewEmptyTensor[T](shapeOf(shape))
	if err != nil {
		return err
	}
	s.output, s.result = t, func() []float64 {
		list := make([]float64, 0, len(t.GetData()))
		for _, x := range t.GetData() {
			list = append(list, float64(x))
		}
		return list
	}
	return nil
}

func valueOf(t *tensor.Tensor) (ort.Value, error) {
	switch t.DType() {
	case tensor.F32:
		return ort.NewTensor(shapeOf(t.Shape()), tensor.Data[float32](t))
	case tensor.I32:
		return ort.NewTensor(shapeOf(t.Shape()), tensor.Data[int32](t))
	case tensor.I8:
		return ort.NewTensor(shapeOf(t.Shape()), tensor.Data[int8](t))
	}
	return nil, fmt.Errorf("there are no inputs of %v", t.DType())
}

func shapeOf(shape []int) ort.Shape {
	s := make(ort.Shape, len(shape))
	for i, n := range shape {
		s[i] = int64(n)
	}
	return s
}

func (s *session) run() error { return s.session.Run(s.inputs, []ort.Value{s.output}) }

func (s *session) destroy() {
	if s.session != nil {
		s.session.Destroy()
	}
	for _, v := range s.inputs {
		v.Destroy()
	}
	if s.output != nil {
		s.output.Destroy()
	}
	if s.options != nil {
		s.options.Destroy()
	}
}
