export const maxLabelNameLength = 255

export function labelNameProblem(name: string): 'required' | 'too_long' | null {
  const text = name.trim()
  if (text === '') return 'required'
  return text.length > maxLabelNameLength ? 'too_long' : null
}

interface Nested {
  id: string
  parent: string | null
}

/**
 * Returns whether a label can get this parent. Labels have one level of nesting: a parent is a top-level
 * label, and a label with children cannot get a parent.
 */
export function canNestLabel(label: Nested & { has_children: boolean }, parent: Nested): boolean {
  return parent.parent === null && parent.id !== label.id && !label.has_children
}
