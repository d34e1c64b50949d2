package stablehlo

// Attributes that say which dimension plays which part.
var (
	gatherDims = newRecord("gather", "The dimensions of a gather.", append(listFields(
		"offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims", "start_index_map"),
		field{"index_vector_dim", integer})...)
	scatterDims = newRecord("scatter", "The dimensions of a scatter.", append(listFields(
		"update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims", "scatter_dims_to_operand_dims"),
		field{"index_vector_dim", integer})...)
	dotDims = newRecord("dot", "The dimensions of a general dot product.", listFields(
		"lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions", "rhs_contracting_dimensions")...)
	dotAlgorithm = newFullRecord("dot_algorithm", "How a dot product is asked to be computed.",
		field{"lhs_precision_type", typ}, field{"rhs_precision_type", typ}, field{"accumulation_type", typ},
		field{"lhs_component_count", integer}, field{"rhs_component_count", integer},
		field{"num_primitive_operations", integer}, field{"allow_imprecise_accumulation", boolean})
)

// Attributes of calls and of ops that pass values on, in lists; they are kept as they are.
var (
	_ = newFullRecord("output_operand_alias", "Which result of a call, or which part of it, lies where which operand does.",
		field{"output_tuple_indices", dims}, field{"operand_index", integer}, field{"operand_tuple_indices", dims})
	_ = newFullRecord("channel_handle", "What is passed on from one device to others.", field{"handle", integer}, field{"type", integer})
)
