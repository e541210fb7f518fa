export const stateNameLength = 255

export function stateNameProblem(name: string): 'required' | 'too_long' | null {
  const text = name.trim()
  if (text === '') return 'required'
  return text.length > stateNameLength ? 'too_long' : null
}
