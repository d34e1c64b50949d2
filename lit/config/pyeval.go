package config

import (
	"fmt"

	"github.com/tg-opt/tg/internal/input"
)

// evaluator executes the statements of one file.
type evaluator struct {
	session *session
	file    string
	config  *object
	globals map[string]value
}

// maxSteps limits the evaluation of a file.
const maxSteps = 1_000_000

// maxLoads limits how deep files load each other.
const maxLoads = 20

// load executes a file on a configuration, and finishes the configuration. The error is an *Error, or of the file system.
func (s *session) load(path string, config *object) error {
	if s.loads >= maxLoads {
		return &Error{File: path, Text: fmt.Sprintf("configuration files load each other more than %d deep", maxLoads)}
	}
	source, err := input.Text(0).ReadFile(path)
	if err != nil {
		return &Error{File: path, Text: "cannot be read: " + reason(err)}
	}
	return s.execute(path, string(source), config)
}

// execute is load for a file whose text is known.
func (s *session) execute(path, source string, config *object) error {
	program, err := parse(path, source)
	if err != nil {
		return err
	}
	if s.loads == 0 {
		s.steps = 0
	}
	s.loads++
	defer func() { s.loads-- }()
	e := &evaluator{session: s, file: path, config: config, globals: map[string]value{
		"config": config, "lit_config": s.litConfig, "__file__": path, "os": &module{"os"}, "sys": &module{"sys"},
	}}
	if _, err := e.block(program); err != nil {
		return err
	}
	return e.finish()
}

func (e *evaluator) errorf(at place, format string, args ...any) error {
	return &Error{e.file, at.line, at.col, fmt.Sprintf(format, args...)}
}

// refuse reports something that is left to Python.
func (e *evaluator) refuse(at place, what string) error {
	return e.errorf(at, "%s is beyond the Python that is read here; %s", what, hintPython)
}

// step counts the work done.
func (e *evaluator) step(at place) error {
	if e.session.steps++; e.session.steps > maxSteps {
		return e.errorf(at, "the file takes more than %d steps; %s", maxSteps, hintPython)
	}
	return nil
}

// charge counts the work of going through values once.
func (e *evaluator) charge(at place, values ...value) error {
	for _, v := range values {
		switch v := v.(type) {
		case string:
			e.session.steps += len(v) / 64
		case *sequence:
			e.session.steps += len(v.items) / 8
		case *table:
			e.session.steps += len(v.keys) / 4
		}
	}
	return e.step(at)
}

// hash is hashKey, and counts the work; it fails for what cannot be hashed.
func (e *evaluator) hash(at place, v value) (string, error) {
	hash, ok := hashKey(v)
	if !ok {
		return "", e.errorf(at, "a %s cannot be in a set, nor be a key of a dictionary", typeName(v))
	}
	return hash, e.charge(at, hash)
}

// equal compares as == does, and counts the work.
func (e *evaluator) equal(a, b value) bool {
	budget := maxSteps - e.session.steps
	same := equalWithin(a, b, &budget)
	e.session.steps = maxSteps - budget
	return same
}

// block executes statements up to a break or continue, whose keyword it returns.
func (e *evaluator) block(list []statement) (leaving string, err error) {
	for _, s := range list {
		if leaving, err = e.statement(s); err != nil || leaving != "" {
			return leaving, err
		}
	}
	return "", nil
}

func (e *evaluator) statement(s statement) (leaving string, err error) {
	if err := e.step(s.at()); err != nil {
		return "", err
	}
	switch s := s.(type) {
	case *expressionStatement:
		_, err = e.evaluate(s.value)
	case *assignment:
		var v value
		if v, err = e.evaluate(s.value); err != nil {
			return "", err
		}
		for _, target := range s.targets {
			if err := e.assign(target, v); err != nil {
				return "", err
			}
		}
	case *augmented:
		err = e.augment(s)
	case *importation:
		err = e.importModule(s)
	case *ifStatement:
		var condition value
		if condition, err = e.evaluate(s.condition); err != nil {
			return "", err
		}
		if truth(condition) {
			return e.block(s.yes)
		}
		return e.block(s.no)
	case *forStatement:
		return e.loop(s)
	case *deletion:
		err = e.remove(s)
	case *jump:
		if s.keyword != "pass" {
			leaving = s.keyword
		}
	}
	return leaving, err
}

func (e *evaluator) loop(s *forStatement) (string, error) {
	over, err := e.evaluate(s.sequence)
	if err != nil {
		return "", err
	}
	items, err := e.iterate(s.sequence.at(), over)
	if err != nil {
		return "", err
	}
	list, isList := over.(*sequence)
	for i := 0; i < len(items); i++ {
		if err := e.assign(s.target, items[i]); err != nil {
			return "", err
		}
		leaving, err := e.block(s.body)
		if err != nil {
			return "", err
		}
		if leaving == "break" {
			return "", nil
		}
		if isList {
			items = list.items // which the body may have changed
		} else if t, isTable := over.(*table); isTable && len(t.keys) != len(items) {
			return "", e.errorf(s.sequence.at(), "the %s changes its size while a loop goes through it", typeName(t))
		}
	}
	return e.block(s.orElse)
}

