import type { FieldErrors } from './errors.ts'
import { containsControlCharacters, isStorableText } from './text.ts'

/**
 * Maximum nesting depth, which is twice the depth of any document. Deeper values could overflow the stack of
 * later code.
 */
const maxDepth = 250

interface Part {
  value: unknown
  /** The field names that lead to the value from the root. */
  path: Path | null
}

interface Path {
  name: string
  up: Path | null
  depth: number
}

/**
 * Returns the errors of values that no field accepts: text that PostgreSQL cannot store, names with control
 * characters or with a meaning in JavaScript, and nesting that is too deep. The result contains the first
 * error of each field.
 */
export function unstorableFieldErrors(sent: unknown): FieldErrors {
  // Use an explicit stack, because recursion would overflow on deeply nested values.
  const parts: Part[] = [{ value: sent, path: null }]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { value, path } = part
    if (typeof value === 'string' && !isStorableText(value)) {
      return problemAt(path, 'Text can’t contain NUL or half of a surrogate pair.')
    }
    if (typeof value !== 'object' || value === null) continue
    const depth = (path?.depth ?? 0) + 1
    if (depth > maxDepth) return problemAt(outermost(path), 'This is nested too deeply.')
    for (const [name, inner] of Object.entries(value)) {
      const problem = nameProblem(name)
      if (problem !== null) return problemAt(path, problem)
      parts.push({ value: inner, path: { name, up: path, depth } })
    }
  }
  return {}
}

function nameProblem(name: string): string | null {
  if (name === '__proto__') return 'A field can’t be named __proto__.'
  const isName = isStorableText(name) && !containsControlCharacters(name)
  return isName ? null : 'Control characters are not allowed in names.'
}

function problemAt(path: Path | null, problem: string): FieldErrors {
  const names: string[] = []
  for (let at = path; at !== null; at = at.up) names.unshift(at.name)
  return { [names.join('.') || 'non_field_errors']: [problem] }
}

function outermost(path: Path | null): Path | null {
  return path?.up ? outermost(path.up) : path
}
