export const maxStateNameLength = 255

export function stateNameProblem(name: string): 'required' | 'too_long' | null {
  const text = name.trim()
  if (text === '') return 'required'
  return text.length > maxStateNameLength ? 'too_long' : null
}
