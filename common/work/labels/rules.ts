export const labelNameLength = 255

export function labelNameProblem(name: string): 'required' | 'too_long' | null {
  const text = name.trim()
  if (text === '') return 'required'
  return text.length > labelNameLength ? 'too_long' : null
}

interface Nested {
  id: string
  parent: string | null
}

/** Labels nest one level deep: a parent stands at the top, and a label with labels below it stays there. */
export function canNestUnder(label: Nested & { has_children: boolean }, parent: Nested): boolean {
  return parent.parent === null && parent.id !== label.id && !label.has_children
}