// assign gives a target a value.
func (e *evaluator) assign(target expression, v value) error {
	switch t := target.(type) {
	case *name:
		e.globals[t.text] = v
		return nil
	case *attribute:
		of, err := e.evaluate(t.of)
		if err != nil {
			return err
		}
		return e.setAttribute(t.place, of, t.text, v)
	case *subscript:
		of, err := e.evaluate(t.of)
		if err != nil {
			return err
		}
		index, err := e.evaluate(t.index)
		if err != nil {
			return err
		}
		return e.setItem(t.place, of, index, v)
	case *display:
		items, err := e.iterate(target.at(), v)
		if err != nil {
			return err
		}
		if len(items) != len(t.items) {
			return e.errorf(target.at(), "there are %d values for %d names", len(items), len(t.items))
		}
		for i, item := range t.items {
			if err := e.assign(item, items[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *evaluator) setAttribute(at place, of value, name string, v value) error {
	o, ok := of.(*object)
	switch {
	case !ok:
		return e.refuse(at, "an attribute of a "+typeName(of))
	case o.class == litConfigClass:
		return e.setLitConfig(at, name, v)
	case o.class != configClass:
		return e.refuse(at, "an assignment to an attribute of a "+o.class)
	case name == "root":
		return e.errorf(at, "config.root cannot be set")
	}
	if name == "recursiveExpansionLimit" && v != nil {
		limit, isInt := v.(int64)
		if !isInt {
			return e.errorf(at, "recursiveExpansionLimit must be either None or an integer (got <%s>)", displayText(v))
		}
		if limit < 0 {
			return e.errorf(at, "recursiveExpansionLimit must be a non-negative integer (got <%d>)", limit)
		}
	}
	o.attributes[name] = v
	o.origins[name] = origin{e.file, at}
	return nil
}

func (e *evaluator) setItem(at place, of, index, v value) error {
	switch of := of.(type) {
	case *table:
		if of.set {
			break
		}
		return e.put(at, of, index, v)
	case *sequence:
		if of.tuple {
			break
		}
		i, err := e.index(at, of, index)
		if err != nil {
			return err
		}
		of.items[i] = v
		return e.checkCycle(at, of, v)
	}
	return e.errorf(at, "an item of a %s cannot be set", typeName(of))
}

// put sets the value of a key of a dictionary, or adds a key to a set.
func (e *evaluator) put(at place, t *table, key, v value) error {
	if t.fixed {
		return e.refuse(at, "a change of os.environ")
	}
	hash, err := e.hash(at, key)
	if err != nil {
		return err
	}
	t.put(key, hash, v)
	return e.checkCycle(at, t, v)
}

// checkCycle makes sure that a container into which v was put is not part of itself, and has not too many items.
func (e *evaluator) checkCycle(at place, container, v value) error {
	if n, _ := length(container); n > maxItems {
		return e.errorf(at, "the %s has more than %d items", typeName(container), maxItems)
	}
	switch v.(type) {
	case *sequence, *table:
	default:
		return nil
	}
	seen := map[value]bool{}
	var reaches func(from value) bool
	reaches = func(from value) bool {
		if from == container {
			return true
		}
		if seen[from] {
			return false
		}
		var items []value
		switch from := from.(type) {
		case *sequence:
			items = from.items
		case *table:
			items = from.values
		default:
			return false
		}
		seen[from] = true
		e.session.steps += len(items)
		for _, item := range items {
			if reaches(item) {
				return true
			}
		}
		return false
	}
	if reaches(v) {
		return e.refuse(at, "a "+typeName(container)+" that contains itself")
	}
	return nil
}

func (e *evaluator) remove(s *deletion) error {
	switch t := s.target.(type) {
	case *name:
		if _, ok := e.globals[t.text]; !ok {
			return e.errorf(t.place, "the name '%s' is not defined", t.text)
		}
		delete(e.globals, t.text)
		return nil
	case *subscript:
		of, err := e.evaluate(t.of)
		if err != nil {
			return err
		}
		index, err := e.evaluate(t.index)
		if err != nil {
			return err
		}
		switch of := of.(type) {
		case *table:
			if of.fixed {
				return e.refuse(t.place, "a change of os.environ")
			}
			if of.set {
				break
			}
			hash, err := e.hash(t.place, index)
			if err == nil && !of.remove(hash) {
				err = e.errorf(t.place, "the dictionary has no key %s", repr(index))
			}
			if err != nil {
				return err
			}
			return e.charge(t.place, of)
		case *sequence:
			if !of.tuple {
				i, err := e.index(t.place, of, index)
				if err != nil {
					return err
				}
				of.items = append(of.items[:i], of.items[i+1:]...)
				return nil
			}
		}
		return e.errorf(t.place, "an item of a %s cannot be deleted", typeName(of))
	}
	return e.refuse(s.place, "'del' of this")
}

// augment changes a list, set or dictionary in place, as += does, or assigns the result of the operator.
func (e *evaluator) augment(s *augmented) error {
	old, err := e.evaluate(s.target)
	if err != nil {
		return err
	}
	operand, err := e.evaluate(s.value)
	if err != nil {
		return err
	}
	if list, ok := old.(*sequence); ok && !list.tuple && s.operator == "+" {
		if err := e.extend(s.value.at(), list, operand); err != nil {
			return err
		}
		return e.assign(s.target, list)
	}
	result, err := e.operate(s.place, s.operator, old, operand)
	if err != nil {
		return err
	}
	if set, ok := old.(*table); ok { // others may hold the set, so it changes in place
		*set = *result.(*table)
		result = set
	}
	return e.assign(s.target, result)
}

// extend appends all items of an iterable to a list.
func (e *evaluator) extend(at place, list *sequence, more value) error {
	items, err := e.iterate(at, more)
	if err != nil {
		return err
	}
	list.items = append(list.items, items...)
	for _, item := range items {
		if err := e.checkCycle(at, list, item); err != nil {
			return err
		}
	}
	return nil
}
