package config

// The syntax tree of the part of Python that is read here. Every node knows where it starts.
type (
	expression interface{ at() place }

	constant struct {
		place
		value value
	}
	name struct {
		place
		text string
	}
	// display is a list, a tuple or a set written out.
	display struct {
		place
		kind  byte // '[', '(' or '{'
		items []expression
	}
	dictDisplay struct {
		place
		keys, values []expression
	}
	attribute struct {
		place // of the name
		of    expression
		text  string
	}
	subscript struct {
		place
		of, index expression
	}
	call struct {
		place
		function  expression
		arguments []argument
	}
	unary struct {
		place
		operator string
		operand  expression
	}
	binary struct {
		place       // of the operator
		operator    string
		left, right expression
	}
	// logical is a chain of `and` or of `or`.
	logical struct {
		place
		operator string
		operands []expression
	}
	// comparison is a chain such as a < b < c.
	comparison struct {
		place
		operands  []expression
		operators []string
		places    []place
	}
	conditional struct {
		place
		yes, condition, no expression
	}
)

// argument of a call; name is empty if it is positional.
type argument struct {
	name  string
	value expression
}

func (p place) at() place { return p }

type (
	statement interface{ at() place }

	expressionStatement struct {
		place
		value expression
	}
	assignment struct {
		place
		targets []expression
		value   expression
	}
	// augmented is an assignment such as x += y; operator is without its "=".
	augmented struct {
		place
		target   expression
		operator string
		value    expression
	}
	// importation binds a name to a module, or to a member of one.
	importation struct {
		place
		module, member, as string
	}
	ifStatement struct {
		place
		condition expression
		yes, no   []statement
	}
	forStatement struct {
		place
		target, sequence expression
		body             []statement
		orElse           []statement
	}
	deletion struct {
		place
		target expression
	}
	// jump is pass, break or continue.
	jump struct {
		place
		keyword string
	}
)
