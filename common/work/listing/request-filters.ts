import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { ListingCondition } from './condition.ts'
import { parseRichFilters, RichFilterError, type RichFilterProblem } from './rich-filters.ts'

/**
 * Parses a filter tree from a request, as JSON or an object. Throws `invalid` with a message and the name of
 * the parameter.
 */
export function parseFiltersFromRequest(filters: unknown, clock: Clock, field = 'filters'): ListingCondition {
  try {
    return parseRichFilters(typeof filters === 'string' ? parse(filters) : filters, clock)
  } catch (error) {
    if (error instanceof RichFilterError) throw refusal(field, error)
    throw error
  }
}

const problems: Record<RichFilterProblem, string> = {
  invalid_filter_type: 'Filters must be a JSON object.',
  invalid_json: 'Filters are not valid JSON.',
  invalid_filter_field: 'Unknown filter.',
  invalid_filterset: 'A filter has an invalid value.',
  max_depth_exceeded: 'Filters are nested more than five levels deep.',
  invalid_filter_node: 'A part of the filters is not an object.',
  empty_filter_object: 'A part of the filters is empty.',
  multiple_logical_operators: 'An object can contain only one of and, or and not.',
  mixed_operator_and_fields: 'An object can’t contain both operators and fields.',
  invalid_operator_children: 'and and or take a list that is not empty.',
  invalid_operator_child_type: 'and and or take a list of objects.',
  invalid_not_child: 'not takes one object.',
  invalid_leaf: 'A filter has no field.',
  operator_in_leaf: 'and, or and not are written in small letters.',
  empty_list_value: 'A filter has an empty list.',
  non_scalar_list_item: 'A list in a filter can contain only values.',
  invalid_value_type: 'A filter has a value of the wrong type.',
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RichFilterError('invalid_json')
  }
}

function refusal(field: string, { problem, wanted }: RichFilterError): AppError {
  const message = wanted ? `${problems[problem]} ${wanted.filter} takes ${wanted.takes}.` : problems[problem]
  return new AppError('invalid', message, { fields: { [field]: [message] }, error_message: problem })
}
